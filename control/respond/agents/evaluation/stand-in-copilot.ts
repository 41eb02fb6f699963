import { eventsIn, type ShownEntry } from './stand-in-reading.ts'

/** Returns one sentence for each entry that it is shown, and a query or a rule for one of the words when one is requested. */
export function copilotAnswer(system: string, entries: readonly ShownEntry[]) {
  const claims = entries.flatMap(({ entry, about, says }) => {
    const title = (says as { title?: unknown } | null)?.title
    if (typeof title === 'string') return [{ text: `It is “${title}”.`, rests: [entry] }]
    const [event] = eventsIn(says)
    return event === undefined ? [] : [{ text: `${about} holds “${event.uid}”.`, rests: [entry] }]
  })
  const words = entries.find(({ about }) => about === 'words')
  const text = String((words?.says as { words?: unknown } | undefined)?.words ?? '')
  const quoted = /"([^"]{1,60})"/.exec(text)?.[1] ?? mostSpecific(text)
  if (system.includes('"kql"')) return { query: `SecurityEvent | where CommandLine contains "${quoted}"`, claims: [] }
  if (system.includes('"sigma"')) {
    const rule = [
      ...[
        'title: From words',
        'status: experimental',
        'logsource:',
        '  category: process_creation',
        '  product: windows',
      ],
      ...['detection:', '  selection:', `    CommandLine|contains: '${quoted.replaceAll("'", "''")}'`],
      ...['  condition: selection', 'level: medium'],
    ]
    return { query: rule.join('\n'), claims: [] }
  }
  return { claims }
}

/** The longest word, the last of several: names of programs stand at the end of a request. */
function mostSpecific(text: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*[\p{L}\p{N}]/gu) ?? []
  return words.reduce((best, word) => (word.length >= best.length ? word : best), '').slice(0, 60)
}
