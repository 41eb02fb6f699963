/** Completions of SQL: tables after FROM and JOIN, and otherwise columns of the tables that the statement reads. */
import type { Offer, Place } from './completion.ts'

export type SqlTable = {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

const OFFERS_MAX = 10
const WORDS = [
  ...['SELECT', 'FROM', 'WHERE', 'GROUP BY', 'ORDER BY', 'HAVING', 'LIMIT', 'JOIN', 'LEFT JOIN', 'ON', 'AS', 'AND'],
  ...['OR', 'NOT', 'IN', 'LIKE', 'ILIKE', 'BETWEEN', 'IS NULL', 'DISTINCT', 'DESC', 'WITH', 'DESCRIBE', 'SHOW TABLES'],
]
const FUNCTIONS = [
  ...['count()', 'uniq(', 'sum(', 'min(', 'max(', 'avg(', 'any(', 'groupUniqArray(', 'quantile(0.95)(', 'countIf('],
  ...['toStartOfHour(', 'toStartOfDay(', 'toStartOfMinute(', 'toDate(', 'now()', 'lowerUTF8(', 'position(', 'match('],
  ...[
    'startsWith(',
    'endsWith(',
    'length(',
    'splitByChar(',
    'JSONExtractString(',
    'JSONExtractInt(',
    'isIPAddressInRange(',
  ],
]
const PARAMETERS = [
  { text: '{from:DateTime64(3)}', about: 'begin of the time above' },
  { text: '{to:DateTime64(3)}', about: 'end of the time above' },
  { text: '{name:String}', about: 'a value to fill in' },
]

/** The word before the cursor, which may begin a parameter. Null in a text and after a complete word. */
export function sqlPlaceAt(text: string, cursor: number): Extract<Place, { kind: 'field' }> | null {
  const before = text.slice(0, cursor)
  if ((before.replace(/\\./g, '').match(/'/g)?.length ?? 0) % 2 === 1) return null
  const [, word = ''] = /(?:^|[\s(,=<>+*/!-])(\{\w*|[A-Za-z_][\w.]*)$/.exec(before) ?? []
  return word === '' ? null : { kind: 'field', typed: word, from: cursor - word.length }
}

export function sqlOffers(
  text: string,
  { typed, from }: Pick<Extract<Place, { kind: 'field' }>, 'typed' | 'from'>,
  tables: readonly SqlTable[],
): readonly Offer[] {
  if (typed.startsWith('{')) return fitting(typed, PARAMETERS)
  if (/\b(?:FROM|JOIN|DESCRIBE|DESC)\s+$/i.test(text.slice(0, from)))
    return fitting(
      typed,
      tables.map(({ name, columns }) => ({ text: name, about: `${columns.length} columns` })),
    )
  const used = usedTables(text, tables)
  const [alias = '', ...path] = typed.split('.')
  const own = path.length > 0 ? used.get(alias) : undefined
  if (own !== undefined)
    return fitting(
      typed,
      own.columns.map(({ name, type }) => ({ text: `${alias}.${name}`, about: type })),
    )
  const read = used.size > 0 ? [...new Set(used.values())] : tables.filter(({ name }) => name === 'events')
  const columns = read.flatMap((table) => table.columns.map(({ name, type }) => ({ text: name, about: type })))
  return fitting(typed, [...columns, ...[...WORDS, ...FUNCTIONS].map((word) => ({ text: word, about: '' }))])
}

/** Tables that the statement reads, by their names and aliases. */
function usedTables(text: string, tables: readonly SqlTable[]): ReadonlyMap<string, SqlTable> {
  const found = new Map<string, SqlTable>()
  for (const [, name = '', alias = ''] of text.matchAll(/\b(?:FROM|JOIN)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)) {
    const table = tables.find((one) => one.name === name)
    if (table === undefined) continue
    found.set(name, table)
    if (
      alias !== '' &&
      !/^(?:where|group|order|limit|join|left|inner|on|having|prewhere|final|any|array|union)$/i.test(alias)
    )
      found.set(alias, table)
  }
  return found
}

/** Entries that begin with the typed text come before entries that contain it; each text once. */
function fitting(typed: string, offers: readonly Offer[]): readonly Offer[] {
  const low = typed.toLowerCase()
  const each = [...new Map(offers.map((offer) => [offer.text, offer])).values()].filter(({ text }) => text !== typed)
  const begin = each.filter(({ text }) => text.toLowerCase().startsWith(low))
  const within = each.filter(({ text }) => text.toLowerCase().indexOf(low) > 0)
  return [...begin, ...within].slice(0, OFFERS_MAX)
}

/** Tables and their columns of an answer that has a row for each column; most people want `events`. */
export function tablesOf(rows: readonly (readonly unknown[])[]): readonly SqlTable[] {
  const byTable = Map.groupBy(rows, ([table]) => String(table))
  const inOrder = [...byTable].sort(([a], [b]) => Number(b === 'events') - Number(a === 'events'))
  return inOrder.map(([name, own]) => ({
    name,
    columns: own.map(([, column, type]) => ({ name: String(column), type: String(type) })),
  }))
}
