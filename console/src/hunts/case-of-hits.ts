/** Turns hits of a hunt into entries and observables of a case. */
import type { Schemas } from '../api/client.ts'
import { fieldsOf, textOf } from './hit-fields.ts'

type Hit = Schemas['HuntHit']
type Observable = Schemas['CaseObservableCreate']

const TITLE_MAX = 300
const DESCRIPTION_MAX = 20_000
const OBSERVABLES_MAX = 100

const KINDS: readonly (readonly [RegExp, Observable['kind']])[] = [
  [/^(?:host|computer|device(?:\.hostname)?)$/i, 'host'],
  [/^(?:user|target_user|account)$/i, 'user'],
  [/^(?:src_ip|dst_ip|ip|ipaddress)$/i, 'ip'],
  [/^domain$/i, 'domain'],
  [/^file_hash$/i, 'hash'],
]

export function entriesOf(hits: readonly Hit[]): readonly Schemas['CaseTimelineEventCreate'][] {
  return hits.map((hit) => {
    const fields = Object.entries(fieldsOf(hit)).flatMap(([name, value]) => {
      const text = textOf(value)
      return text === '' || name === 'time' ? [] : [`${name}: ${text}`]
    })
    const event = hit.event_uid === null ? [] : [`event: ${hit.event_uid}`]
    const note = hit.note === null ? [] : [`note: ${hit.note}`]
    return {
      type: 'note',
      title: clean(fields.slice(0, 4).join(', ') || `Hit ${hit.ordinal + 1}`).slice(0, TITLE_MAX),
      description: clean([...note, ...fields, ...event].join('\n')).slice(0, DESCRIPTION_MAX),
      ...(hit.event_time === null ? {} : { timestamp: hit.event_time }),
    }
  })
}

export function observablesOf(hits: readonly Hit[]): readonly Observable[] {
  const found = new Map<string, Observable>()
  for (const hit of hits)
    for (const [name, value] of Object.entries(fieldsOf(hit))) {
      const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1]
      const text = clean(textOf(value))
      if (kind !== undefined && text !== '' && text.length <= 1_000) found.set(`${kind} ${text}`, { kind, value: text })
    }
  return [...found.values()].slice(0, OBSERVABLES_MAX)
}

/** Removes NUL, which the API refuses in texts. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '')
}
