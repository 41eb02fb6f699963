import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { AskKql } from '../../../query/kql/kql-answer.ts'
import { kqlHunt } from '../../../query/kql/kql-hunt.ts'
import { kqlTable } from '../../../query/kql/kql-table.ts'
import { takeIn } from '../../../query/testing.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { type Lane, runTableOnce, type TableJobDeps } from './run-tables.ts'
import { cancelSearchJob, jobRows, jobTable, searchJob, startSearchJob } from './search-job.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 10)
const FROM_MS = Date.UTC(2026, 2, 1)
const NEVER = new AbortController().signal
let server: TestPostgres
let pool: Postgres
let acme: TenantId
let globex: TenantId

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.url, poolSize: 4 })
  acme = (await createTenant(pool, { id: 'acme' })).id
  globex = (await createTenant(pool, { id: 'globex' })).id
  const logon = (user: string, at: number) =>
    JSON.stringify({
      ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', TargetUserName: user },
      '@timestamp': new Date(FROM_MS + at * 3_600_000).toISOString(),
    })
  for (const [tenant, user] of [
    ['acme', 'ann'],
    ['globex', 'theirs'],
  ] as const) {
    const body = Array.from({ length: 30 }, (_, at) => logon(`${user}-${at % 3}`, at)).join('\n')
    await takeIn(engine().client, { tenant, format: 'windows', body, receivedMs: NOW_MS })
  }
}, 120_000)
afterAll(async () => {
  await pool.end()
  await server.close()
})

const askKql: AskKql = async (tenant, { table, isPlan: _, ...question }) => {
  const found = await kqlHunt(tenantReader(engine().client, tenant, { rowsMax: 0 }), question)
  return 'reason' in found ? found : kqlTable(found, table)
}
const depsWith = (more: Partial<TableJobDeps> = {}): TableJobDeps => ({
  ...{ pool, askKql, renewMs: 1, readSql: (tenant, limits) => tenantReader(engine().client, tenant, limits) },
  ...more,
})
const run = (lane: Lane, more: Partial<TableJobDeps> = {}, stop = NEVER) => runTableOnce(depsWith(more), lane, stop)

const KQL = 'SecurityEvent | summarize n = count() by TargetUserName | order by TargetUserName asc'
const SQL = 'SELECT target_user, count() AS n FROM events GROUP BY 1 ORDER BY 1'
async function start(query: string, language: 'kql' | 'sql', tenant = acme): Promise<string> {
  const job = {
    language,
    gives: 'table',
    query,
    fields: [],
    requestedMs: NOW_MS,
    fromMs: FROM_MS,
    toMs: NOW_MS,
  } as const
  const started = await withTenant(pool, tenant, (tx) => startSearchJob(tx, { ...job, startedBy: 'ann' }))
  expect(started).not.toBeNull()
  return started?.id ?? ''
}
const jobOf = (id: string, tenant = acme) => withTenant(pool, tenant, (tx) => searchJob(tx, id))
const rowsOf = (id: string, page = 0, tenant = acme) => withTenant(pool, tenant, (tx) => jobRows(tx, id, page))
const freeLeases = () => withTenant(pool, acme, (tx) => tx.run(`UPDATE search_jobs SET lease_until = '-infinity'`))

test('a query in KQL and a statement in SQL are carried out whole, over the own events alone', async () => {
  const kql = await start(KQL, 'kql')
  const sql = await start(SQL, 'sql')
  while (await run('first'));
  expect(await jobOf(kql)).toMatchObject({ state: 'done', found: 3, pages: 1, missing: [] })
  expect(await withTenant(pool, acme, (tx) => jobTable(tx, kql))).toMatchObject({
    columns: [{ name: 'TargetUserName' }, { name: 'n', type: 'long' }],
    rows_in_all: 3,
    reads: [{ table: 'SecurityEvent', scanned: 30, events: 30 }],
  })
  expect(await rowsOf(kql)).toEqual([
    ['ann-0', 10],
    ['ann-1', 10],
    ['ann-2', 10],
  ])
  expect(await rowsOf(sql)).toEqual([
    ['ann-0', '10'],
    ['ann-1', '10'],
    ['ann-2', '10'],
  ])
  expect([await jobOf(kql, globex), await rowsOf(kql, 0, globex)]).toEqual([null, []])
})

test('a long table comes in pages, and is marked when it has more rows than are stored', async () => {
  const id = await start('range n from 1 to 2500 step 1', 'kql')
  const many = await start('SELECT number FROM numbers(100001)', 'sql')
  while (await run('first'));
  expect(await jobOf(id)).toMatchObject({ state: 'done', found: 2500, pages: 3 })
  expect((await rowsOf(id, 2)).at(-1)).toEqual([2500])
  expect(await jobOf(many)).toMatchObject({ state: 'full', found: 100_000, missing: [{ reason: 'rows' }] })
})

test('a fault of the query, or a refusal by the engine, ends the job with the reason', async () => {
  const kql = await start('SecurityEvent | nothing', 'kql')
  const sql = await start('SELECT nothing FROM events', 'sql')
  const foreign = await start(`SELECT * FROM file('/etc/passwd')`, 'sql')
  while (await run('first'));
  expect(await jobOf(kql)).toMatchObject({ state: 'failed', fault: expect.stringContaining('line 1') })
  expect(await jobOf(sql)).toMatchObject({ state: 'failed', fault: expect.stringContaining('nothing') })
  expect(await jobOf(foreign)).toMatchObject({ state: 'failed' })
})

test('a query that needs more than a minute continues in the slow lane, and fails at the maximum', async () => {
  const id = await start(KQL, 'kql')
  await withTenant(pool, acme, (tx) => tx.run('UPDATE search_jobs SET budget_seconds = 60 WHERE id = $1', [id]))
  const slow: AskKql = (_tenant, _request, { signal }) => Promise.reject(signal.reason as Error)
  const late = AbortSignal.timeout
  AbortSignal.timeout = () => AbortSignal.abort(new Error('late'))
  try {
    await run('first', { askKql: slow })
    expect(await jobOf(id)).toMatchObject({ state: 'running', budget_seconds: 240 })
    expect(await run('first')).toBe(false)
    await run('long', { askKql: slow })
    expect(await jobOf(id)).toMatchObject({ state: 'running', budget_seconds: 960 })
    await run('long', { askKql: slow })
  } finally {
    AbortSignal.timeout = late
  }
  expect(await jobOf(id)).toMatchObject({ state: 'failed', fault: expect.stringContaining('longer than 16 minutes') })
})

test('cancelling a running job ends its query', async () => {
  const id = await start(KQL, 'kql')
  let isEnded = false
  const endless: AskKql = (_tenant, _request, { signal, onProgress }) => {
    onProgress?.(77)
    void withTenant(pool, acme, (tx) => cancelSearchJob(tx, id))
    return new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        isEnded = true
        reject(signal.reason as Error)
      }),
    )
  }
  expect(await run('first', { askKql: endless })).toBe(true)
  expect([isEnded, await jobOf(id)]).toMatchObject([true, { state: 'cancelled' }])
})

test('an abandoned job is started again by the next process, and at once after a clean stop', async () => {
  const id = await start(KQL, 'kql')
  const stop = new AbortController()
  const stopped: AskKql = (_tenant, _request, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      stop.abort(new Error('the process stops'))
    })
  await run('first', { askKql: stopped }, stop.signal)
  expect(await jobOf(id)).toMatchObject({ state: 'running', attempts: 0 })
  const away: AskKql = () => Promise.reject(new AppError('unavailable', 'the lake does not answer'))
  await expect(run('first', { askKql: away })).rejects.toThrow('does not answer')
  expect(await run('first'), 'its lease is not over').toBe(false)
  await freeLeases()
  await run('first')
  expect(await jobOf(id)).toMatchObject({ state: 'done', found: 3 })

  const hopeless = await start(KQL, 'kql')
  for (let n = 0; n < 8; n++) {
    await expect(run('first', { askKql: away })).rejects.toThrow()
    await freeLeases()
  }
  await run('first')
  expect(await jobOf(hopeless)).toMatchObject({ state: 'failed', fault: expect.stringContaining('begun 8 times') })
})

test('a tenant with a running query waits for the other tenants', async () => {
  const first = await start(KQL, 'kql')
  const second = await start(KQL, 'kql')
  const other = await start(KQL, 'kql', globex)
  const order: string[] = []
  const during: AskKql = async (tenant, request, options) => {
    order.push(tenant)
    if (order.length === 1) await run('first', { askKql: during })
    return askKql(tenant, request, options)
  }
  await run('first', { askKql: during })
  expect(order).toEqual(['acme', 'globex'])
  while (await run('first'));
  expect([await jobOf(first), await jobOf(second), await jobOf(other, tenantId('globex'))]).toMatchObject(
    Array.from({ length: 3 }, () => ({ state: 'done' })),
  )
})

test('a table waits while a run of the archive moves events of its time', async () => {
  const id = await start(SQL, 'sql')
  const sql = (text: string) => withTenant(pool, acme, (tx) => tx.run(text))
  await sql(`INSERT INTO archive_moves (id, day, path) VALUES (gen_random_uuid(), '2026-03-01', 'acme/moving.parquet')`)
  await sql(`UPDATE archive_moves SET state = 'dropping', rows = 1, bytes = 1, checksum = '1:1', from_time = '${new Date(FROM_MS).toISOString()}',
    to_time = '${new Date(FROM_MS + 1).toISOString()}'`)
  await expect(run('first')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await jobOf(id)).toMatchObject({ state: 'running' })
  await sql(`UPDATE archive_moves SET state = 'abandoned'`)
  await freeLeases()
  while (await run('first'));
  expect(await jobOf(id)).toMatchObject({ state: 'done', found: 3, missing: [] })
})
