/** Completions at the cursor of a query: names of fields, and values of the current field. */

export type Place =
  | { readonly kind: 'field'; readonly typed: string; readonly from: number }
  | { readonly kind: 'value'; readonly field: string; readonly typed: string; readonly from: number }

/** The word before the cursor. Null inside quotation marks that belong to no field, and after a complete word. */
export function placeAt(text: string, cursor: number, language: 'lucene' | 'kql'): Place | null {
  const before = text.slice(0, cursor)
  if (language === 'lucene') {
    const value = /(?:^|[\s(])(-?!?[A-Za-z_][\w.]*):(?:"([^"]*)|([^\s"()]*))$/.exec(before)
    if (value) {
      const field = (value[1] ?? '').replace(/^[-!]+/, '')
      const typed = value[2] ?? value[3] ?? ''
      return { kind: 'value', field, typed, from: cursor - typed.length - (value[2] === undefined ? 0 : 1) }
    }
  }
  if (isWithinQuotes(before)) return null
  const [, word = ''] = /(?:^|[\s(|,=~])([A-Za-z_][\w.]*)$/.exec(before) ?? []
  return word === '' ? null : { kind: 'field', typed: word, from: cursor - word.length }
}

function isWithinQuotes(text: string): boolean {
  return (text.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1
}

const KQL_WORDS = [
  'where',
  'project',
  'summarize',
  'count()',
  'order by',
  'top',
  'extend',
  'take',
  'distinct',
  'join',
  'make-series',
  'contains',
  'startswith',
  'endswith',
  'has',
  'ago(1h)',
  'bin(TimeGenerated, 1h)',
  'SecurityEvent',
  'SigninLogs',
  'DeviceProcessEvents',
  'DeviceNetworkEvents',
  'DeviceLogonEvents',
  'Syslog',
  'CommonSecurityLog',
  'AzureActivity',
  'AuditLogs',
  'TimeGenerated',
  'EventID',
  'Computer',
  'Account',
] as const
const LUCENE_WORDS = ['AND', 'OR', 'NOT'] as const

export type Offer = { readonly text: string; readonly about: string }

const OFFERS_MAX = 10

/** Entries that begin with the typed text come before entries that contain it. */
export function offersFor(
  { typed }: Extract<Place, { kind: 'field' }>,
  fields: readonly Offer[],
  language: 'lucene' | 'kql',
): readonly Offer[] {
  const words = (language === 'kql' ? KQL_WORDS : LUCENE_WORDS).map((text) => ({ text, about: '' }))
  const named =
    language === 'kql' ? words : [...fields.map(({ text, about }) => ({ text: `${text}:`, about })), ...words]
  const low = typed.toLowerCase()
  const begin = named.filter(({ text }) => text.toLowerCase().startsWith(low) && text !== typed)
  const within = named.filter(({ text }) => text.toLowerCase().indexOf(low) > 0)
  return [...begin, ...within].slice(0, OFFERS_MAX)
}

/** A value for the query language: in quotation marks unless it is a single word. */
export function quoted(value: string): string {
  return /^[\w.-]+$/.test(value) ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

export function completed(
  text: string,
  cursor: number,
  place: Place,
  offer: string,
): { readonly text: string; readonly cursor: number } {
  const rest = text.slice(cursor).replace(place.kind === 'value' ? /^[^\s"()]*"?/ : /^[\w.]*:?/, '')
  const added = place.kind === 'value' && rest === '' ? `${offer} ` : offer
  return { text: text.slice(0, place.from) + added + rest, cursor: place.from + added.length }
}
