import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { START_MS, useEngine } from '../../stores/clickhouse/test-engine.ts'
import type { Piece, SearchQuery } from './ast.ts'
import { compileSearch } from './compile.ts'
import { parseSearch } from './parse.ts'
import { DAYS, EVENTS, insertTexts, textOf, uidOf } from './test-texts.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 1)

beforeAll(() => insertTexts(engine().client), START_MS)

/** Uids of the events that each query finds, all by one statement. */
async function found(queries: readonly SearchQuery[], isIndexed: boolean): Promise<readonly string[][]> {
  const query_params: Record<string, unknown> = {}
  const selects = queries.map((query, at) => {
    const { sql, params } = compileSearch(query, '', NOW_MS)
    for (const [name, value] of Object.entries(params)) query_params[`q${at}${name}`] = value
    return `SELECT ${at} AS at, toString(event_uid) AS uid FROM events WHERE ${sql.replaceAll('{s', `{q${at}s`)}`
  })
  const answer = await engine().client.query({
    query: `SELECT * FROM (${selects.join(' UNION ALL ')}) ORDER BY at, uid`,
    query_params,
    clickhouse_settings: { use_skip_indexes: isIndexed ? 1 : 0, use_query_condition_cache: 0 },
    format: 'JSONEachRow',
  })
  const rows = await answer.json<{ at: number; uid: string }>()
  return queries.map((_, at) => rows.filter((row) => row.at === at).map(({ uid }) => uid))
}

const FIELDS = [
  ...[
    null,
    'raw',
    'cmd_line',
    'message',
    'process.cmd_line',
    'actor.process.cmd_line',
    'host',
    'user',
    'actor.user.name',
  ],
  ...['process_name', 'process.name', 'unmapped.ticket_code', 'unmapped.list', 'unmapped.deep.part'],
]

/** A whole value or a piece of one, of a text or of none, in other cases of letters, with wildcards in it. */
const patterns = fc
  .record({
    at: fc.nat(EVENTS.length + 20),
    from: fc.nat(30),
    length: fc.constantFrom(1, 3, 4, 5, 6, 8, 12, 80),
    isUpper: fc.boolean(),
    isWhole: fc.boolean(),
    wild: fc.option(fc.record({ after: fc.nat(6), kind: fc.constantFrom('*' as const, '?' as const) })),
  })
  .map(({ at, from, length, isUpper, isWhole, wild }): readonly Piece[] => {
    const whole = textOf(at)
    const cut = isWhole ? whole : whole.slice(from % whole.length).slice(0, length)
    const text = isUpper ? cut.toUpperCase() : cut
    if (!wild) return [text]
    const { after, kind } = wild
    return [
      text.slice(0, after),
      { wild: kind },
      text.slice(kind === '?' ? after + 1 : after + 2),
      { wild: '*' as const },
    ].filter((piece) => piece !== '')
  })

/** Returns the number of queries that found some events and not all. */
async function sameWithIndexes(
  fields: readonly (string | null)[],
  statements: number,
  ofEach: number,
): Promise<number> {
  const leaves = fc
    .record({ field: fc.constantFrom(...fields), pattern: patterns, isNot: fc.boolean() })
    .map(({ field, pattern, isNot }): SearchQuery => {
      const leaf: SearchQuery = { kind: 'match', field, pattern, at: 0 }
      return isNot ? { kind: 'not', of: leaf } : leaf
    })
  const size = { minLength: ofEach, maxLength: ofEach }
  let hits = 0
  for (const queries of fc.sample(fc.array(leaves, size), { numRuns: statements, seed: 45 })) {
    const plain = await found(queries, false)
    const indexed = await found(queries, true)
    for (const [at, query] of queries.entries()) expect(indexed[at], JSON.stringify(query)).toEqual(plain[at])
    hits += plain.filter(({ length }) => length > 0 && length < EVENTS.length).length
  }
  return hits
}

test('a search finds the same with the indexes as without them', async () => {
  expect(await sameWithIndexes(FIELDS, 12, 10), 'not only empty and full answers').toBeGreaterThan(40)
}, 240_000)

test('a search of an OCSF path that no column holds finds the same with the indexes as without them', async () => {
  expect(await sameWithIndexes(['device.os.build'], 12, 1)).toBeGreaterThan(3)
}, 240_000)

test('a value that is written as text is found by its member, however its characters are escaped', async () => {
  const tickets = EVENTS.filter(({ raw, value }) => raw.startsWith('{') && value.startsWith('AX-77-1931'))
  expect(tickets.some(({ raw }) => raw.includes('\\u002d'))).toBe(true)
  const queries = tickets.map(
    ({ value }): SearchQuery => ({ kind: 'match', field: 'unmapped.ticket_code', pattern: [value], at: 0 }),
  )
  expect(await found(queries, true)).toEqual(tickets.map(({ at }) => [uidOf(at)]))
})

/** The filters of names let one granule in a hundred through that lacks the name. */
const STRAYS_MAX = 2

async function granulesOf(text: string): Promise<number> {
  const { sql, params } = compileSearch(parseSearch(text), text, NOW_MS)
  const answer = await engine().client.query({
    query: `EXPLAIN indexes = 1 SELECT count() FROM events WHERE ${sql}`,
    query_params: params,
    format: 'JSONEachRow',
  })
  const plan = (await answer.json<{ explain: string }>()).map(({ explain }) => explain).join('\n')
  return Number(/Parts: \d+ \| Granules: (\d+)/.exec(plan)?.[1])
}

test.each([
  ['kestrelmark'],
  ['"AX-77-9999"'],
  ['"10.20.30.41"'],
  ['kestrel*delete'],
  ['raw:*strelma*'],
  ['"0a1b2c3d4e5f60718293a4b5c6d7e8f9"'],
  ['host:web-9999'],
  ['user:kim'],
  ['actor.process.name:kestrel.exe'],
  ['cmd_line:*kestrel*'],
  ['process.cmd_line:kestrel'],
  ['message:"kestrel mark"'],
])('%s reads hardly any granule', async (text) => {
  expect(await granulesOf(text)).toBeLessThanOrEqual(STRAYS_MAX)
})

test('members of JSON are looked up too, beside granules in which they may be escaped', async () => {
  const escaped = DAYS / 5
  const escapedOcsf = DAYS / 20
  expect(await granulesOf('unmapped.deep.part:kestrelmark')).toBeLessThanOrEqual(escaped + STRAYS_MAX)
  expect(await granulesOf('device.os.build:kestrelmark')).toBeLessThanOrEqual(escapedOcsf + STRAYS_MAX)
})
