import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  ATOMIC_TESTS,
  beginNextRound,
  type PurpleDeps,
  runNextExecution,
} from '../../../control/detect/purple-team/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, startTestApi, type TestApi } from '../../test-api.ts'

let api: TestApi
let acme: TenantId
let token: string
let stranger: string

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
}, 120_000)
afterAll(() => api.close())
beforeEach(() =>
  withTenant(api.owner, acme, async (tx) => {
    await tx.run(`UPDATE purple_executions SET state = 'cancelled', ended_at = now() WHERE ended_at IS NULL`)
    await tx.run(
      `UPDATE purple_rounds SET ended_at = now(), detected = 0, missed = 0, unknown = 0 WHERE ended_at IS NULL`,
    )
    await tx.run('DELETE FROM purple_schedules')
  }),
)

const deps = (): PurpleDeps => ({
  ...{ pool: api.owner, log: pino({ level: 'silent' }), nowMs: Date.now, audit: api.deps.audit, pushEvents: null },
  lake: () => {
    throw new Error('a dry one asks no lake')
  },
})
const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, `purple-team/${url}`, { token: as, ...(body === undefined ? {} : { body }) })
const roundsOf = async (schedule: string) => (await ask('GET', `rounds?schedule=${schedule}`)).body.items
const alarms = async () => (await ask('GET', 'alarms')).body.items

/** `aws-trail-stopped` is found by one event, so that a dry run knows; `windows-password-spraying` needs several. */
const FOUND = 'aws-trail-stopped'
const schedule = async (more: object = {}) => {
  const body = { name: 'nightly', every_hours: 24, mode: 'dry', test_ids: [FOUND], ...more }
  const answer = await ask('POST', 'schedules', body)
  expect(answer.status).toBe(201)
  return answer.body.id as string
}
const isDue = (id: string) =>
  withOperator(api.owner, 'test', (tx) =>
    tx.run(`UPDATE purple_schedules SET next_at = '2020-01-01' WHERE id = $1`, [id]),
  )
async function runAll(): Promise<void> {
  while (await beginNextRound(deps()));
  while (await runNextExecution(deps()));
}

test('a schedule runs its tests at once and then whenever it is due, and keeps the result of each round', async () => {
  const id = await schedule({ test_ids: [FOUND, 'windows-password-spraying'] })
  await runAll()
  expect(await roundsOf(id)).toMatchObject([
    { tests: 2, detected: 1, missed: 0, unknown: 1, ended_at: expect.any(String) },
  ])
  await runAll()
  expect(await roundsOf(id)).toHaveLength(1)
  await isDue(id)
  await runAll()
  expect(await roundsOf(id)).toHaveLength(2)
  const { body } = await ask('GET', 'schedules')
  expect(Date.parse(body.items[0].next_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  expect((await ask('GET', 'rounds', undefined, stranger)).body.items).toEqual([])
})

test('a running round is not started again, neither by another process nor by the next due time', async () => {
  const id = await schedule()
  await Promise.all([beginNextRound(deps()), beginNextRound(deps())])
  await isDue(id)
  await beginNextRound(deps())
  expect(await roundsOf(id)).toMatchObject([{ tests: 1, ended_at: null }])
  await runAll()
  expect(await roundsOf(id)).toMatchObject([{ detected: 1 }])
})

test('the whole catalogue is one round, and people can run tests meanwhile', async () => {
  const id = await schedule({ test_ids: [] })
  await beginNextRound(deps())
  expect(await roundsOf(id)).toMatchObject([{ tests: ATOMIC_TESTS.length }])
  expect((await ask('POST', 'executions', { atomic_test_id: FOUND, mode: 'dry' })).status).toBe(202)
})

test('a round ends when its last execution is cancelled, with an unknown result', async () => {
  const id = await schedule()
  await beginNextRound(deps())
  const { body } = await ask('GET', 'executions?status=pending')
  expect((await ask('DELETE', `executions/${body.items[0].id}`)).status).toBe(200)
  expect(await roundsOf(id)).toMatchObject([{ detected: 0, missed: 0, unknown: 1, ended_at: expect.any(String) }])
})

test('a disabled schedule starts no round, and a changed one keeps its limits', async () => {
  const id = await schedule({ enabled: false })
  expect(await beginNextRound(deps())).toBe(false)
  const on = { name: 'hourly', every_hours: 1, mode: 'dry', test_ids: [FOUND] }
  expect((await ask('PUT', `schedules/${id}`, on)).body).toMatchObject({ name: 'hourly', enabled: true })
  expect((await ask('PUT', `schedules/${id}`, { ...on, test_ids: ['nothing'] })).status).toBe(422)
  expect((await ask('PUT', `schedules/${id}`, on, stranger)).status).toBe(404)
  await runAll()
  expect(await roundsOf(id)).toHaveLength(1)
  expect((await ask('DELETE', `schedules/${id}`)).status).toBe(204)
  expect(await roundsOf(id)).toHaveLength(1)
  for (let n = 0; n < 20; n++) await schedule({ enabled: false })
  expect((await ask('POST', 'schedules', on)).status).toBe(409)
})

test('a technique that is no longer detected raises one alarm and one notification, until it is detected again', async () => {
  const subscribed = await api.ask('PUT', 'notifications/preferences', {
    token,
    body: { channels: ['mail'], kinds: ['coverage_drift'] },
  })
  expect(subscribed.status).toBe(200)
  const id = await schedule()
  await runAll()
  expect(await alarms()).toEqual([])
  const { body: execution } = await ask('GET', 'executions?limit=1')
  const rules = execution.items[0].findings.map(({ rule_id }: { rule_id: string }) => rule_id)
  for (const rule of rules) {
    const off = { disabled: true, reason: 'for the test' }
    expect((await api.ask('PUT', `rules/${rule}/overlay`, { token, body: off })).status).toBe(200)
  }
  for (const _ of [1, 2]) {
    await isDue(id)
    await runAll()
    expect(await alarms()).toMatchObject([{ technique_id: 'T1562.008', resolved_at: null }])
  }
  const notified = await withTenant(api.owner, acme, (tx) =>
    tx.many((row) => String(row.title), `SELECT title FROM notifications WHERE kind = 'coverage_drift'`),
  )
  expect(notified).toEqual([expect.stringMatching(/^No longer detected: /)])
  const text = `title: own\nid: ${crypto.randomUUID()}\ntags: [attack.t1562.008]\nlevel: high\nlogsource: { product: aws, service: cloudtrail }\ndetection: { a: { eventName: StopLogging }, condition: a }`
  expect((await api.ask('POST', 'rules', { token, body: { language: 'sigma', text } })).status).toBe(201)
  await isDue(id)
  await runAll()
  expect(await alarms()).toMatchObject([{ resolved_at: expect.any(String) }])
  expect((await ask('GET', 'alarms?open=true')).body.items).toEqual([])
  expect((await ask('GET', 'alarms', undefined, stranger)).body.items).toEqual([])
})
