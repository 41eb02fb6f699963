/** SQL with the filters of texts must find what it finds without them, and read less. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import { rows, START_MS, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { EVENTS, insertTexts, textOf } from '../search/test-texts.ts'
import { adviceOf, withTextFilters } from './text-filters.ts'

const engine = useEngine({ migrated: true })
beforeAll(async () => {
  await engine().client.command({ query: PLAIN })
  await insertTexts(engine().client)
}, START_MS)

/** Events of days of their own. */
const PLAIN = /* sql */ `
  INSERT INTO events (tenant_id, event_uid, time, ingest_time, class_uid, host, raw, cmd_line, ocsf_rest)
  SELECT 'plain', generateUUIDv4(), toDateTime64('2026-03-01 10:00:00', 3, 'UTC') + toIntervalDay(number % 10) AS at, at, 3002, 'dc1',
    concat('{"text":"', lower(hex(number * 2654435761)), '"}'), 'whoami.exe /all', '"device":{"os":{"build":"1"}}'
  FROM numbers(100)`

async function formatted(sql: string): Promise<string> {
  const [row] = await rows<{ sql: string }>(engine().client, 'SELECT formatQuery({sql:String}) AS sql', { sql })
  return row?.sql ?? ''
}

const select = (condition: string) => `SELECT toString(event_uid) AS uid FROM events WHERE ${condition}`

/** Uids that a statement finds; null when the engine refuses it. */
async function foundBy(sql: string, isIndexed: boolean): Promise<readonly string[] | null> {
  const clickhouse_settings = { use_skip_indexes: isIndexed ? 1 : 0, use_query_condition_cache: 0 } as const
  try {
    const query = `SELECT uid FROM (${sql}) ORDER BY uid`
    const answer = await engine().client.query({ query, clickhouse_settings, format: 'JSONEachRow' })
    return (await answer.json<{ uid: string }>()).map(({ uid }) => uid)
  } catch {
    return null
  }
}

const like = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
const regex = (text: string) => text.replaceAll(/[\\^$.|?*+(){}[\]]/g, '\\$&')

/** Conditions as people write them, of a text. */
const CONDITIONS: readonly ((text: string) => string)[] = [
  (text) => `raw LIKE ${quoteText(`%${like(text)}%`)}`,
  (text) => `raw ILIKE ${quoteText(`%${like(text)}%`)}`,
  (text) => `NOT raw ILIKE ${quoteText(`%${like(text)}%`)} AND host != ''`,
  (text) => `cmd_line ILIKE ${quoteText(`%${like(text).slice(0, 6)}_%${like(text).slice(8)}`)}`,
  (text) => `message LIKE ${quoteText(text)} OR cmd_line = ${quoteText(text)}`,
  (text) =>
    `lower(raw) LIKE lower(${quoteText(`%${like(text)}%`)}) OR upper(cmd_line) LIKE ${quoteText(`%${like(text)}%`)}`,
  (text) => `lower(cmd_line) LIKE ${quoteText(`%${like(text.toLowerCase())}%`)}`,
  (text) => `match(raw, ${quoteText(regex(text))}) OR match(message, ${quoteText(`(?i)${regex(text)}`)})`,
  (text) => `raw REGEXP ${quoteText(`^.*(${regex(text)}|nosuchtext)`)}`,
  (text) => `position(raw, ${quoteText(text)}) > 0 OR positionCaseInsensitive(cmd_line, ${quoteText(text)}) != 0`,
  (text) => `position(raw, ${quoteText(text)}) AND class_uid > 0`,
  (text) => `position(raw, ${quoteText(text)}) = 16 OR toString(position(raw, ${quoteText(text)})) = '17'`,
  (text) => `multiSearchAny(raw, [${quoteText(text)}, 'nosuchtext'])`,
  (text) => `multiSearchAnyCaseInsensitiveUTF8(raw, [${quoteText(text)}, 'no'])`,
  (text) => `events.raw ILIKE '%' || ${quoteText(like(text))} || '%'`,
  (text) => `startsWith(cmd_line, ${quoteText(text)}) OR endsWith(message, ${quoteText(text)})`,
  (text) =>
    `user = ${quoteText(text)} OR host IN (${quoteText(text)}, 'Web-3') OR lower(user) = lower(${quoteText(text)})`,
  (text) => `user ILIKE ${quoteText(like(text))} OR host ILIKE 'WEB-17'`,
  (text) =>
    `JSONExtractString(raw, 'ticket_code') = ${quoteText(text)} OR JSONExtractString(raw, 'deep', 'part') = ${quoteText(text)}`,
  (text) => `JSONExtractString(ocsf, 'device', 'os', 'build') = ${quoteText(text)}`,
  (text) => `JSONExtractString(ocsf, 'unmapped', 'ticket_code') = ${quoteText(text)}`,
  (text) => `if(raw LIKE ${quoteText(`%${like(text)}%`)}, 1, 0) = 1`,
  (text) =>
    `event_uid IN (SELECT event_uid FROM events WHERE hasTokenCaseInsensitive(raw, ${quoteText(text.match(/[A-Za-z]{4,}/)?.[0] ?? 'deep')}))`,
]

const texts = fc
  .record({ at: fc.nat(EVENTS.length + 20), from: fc.nat(20), length: fc.integer({ min: 1, max: 40 }), as: fc.nat(3) })
  .map(({ at, from, length, as }) => {
    const whole = textOf(at)
    const part = as === 3 ? whole : whole.slice(from % whole.length, (from % whole.length) + length)
    return as === 1 ? part.toUpperCase() : as === 2 ? part.toLowerCase() : part
  })
  .filter((text) => text.isWellFormed() && text !== '')

test('a statement finds the same events with filters and without, with its indexes and without', async () => {
  let hits = 0
  const one = fc.record({ condition: fc.constantFrom(...CONDITIONS), text: texts })
  await fc.assert(
    fc.asyncProperty(one, async ({ condition, text }) => {
      // For letters that fold to ASCII ones the engine's own answer depends on the rows beside.
      fc.pre(!/[\u212a\u017f]/.test(text))
      const plain = await formatted(select(condition(text)))
      const { sql } = withTextFilters(plain)
      const answers = [foundBy(plain, false), foundBy(sql, true), foundBy(sql, false)]
      const [expected, found, scanned] = await Promise.all(answers)
      expect(found, sql).toEqual(expected)
      expect(scanned, sql).toEqual(expected)
      hits += (expected?.length ?? 0) > 0 && (expected?.length ?? 0) < EVENTS.length ? 1 : 0
    }),
    { numRuns: 80 },
  )
  expect(hits).toBeGreaterThan(0)
}, 300_000)

/** Granules of the plain days that a statement reads; each day has one. */
async function granulesOf(condition: string): Promise<number> {
  const { sql } = withTextFilters(await formatted(select(`tenant_id = 'plain' AND ${condition}`)))
  const plan = await rows<{ explain: string }>(engine().client, `EXPLAIN indexes = 1 ${sql}`)
  const text = plan.map(({ explain }) => explain).join('\n')
  return Math.min(...[...text.matchAll(/Granules: (\d+)\/\d+/g)].map(([, left]) => Number(left)))
}

test.each([
  "raw ILIKE '%qzxvabsent%'",
  "raw LIKE '%QzxvAbsent%'",
  "raw ILIKE '%mimikatz%sekurlsa%'",
  "match(raw, 'qzxvabsent\\\\s+x')",
  "match(raw, '(?i)(qzxvabsent|other.*absent)')",
  "position(raw, 'qzxvabsent') > 0",
  "positionCaseInsensitive(raw, 'qzxvabsent')",
  "hasToken(raw, 'qzxvabsent')",
  "multiSearchAny(raw, ['qzxvabsent', 'otherabsent'])",
  "raw ILIKE concat('%', 'qzxvabsent', '%')",
  "raw ILIKE CAST('%qzxvabsent%', 'String')",
  "(cmd_line ILIKE '%qzxvabsent%' OR file_path LIKE '%qzxvabsent')",
  "cmd_line = 'qzxvabsent.exe /c'",
  "host = 'qzxv-absent'",
  "process_name IN ('qzxvabsent.exe', 'otherabsent.exe')",
  "lower(host) = 'qzxv-absent'",
  "upper(raw) LIKE '%QZXVABSENT%'",
  "JSONExtractString(ocsf, 'device', 'os', 'build') = 'qzxvabsent'",
])('%s skips granules', async (condition) => {
  expect(await granulesOf(condition)).toBe(0)
})

test.each([
  ["raw ILIKE '%abc%'", 'a text is too short'],
  ["raw NOT LIKE '%mimikatz%'", 'an absent text is in no filter'],
  ["multiSearchAny(raw, ['mimikatz', 'abc'])", 'one of the texts is too short'],
  ["match(raw, 'a.*b')", 'nothing of it is literal'],
  ["raw LIKE '%mimi' || host", 'a pattern is made of a column'],
  ["concat(raw, host) LIKE '%mimikatz%'", 'it is of no column'],
])('%s stays as it is: %s', async (condition) => {
  const plain = await formatted(select(condition))
  expect(withTextFilters(plain)).toEqual({ sql: plain, unfiltered: ['raw'] })
})

test('only conditions that choose rows change, so that the columns of the answer keep their names', async () => {
  const plain = await formatted(
    `SELECT raw ILIKE '%mimikatz%', countIf(raw LIKE '%mimikatz%') FROM events GROUP BY 1 HAVING any(raw) LIKE '%mimikatz%' ORDER BY raw LIKE '%mimikatz%'`,
  )
  expect(withTextFilters(plain).sql).toBe(plain)
  const renamed = await formatted("SELECT src_ip AS host FROM events WHERE host = '10.0.0.1'")
  expect(withTextFilters(renamed).sql, 'a name of something else').toBe(renamed)
})

test('says what a statement reads when no filter answers it', async () => {
  const { unfiltered } = withTextFilters(await formatted(select("JSONExtractInt(ocsf, 'pid') = 4 AND host = 'a'")))
  expect(unfiltered).toEqual([])
  const whole = withTextFilters(await formatted(select("JSONExtractInt(ocsf, 'pid') = 4 AND class_uid = 1")))
  expect(adviceOf(whole.unfiltered)).toMatch(/^The statement reads ocsf of every event in its time\./)
  expect(adviceOf(withTextFilters(select("lower(raw) LIKE '%mimikatz%'")).unfiltered)).toBeNull()
})
