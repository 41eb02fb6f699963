import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { takeIn } from '../../../query/testing.ts'
import { type Reader, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { jobCounts } from './counts.ts'
import { runSearchJobOnce } from './run-jobs.ts'
import { cancelSearchJob, jobPage, searchJob, startSearchJob } from './search-job.ts'

const log = pino({ level: 'silent' })
const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 10)
const FROM_MS = Date.UTC(2026, 2, 1)
const stop = new AbortController().signal
let server: TestPostgres
let pool: Postgres
let acme: TenantId

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.url, poolSize: 4 })
  acme = (await createTenant(pool, { id: 'acme' })).id
  await createTenant(pool, { id: 'globex' })
  const logon = (at: number) =>
    JSON.stringify({
      ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', TargetUserName: `user-${at}` },
      '@timestamp': new Date(FROM_MS + at * 3_600_000).toISOString(),
    })
  const body = Array.from({ length: 60 }, (_, at) => logon(at)).join('\n')
  for (const tenant of ['acme', 'globex'])
    await takeIn(engine().client, { tenant, format: 'windows', body, receivedMs: NOW_MS })
}, 120_000)
afterAll(async () => {
  await pool.end()
  await server.close()
})

const question = {
  query: 'dc1',
  fields: ['target_user'],
  requestedMs: NOW_MS,
  fromMs: FROM_MS,
  toMs: NOW_MS,
  startedBy: 'ann',
}
const start = async () => {
  const job = await withTenant(pool, acme, (tx) => startSearchJob(tx, question))
  expect(job).not.toBeNull()
  return job?.id ?? ''
}
const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
async function results(id: string): Promise<unknown[]> {
  const job = await withTenant(pool, acme, (tx) => searchJob(tx, id))
  const pages = Array.from({ length: job?.pages ?? 0 }, (_, page) =>
    withTenant(pool, acme, (tx) => jobPage(tx, id, page)),
  )
  return (await Promise.all(pages)).flat().map(({ fields }) => fields.target_user)
}
const ALL = Array.from({ length: 60 }, (_, at) => `user-${59 - at}`)

test('a search runs to its end, newest events first, each once', async () => {
  const id = await start()
  while (await runSearchJobOnce({ pool, log, lake }, stop));
  expect(await withTenant(pool, acme, (tx) => searchJob(tx, id))).toMatchObject({ state: 'done', found: 60 })
  expect(await results(id)).toEqual(ALL)
})

test('a slice with too many events is split, and another process resumes an abandoned one', async () => {
  const id = await start()
  let refusals = 3
  const slow = (tenant: TenantId): Reader => ({
    ...lake(tenant),
    query: async (sql, params, signal) => {
      if (refusals-- > 0) throw Object.assign(new Error('too slow'), { code: '159' })
      return lake(tenant).query(sql, params, signal)
    },
  })
  await runSearchJobOnce({ pool, log, lake: slow }, stop)
  expect(await withTenant(pool, acme, (tx) => searchJob(tx, id))).toMatchObject({
    state: 'running',
    slice_ms: 5_400_000,
  })
  const dies = (): Reader => ({ ...lake(acme), query: () => Promise.reject(new Error('gone')) })
  await expect(runSearchJobOnce({ pool, log, lake: dies }, stop)).rejects.toThrow('gone')
  expect(await runSearchJobOnce({ pool, log, lake: slow }, stop), 'its lease is not over').toBe(false)
  await withTenant(pool, acme, (tx) => tx.run(`UPDATE search_jobs SET lease_until = '-infinity'`))
  while (await runSearchJobOnce({ pool, log, lake: slow }, stop));
  expect(await results(id)).toEqual(ALL)
})

test('a cancelled search stops, and a tenant has a limited number of searches', async () => {
  const id = await start()
  await runSearchJobOnce({ pool, log, lake }, stop)
  expect(await withTenant(pool, acme, (tx) => cancelSearchJob(tx, id))).toMatchObject({ state: 'cancelled' })
  expect(await runSearchJobOnce({ pool, log, lake }, stop)).toBe(false)
  for (let n = 0; n < 5; n++) await start()
  expect(await withTenant(pool, acme, (tx) => startSearchJob(tx, question))).toBeNull()
  expect(await withTenant(pool, tenantId('globex'), (tx) => searchJob(tx, id))).toBeNull()
})

test('a search waits while a run of the archive moves events of its time, and fails when their file cannot be read', async () => {
  const state = async () => (await withTenant(pool, acme, (tx) => searchJob(tx, id)))?.state
  const sql = (text: string) => withTenant(pool, acme, (tx) => tx.run(text))
  await sql(`UPDATE search_jobs SET state = 'cancelled' WHERE state = 'running'`)
  const id = await start()
  await sql(
    `INSERT INTO archive_moves (id, day, path) VALUES (gen_random_uuid(), '2026-03-01', 'acme/events/gone.parquet')`,
  )
  await sql(`UPDATE archive_moves SET state = 'dropping', rows = 1, bytes = 1, checksum = '1:1',
    from_time = '2026-03-01T01:00:00Z', to_time = '2026-03-01T02:00:00Z'`)
  while (await runSearchJobOnce({ pool, log, lake }, stop));
  expect([await state(), await runSearchJobOnce({ pool, log, lake }, stop)]).toEqual(['running', false])
  await sql(`UPDATE search_jobs SET lease_until = '-infinity'`)
  await sql(`UPDATE archive_moves SET state = 'abandoned'`)
  while (await runSearchJobOnce({ pool, log, lake }, stop));
  expect([await state(), await results(id)]).toEqual(['done', ALL])
  await sql(`UPDATE archive_moves SET state = 'dropped'`)
  const failed = await start()
  while (await runSearchJobOnce({ pool, log, lake }, stop));
  expect(await withTenant(pool, acme, (tx) => searchJob(tx, failed))).toMatchObject({
    state: 'failed',
    fault: expect.stringContaining('cannot be read here'),
  })
  await sql(`UPDATE archive_moves SET state = 'abandoned'`)
})

test('counts by values grow slice by slice, can be read before the end, and are complete at the end', async () => {
  await withTenant(pool, acme, (tx) => tx.run(`UPDATE search_jobs SET state = 'cancelled' WHERE state = 'running'`))
  const counted = { ...question, gives: 'counts', fields: ['target_user', 'host'] } as const
  const job = await withTenant(pool, acme, (tx) => startSearchJob(tx, counted))
  const id = job?.id ?? ''
  const counts = () => withTenant(pool, acme, (tx) => jobCounts(tx, id, counted.fields, 2))
  // The slices of nine days end with the first hours, in which all events are.
  const before = await counts()
  expect(before.map(({ values }) => values)).toEqual([[], []])
  let dies = true
  const reader = (tenant: TenantId): Reader => ({
    ...lake(tenant),
    query: (sql, params, signal) =>
      dies ? Promise.reject(Object.assign(new Error('gone'), { code: 'x' })) : lake(tenant).query(sql, params, signal),
  })
  await expect(runSearchJobOnce({ pool, log, lake: reader }, stop)).rejects.toThrow('gone')
  await withTenant(pool, acme, (tx) => tx.run(`UPDATE search_jobs SET lease_until = '-infinity'`))
  dies = false
  const seen: number[] = []
  while (await runSearchJobOnce({ pool, log, lake: reader }, stop)) {
    const now = await withTenant(pool, acme, (tx) => searchJob(tx, id))
    seen.push(now?.found ?? 0)
  }
  expect(await withTenant(pool, acme, (tx) => searchJob(tx, id))).toMatchObject({ state: 'done', found: 60 })
  expect(seen.length).toBeGreaterThan(1)
  expect(await counts()).toEqual([
    {
      field: 'target_user',
      values: [0, 1].map((n) => ({ value: `user-${n}`, events: 1 })),
      distinct: 60,
      otherEvents: 58,
      isExact: true,
    },
    { field: 'host', values: [{ value: 'dc1', events: 60 }], distinct: 1, otherEvents: 0, isExact: true },
  ])
  expect(await withTenant(pool, tenantId('globex'), (tx) => jobCounts(tx, id, counted.fields, 2))).toMatchObject([
    { values: [] },
    { values: [] },
  ])
})
