/**
 * Lines that the management server of Endpoint Protection forwards for its clients: values with and without a label
 * between commas, quoted as in CSV where they hold one (`Risk name: X,Occurrences: 1,C:\a.exe,,Actual action:
 * Cleaned`). A value without a label is known by the label before it. Columns: "External Logging settings and log event
 * severity levels for Endpoint Protection Manager", knowledge.broadcom.com/external/article/155205. Releases differ in
 * labels and order.
 */

import { plainOf } from '../../families/syslog/pairs.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'

/** Maximum number of values in a line; the text keeps them all. */
const VALUES_MAX = 256
const LABELLED = /^([A-Z][\w ()-]{1,40}):(?: +(.*))?$/s
const QUOTE = '"'

/** Null for a line of unknown kind. Times are in UTC. */
export function readClientLine(message: string): PhraseValues | null {
  const { labels, bare } = labelled(valuesOf(message))
  const kind = kindOf(labels)
  return kind === null ? null : { ...labels, kind, ...READERS[kind](labels, bare) }
}

type Kind = keyof typeof READERS
/** Values without a label, by the label before them; '' for those at the beginning. */
type Bare = (label: string) => readonly string[]

function kindOf(fields: PhraseValues): Kind | null {
  if (fields['Scan ID'] !== undefined) return 'scan'
  if (fields['Actual action'] !== undefined) return 'risk'
  if (fields['CIDS Signature ID'] !== undefined) return 'intrusion'
  if (fields.Rule !== undefined && fields['Device ID'] !== undefined) return 'behaviour'
  if (fields['Remote Host IP'] !== undefined && fields.Action !== undefined) return 'traffic'
  return fields.Category !== undefined && fields['Event time'] !== undefined ? 'client' : null
}

const READERS = {
  risk: (fields: PhraseValues, bare: Bare): PhraseValues => {
    const [file = '', description = ''] = bare('Occurrences')
    return {
      event: bare('')[0] ?? '',
      path: fields['File path'] || file,
      description: fields.Description || description,
      at: fields['Event time'] ?? '',
    }
  },
  scan: (fields: PhraseValues, bare: Bare): PhraseValues => {
    const state = bare('End')[0] ?? bare('End Time')[0] ?? ''
    const begin = fields.Begin ?? ''
    const end = endOf(fields)
    return { state, at: state === 'Started' || end === '' ? begin : end, description: bare('User2')[0] ?? '' }
  },
  intrusion: (fields: PhraseValues, bare: Bare): PhraseValues => ({
    computer: bare('')[0] ?? '',
    at: fields.Begin ?? '',
    ...endsOf(fields, bare('Remote Host MAC')),
  }),
  traffic: (fields: PhraseValues, bare: Bare): PhraseValues => ({
    computer: bare('')[0] ?? '',
    at: fields.Begin ?? '',
    ...endsOf(fields, [...bare('Remote Host MAC'), ...bare('Remote Port')]),
  }),
  behaviour: (fields: PhraseValues, bare: Bare): PhraseValues => {
    const [computer = '', address = '', action = '', description = '', operation = ''] = bare('')
    const [pid = '', process = '', , , target = ''] = bare('Rule')
    const found = { computer, address, action, description, operation, pid, process, target, at: fields.Begin ?? '' }
    // The driver of application control reports that it is ready, which is not a finding.
    return process === 'SysPlant' && action === 'Continue' ? { ...found, kind: 'client', words: description } : found
  },
  client: (fields: PhraseValues, bare: Bare): PhraseValues => ({
    computer: bare('')[0] ?? '',
    words: fields['Event Description'] ?? bare('Category')[1] ?? '',
    at: fields['Event time'] ?? '',
  }),
} as const

function endOf(fields: PhraseValues): string {
  return fields['End Time'] ?? fields.End ?? ''
}

/** The ends of a connection: the client is the source of outbound traffic, and the destination of all other. */
function endsOf(parts: PhraseValues, words: readonly string[]): PhraseValues {
  const direction = words.find((word) => word === 'Inbound' || word === 'Outbound') ?? ''
  const [local, remote] = direction === 'Outbound' ? ['src', 'dst'] : ['dst', 'src']
  return {
    direction,
    protocol: words.find((word) => /^(?:TCP|UDP|ICMP(?:v6)?)$/i.test(word))?.toLowerCase() ?? '',
    [`${local}_ip`]: addressOf(parts['Local Host IP'] ?? parts['Local Host'] ?? parts.Local),
    [`${local}_port`]: portOf(parts['Local Port']),
    [`${local}_mac`]: macOf(parts['Local Host MAC']),
    [`${remote}_ip`]: addressOf(parts['Remote Host IP']),
    [`${remote}_port`]: portOf(parts['Remote Port']),
    [`${remote}_mac`]: macOf(parts['Remote Host MAC']),
    [`${remote}_host`]: parts['Remote Host Name'] ?? '',
  }
}

/** Zero means unknown. */
const portOf = (text = '') => (text === '0' ? '' : text)
const addressOf = (text = '') => (text === '0.0.0.0' || text === '::' ? '' : text)

function macOf(digits = ''): string {
  if (!/^[\da-f]{12}$/i.test(digits) || /^0+$/.test(digits)) return ''
  return (digits.match(/../g) ?? []).join(':')
}

function labelled(values: readonly string[]): { labels: PhraseValues; bare: Bare } {
  const fields: PhraseValues = Object.create(null)
  const bare = new Map<string, string[]>([['', []]])
  let label = ''
  for (const value of values) {
    const found = LABELLED.exec(value)
    if (found) {
      label = found[1] as string
      fields[label] = plainOf(found[2] ?? '')
      bare.set(label, [])
    } else bare.get(label)?.push(withoutMarks(value))
  }
  return { labels: fields, bare: (of) => bare.get(of) ?? [] }
}

/** Older releases put sentences between apostrophes. */
function withoutMarks(value: string): string {
  return plainOf(value.length > 1 && value.startsWith("'") && value.endsWith("'") ? value.slice(1, -1) : value)
}

function valuesOf(message: string): string[] {
  const values: string[] = []
  let hasQuotes = true
  let at = 0
  while (at <= message.length && values.length < VALUES_MAX) {
    const close = hasQuotes && message[at] === QUOTE ? closingQuote(message, at + 1) : 0
    if (close === -1) hasQuotes = false
    const comma = message.indexOf(',', close > 0 ? close : at)
    const end = comma === -1 ? message.length : comma
    values.push(close > 0 ? message.slice(at + 1, close).replaceAll('""', QUOTE) : message.slice(at, end))
    at = end + 1
  }
  return values
}

/** The quote before a comma or the end; two in a row stand for one. -1 for none. */
function closingQuote(message: string, from: number): number {
  let at = message.indexOf(QUOTE, from)
  while (at !== -1) {
    const next = message[at + 1]
    if (next === undefined || next === ',') return at
    at = message.indexOf(QUOTE, next === QUOTE ? at + 2 : at + 1)
  }
  return -1
}
