import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSource, resolveSources } from '../../../detections/content/rule-source.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { kqlHunt } from '../../../query/kql/kql-hunt.ts'
import { kqlTable } from '../../../query/kql/kql-table.ts'
import { lakeQuery } from '../../../query/lake-query.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { compileSearch } from '../../../query/search/compile.ts'
import { facets, histogram } from '../../../query/search/count-events.ts'
import { eventByUid } from '../../../query/search/event-by-uid.ts'
import { exportSql } from '../../../query/search/export-events.ts'
import { parseSearch } from '../../../query/search/parse.ts'
import { searchByRule } from '../../../query/search/search-by-rule.ts'
import { type EventPosition, type FoundPage, searchEvents } from '../../../query/search/search-events.ts'
import { takeIn } from '../../../query/testing.ts'
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { localStore, type ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { lakeRows } from './lake-rows.ts'
import { overBoth } from './read-archived.ts'
import { runArchive } from './run-archive.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 10)
const SPAN = { fromMs: Date.UTC(2026, 1, 20), toMs: NOW_MS }
const acme = tenantId('acme')
let server: TestPostgres
let pool: Postgres
let folder: string
let store: ObjectStore
let before: Record<string, unknown>

const logon = (user: string, at: string, ip = '203.0.113.9') =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', '@timestamp': at },
    ...{ TargetUserName: user, IpAddress: ip, Note: `ran vssadmin delete by ${user}`, deep: { tier: 3 } },
  })
/** Two days that leave, and one that stays. */
const EVENTS = [
  ...[logon('ann', '2026-03-01T01:00:00Z'), logon('bob', '2026-03-01T02:00:00Z', '2001:db8::7')],
  ...[logon('ann', '2026-03-02T01:00:00Z'), logon('eve', '2026-03-05T01:00:00Z'), logon('ann', '2026-03-05T02:00:00Z')],
]

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.url, poolSize: 4 })
  folder = mkdtempSync(join(tmpdir(), 'svc-archive-read-test-'))
  store = localStore(join(folder, 'archive'))
  for (const tenant of ['acme', 'globex']) {
    await createTenant(pool, { id: tenant })
    const body = tenant === 'acme' ? EVENTS : [logon('theirs', '2026-03-01T01:00:00Z')]
    await takeIn(engine().client, { tenant, format: 'windows', body: body.join('\n'), receivedMs: NOW_MS })
  }
  const odd = `INSERT INTO events (tenant_id, event_uid, time, ingest_time, mapping, raw)
    VALUES ('acme', '00000000-0000-4000-8000-000000000001', '2026-03-01 03:00:00', '2026-03-10 00:00:00', 'ocsf', concat(unhex('636166e9225c01ff0a'), '"ip":"198.51.100.77"'))`
  await engine().client.command({ query: odd })
  before = await answers(acme, undefined)
  await archive(acme, Date.parse('2026-03-04'))
  await archive(tenantId('globex'), NOW_MS)
}, 180_000)
afterAll(async () => {
  await pool.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const archive = (tenant: TenantId, beforeMs: number) =>
  runArchive(
    {
      ...{ pool, store, lake: { ...lakeRows(engine().client), freeDisk: async () => {} } },
      ...{ tempFolder: join(folder, 'temp'), record: async () => {}, report: () => {}, nowMs: () => NOW_MS },
    },
    tenant,
    beforeMs,
  )
const reader = (tenant: TenantId, files: ArchivedEvents | undefined) =>
  tenantReader(engine().client, tenant, { rowsMax: 0, ...(files && { archive: files }) })
const both = <T>(tenant: TenantId, ask: (files: ArchivedEvents | undefined) => Promise<T>) =>
  overBoth({ pool, store }, tenant, SPAN, ask)

/** A busy machine would leave time out, on the one side or the other. */
const PATIENT = { timer: () => new AbortController().signal }
const FOUND = [
  ...['*', 'src_ip:203.0.113.0/24', 'ip:2001:db8::7', '"vssadmin delete"', 'raw:*sadmin*', 'NOT target_user:ann'],
  ...[
    'ip:198.51.100.77',
    'ip:198.51.100.0/24',
    'unmapped.deep.tier:3 user.name:bob',
    'class_uid:3002 AND severity:>=low',
  ],
]
const STATEMENTS = [
  'SELECT count() AS n, min(time) AS first FROM events',
  'SELECT target_user, count() AS n FROM events GROUP BY target_user ORDER BY n DESC, target_user',
  "WITH mine AS (SELECT * FROM events WHERE target_user = 'ann') SELECT count() FROM mine",
  `SELECT * FROM (SELECT 'a' AS which, count() AS n FROM events UNION ALL SELECT 'b', count() FROM events WHERE host = 'dc1') ORDER BY which`,
  `SELECT count() FROM events WHERE event_uid IN (SELECT event_uid FROM events WHERE target_user = 'bob')`,
  'SELECT event_uid, raw, src_ip, time_missing FROM events WHERE isValidUTF8(raw) ORDER BY event_uid',
  'SELECT hex(raw) FROM events WHERE NOT isValidUTF8(raw)',
  // Conditions that share a column or an expression, which the engine reads from files step by step.
  `SELECT count() FROM events WHERE (lower(host) = 'dc1' OR class_uid = 1) AND (lower(host) = 'dc1' OR event_code = '4625')`,
  `SELECT count() FROM events WHERE NOT (startsWith(mapping, 'w') AND class_uid = 1) AND NOT (startsWith(mapping, 'w') AND event_code = '1')`,
  `SELECT JSONExtractString(ocsf, 'class_name') AS name, count() AS n FROM events GROUP BY name ORDER BY name`,
]
const QUERIES = [
  'SecurityEvent | where EventID == 4625 | summarize n=count() by TargetUserName | order by n desc, TargetUserName asc',
  'SecurityEvent | where TargetUserName =~ "BOB" | project TimeGenerated, IpAddress',
]

/** Answers of every way to ask. */
async function answers(tenant: TenantId, files: ArchivedEvents | undefined): Promise<Record<string, unknown>> {
  const lake = reader(tenant, files)
  const found: Record<string, unknown> = {}
  const fields = ['target_user', 'src_ip', 'host', 'raw', 'ocsf']
  for (const query of FOUND) {
    const condition = compileSearch(parseSearch(query), query, NOW_MS)
    const { events, missing } = await searchEvents(
      lake,
      { condition, span: SPAN, fields, limit: 10, after: null },
      PATIENT,
    )
    found[`search ${query}`] = [events.map(({ archived: _, ...event }) => event), missing]
  }
  const all = compileSearch(parseSearch('*'), '*', NOW_MS)
  found.histogram = await histogram(lake, { condition: all, span: SPAN, intervalMs: 86_400_000 }, PATIENT)
  found.facets = await facets(
    lake,
    {
      condition: all,
      span: SPAN,
      fields: ['target_user', 'src_ip', 'class_uid'],
      limit: 5,
    },
    PATIENT,
  )
  const exported = exportSql(all, SPAN)
  found.export = await lake.query(exported.sql, { ...exported.params })
  for (const sql of STATEMENTS) found[sql] = await lakeQuery(lake, { sql, rowsMax: 100, bytesMax: 1_000_000 })
  for (const text of QUERIES) {
    const answer = await kqlHunt(lake, { text, nowMs: NOW_MS, ...SPAN })
    found[text] = 'reason' in answer ? answer : kqlTable(answer, { rowsMax: 100, charsMax: 100_000 })
  }
  const text =
    'title: r\nid: r\nlogsource: { product: windows }\ndetection: { a: { EventID: 4625, TargetUserName: ann }, condition: a }'
  const { rules } = resolveSources([parseSource({ language: 'sigma', file: 'r.yml', text })])
  const [rule] = rules
  if (rule?.body.kind !== 'event') throw new Error('the rule is about one event')
  const search = { rule: { ...rule, body: rule.body }, span: SPAN, fields, limit: 10, after: null }
  const page = await searchByRule(lake, lakeSources(), search, PATIENT)
  found.rule = [page.events.map(({ archived: _, ...event }) => event), page.missing]
  return found
}

test('every query interface returns the same as before days moved to the archive', async () => {
  expect(await reader(acme, undefined).query('SELECT toUInt32(count()) AS n FROM events')).toEqual([{ n: 2 }])
  const { answer, archive: use, archived } = await both(acme, (files) => answers(acme, files))
  for (const [question, expected] of Object.entries(before)) expect(answer[question], question).toEqual(expected)
  expect([use.files, use.events, archived]).toEqual([2, 4, []])
  expect(use.bytes).toBeGreaterThan(0)
})

test('pages continue from the lake to the archive, and an event is marked as archived', async () => {
  const condition = compileSearch(parseSearch('*'), '*', NOW_MS)
  const { answer } = await both(acme, async (files) => {
    const found: string[] = []
    let after: EventPosition | null = null
    for (let page = 0; page < 6; page++) {
      const search = { condition, span: SPAN, fields: [], limit: 1, after }
      const { events, next }: FoundPage = await searchEvents(reader(acme, files), search, PATIENT)
      found.push(...events.map(({ event_uid: uid }) => uid))
      after = next
    }
    return found
  })
  expect(new Set(answer).size).toBe(6)
})

test('an event from the archive is marked as such, and is found there by its id', async () => {
  const condition = compileSearch(parseSearch('target_user:ann'), '', NOW_MS)
  const search = { condition, span: SPAN, fields: [], limit: 10, after: null }
  const { answer } = await both(acme, (files) => searchEvents(reader(acme, files), search, PATIENT))
  expect(answer.events.map(({ archived = false }) => archived)).toEqual([false, true, true])
  const uid = answer.events.at(-1)?.event_uid ?? ''
  expect(await eventByUid(reader(acme, undefined), uid)).toBeNull()
  const one = await both(acme, (files) => eventByUid(reader(acme, files), uid))
  expect(one.answer).toMatchObject({ event_uid: uid, time: '2026-03-01T01:00:00.000Z' })
})

test('an error of a condition is the statement’s fault, and not damage of a file', async () => {
  const sql = `SELECT count() FROM events WHERE toUInt8(target_user) = 1 OR base64Decode(target_user) = 'x'`
  const answered = both(acme, (files) => lakeQuery(reader(acme, files), { sql, rowsMax: 1, bytesMax: 1000 }))
  const refused = await answered.catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'bad_request' })
  expect((refused as Error).message).not.toContain(folder)
})

test('reads only files of the queried time and of the querying tenant', async () => {
  const day = { fromMs: Date.parse('2026-03-02'), toMs: Date.parse('2026-03-03') }
  const seen: (readonly string[] | undefined)[] = []
  const ask = (tenant: TenantId, span = day) =>
    overBoth({ pool, store }, tenant, span, async (files) => void seen.push(files?.files))
  await ask(acme)
  await ask(acme, { fromMs: Date.parse('2026-03-05'), toMs: NOW_MS })
  await ask(tenantId('globex'), SPAN)
  expect(seen.map((files) => files?.map((file) => /acme|globex/.exec(file)?.[0]))).toEqual([
    ['acme'],
    undefined,
    ['globex'],
  ])
  const count = 'SELECT count() AS n FROM events'
  const theirs = await both(tenantId('globex'), (files) => reader(tenantId('globex'), files).query(count))
  expect(theirs.answer).toEqual([{ n: 1 }])
})

test.each([
  ["SELECT * FROM file('/etc/passwd', 'LineAsString')"],
  ["SELECT count() FROM events WHERE 1 IN (SELECT 1 FROM file('/etc/passwd', 'LineAsString'))"],
  ['SELECT count() FROM events SETTINGS max_execution_time = 0'],
  ["INSERT INTO FUNCTION file('/tmp/x.csv') SELECT 1 FROM events"],
  ['SELECT _path FROM events'],
])('%s is refused over both as over the lake alone', async (sql) => {
  await expect(
    both(acme, (files) => lakeQuery(reader(acme, files), { sql, rowsMax: 1, bytesMax: 1000 })),
  ).rejects.toThrow()
})

test('lists the parts that it did not read: a missing file, a file of a running move, and an unreachable archive', async () => {
  const count = (from: ObjectStore | undefined) =>
    overBoth({ pool, store: from }, acme, SPAN, (files) =>
      reader(acme, files).query<{ n: number }>('SELECT toUInt32(count()) AS n FROM events'),
    )
  const days = [
    expect.objectContaining({ fromMs: Date.parse('2026-03-01T01:00:00Z') }),
    expect.objectContaining({ fromMs: Date.parse('2026-03-02T01:00:00Z') }),
  ]
  const nothing = {
    ...{ answer: [{ n: 2 }], archive: { files: 0, events: 0, bytes: 0 } },
    ...{ archived: days, isMoving: false },
  }
  expect(await count(undefined)).toEqual(nothing)
  const elsewhere = { ...store, local: async () => ({ file: '/nowhere/x.parquet', dispose: async () => {} }) }
  expect(await count(elsewhere)).toEqual(nothing)
  const set = (from: string, to: string) =>
    withTenant(pool, acme, (tx) =>
      tx.run(`UPDATE archive_moves SET state = $2 WHERE state = $1 AND day = '2026-03-02'`, [from, to]),
    )
  await set('dropped', 'restoring')
  expect(await count(store)).toMatchObject({
    ...{ answer: [{ n: 5 }], archive: { files: 1 } },
    ...{ archived: [days[1]], isMoving: true },
  })
  await set('restoring', 'dropped')
  let answer = 0
  const changed = await overBoth({ pool, store }, acme, SPAN, async (files) => {
    answer++
    if (answer === 1) await set('dropped', 'restored')
    return files?.files.length
  })
  expect([answer, changed.answer, changed.archived], 'a file that left meanwhile is counted nowhere').toEqual([
    2,
    1,
    [],
  ])
  await set('restored', 'dropped')
})
