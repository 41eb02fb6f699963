import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openHealth } from '../../platform/health.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { reportWorkers } from '../../stores/postgres/background-workers.ts'
import { openPostgres, type Postgres, withOperator } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { backgroundWork, runRoleWork } from './background-work.ts'

const log = pino({ level: 'silent' })
let server: TestPostgres
let owner: Postgres
let app: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
  const { url, appUrl } = await server.database()
  owner = openPostgres({ url, poolSize: 4 })
  app = openPostgres({ url: appUrl, poolSize: 2 })
}, 120_000)
afterAll(async () => {
  await owner?.end()
  await app?.end()
  await server?.close()
})
beforeEach(() => owner.query('TRUNCATE background_workers'))

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const report = (process: string, failingSince: Date | null) =>
  withOperator(owner, 'test', (tx) =>
    reportWorkers(tx, process, [{ name: 'hunt runs', lastSuccessAt: null, failingSince }]),
  )
const health = () => {
  const { checks, figures } = backgroundWork(app)
  return openHealth({ checks, figures, nowMs: Date.now, log })()
}

test('the API names a worker that has failed for ten minutes in every process that runs it', async () => {
  await report('agents@one', minutesAgo(11))
  expect(await health()).toMatchObject({
    status: 'degraded',
    subsystems: { background_work: 'down' },
    figures: { failing_workers: { 'hunt runs': expect.any(Number) } },
  })
  await report('agents@two', null)
  expect(await health()).toMatchObject({ status: 'ok', figures: { failing_workers: {} } })
})

test('a worker that has failed for a moment, or whose process is gone, does not count', async () => {
  await report('agents@one', minutesAgo(9))
  expect((await health()).status).toBe('ok')
  await report('agents@one', minutesAgo(11))
  await owner.query(`UPDATE background_workers SET seen_at = seen_at - interval '5 minutes'`)
  expect((await health()).status).toBe('ok')
})

test('a role reports all of its workers', async () => {
  const stop = new AbortController()
  const metrics = openMetrics('agents', { processMetrics: false })
  const worker = { name: 'triage', everyMs: 5, once: () => Promise.reject(new Error('away')) }
  const running = runRoleWork([worker], { role: 'agents', pool: owner, log, metrics, stop: stop.signal })
  const sql = `SELECT worker FROM background_workers WHERE process LIKE 'agents@%' ORDER BY worker`
  const reported = async () => (await owner.query(sql)).rows.map(({ worker: name }) => name)
  await expect.poll(reported, { timeout: 30_000 }).toEqual(['agents report', 'triage'])
  stop.abort()
  await running.ended
})
