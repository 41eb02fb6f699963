/** Values of custom fields by their labels: `cs1Label=RuleName cs1=...`. Vendors put into them what the format has no key for. */
import { numberOf, textOf } from '../../mapping/text-of.ts'

type Members = Readonly<Record<string, unknown>>

const LABELS = ['cs1Label', 'cs2Label', 'cs3Label', 'cs4Label', 'cs5Label', 'cs6Label'] as const
const LABEL_MAX = 64

export type Labelled = {
  /** The name of a virus or of a threat. */
  virus?: string
  user?: string
  /** The page about the finding at its sender. */
  link?: string
  /** The sender's id of the finding. */
  id?: string
  /** The name of the rule that found it. */
  rule?: string
  severity?: string
}

const KINDS: readonly (readonly [keyof Labelled, RegExp])[] = [
  ['virus', /^(?=.*(?:virus|malware|(?:threat|detection) ?name)).*name/i],
  ['user', /^(?:user|user ?name|login|login ?name|account|account ?name|actor|principal)$/i],
  ['link', /(?:link|url)$/i],
  ['id', /^(?:(?:event|alert|incident|malop|detection|finding|case|offense) ?)?id$/i],
  ['rule', /^(?:rule|model|alert|detection|signature) ?name$/i],
  ['severity', /^severity(?: ?level)?$/i],
]
const PAGE = /^https?:\/\/\S{4,1000}$/i
const NOTHING = /^(?:none|null|n\/a|unknown|-|false|true|0)?$/i

/** The first value of each kind; a value that means nothing is none. */
export function labelledIn(record: Members): Labelled {
  const found: Labelled = {}
  for (const label of LABELS) {
    const written = record[label]
    if (typeof written !== 'string' || written.length > LABEL_MAX) continue
    const value = textOf(record[label.slice(0, 3)]).trim()
    if (NOTHING.test(value)) continue
    // `userName`, `malop_id`.
    const words = written
      .trim()
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
    const kind = KINDS.find(([, pattern]) => pattern.test(words))?.[0]
    if (kind === undefined || (kind === 'link' && !PAGE.test(value))) continue
    found[kind] ??= value
  }
  return found
}

/** Labels of a custom date that is the time of the event. */
const OF_TIME =
  /^(?:(?:action|event|detection|creation|malop creation|log|logged|occurred|generated)[ _-]?)?(?:time|timestamp|date)$/i

/** The custom date that is the time of the event; '' if there is none. */
export function timeIn(record: Members): string {
  for (const name of ['deviceCustomDate1', 'deviceCustomDate2']) {
    const label = textOf(record[`${name}Label`]).replace(/([a-z])([A-Z])/g, '$1 $2')
    if (OF_TIME.test(label)) return textOf(record[name])
  }
  return ''
}

/** Words in the address of a page about a finding. */
const OF_FINDING = /\/(?:alert|incident|detection|finding|case|threat|investigation|offense|malop|event)s?(?:[/?#=]|$)/i

/** The address of a page about the finding in a field that otherwise has the address that was requested. */
export function pageIn({ request, externalId }: Members): string {
  const url = textOf(request)
  const id = textOf(externalId)
  return PAGE.test(url) && OF_FINDING.test(url) && id !== '' && url.includes(id) ? url : ''
}

const WORDS: Readonly<Record<string, number>> = { low: 3, medium: 5, high: 8, 'very-high': 10, critical: 10 }

/** From 0 to 10, also for a severity in words. */
export const severityOf = (value: unknown): number => WORDS[textOf(value).toLowerCase()] ?? numberOf(value)
