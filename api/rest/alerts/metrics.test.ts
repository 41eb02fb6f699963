/** How the team does over time: every figure is held against the rows that it is counted from. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  acme = await makeTenant(api, 'acme')
  const bolt = await makeTenant(api, 'bolt')
  for (const [name, role] of Object.entries({ ann: 'soc_analyst', ben: 'soc_analyst', vic: 'viewer' })) {
    ids[name] = await makeUser(api, acme, name, role)
    tokens[name] = await tokenOf(api, acme, name)
  }
  await makeUser(api, bolt, 'bob', 'tenant_admin')
  tokens.bob = await tokenOf(api, bolt, 'bob')
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const metrics = (query: string, name = 'vic') =>
  api.ask('GET', `alerts/metrics?${query}`, { token: tokens[name] ?? '' })

type Made = {
  readonly at: string
  readonly severity?: string
  readonly rule?: string
  readonly verdict?: string
  /** Minutes after it was made. */
  readonly touched?: number
  readonly by?: string
  readonly resolved?: number
}

/** Times of rows are set to what the test says: the API writes the time at which it is asked. */
async function made({
  at,
  severity = 'high',
  rule = 'r1',
  verdict,
  touched,
  by = 'ann',
  resolved,
}: Made): Promise<void> {
  const body = { title: 'An alert', severity, rule_id: rule }
  const { body: alert } = await api.ask('POST', 'alerts', { token: tokens.ann ?? '', body })
  const after = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000)
  await withTenant(api.owner, acme, async (tx) => {
    await tx.run(
      /* sql */ `
        UPDATE alerts SET created_at = $2, resolved_at = $3, status = $4, disposition = $5,
          fusion = CASE WHEN rule_id = 'r1' THEN '{"evidence": [{"rule_id": "r1", "title": "The first rule"}]}'::jsonb END,
          fusion_version = CASE WHEN rule_id = 'r1' THEN 1 END
        WHERE id = $1`,
      [
        alert.id,
        new Date(at),
        resolved === undefined ? null : after(resolved),
        resolved === undefined ? 'new' : 'closed',
        verdict ?? null,
      ],
    )
    const done = /* sql */ `
      INSERT INTO alert_history (alert_id, kind, action, from_status, to_status, actor_id, actor_kind, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`
    await tx.run(done, [alert.id, 'audit', 'triaged', null, null, 'agent', 'automation', after(1)])
    if (touched !== undefined)
      await tx.run(done, [alert.id, 'audit', 'claimed', null, null, ids[by], 'human', after(touched)])
    if (verdict !== undefined)
      await tx.run(done, [alert.id, 'audit', 'verdict_overridden', null, null, ids[by], 'human', after(resolved ?? 0)])
    if (resolved !== undefined)
      await tx.run(done, [
        alert.id,
        'status_change',
        'status_changed',
        'new',
        'closed',
        ids[by],
        'human',
        after(resolved),
      ])
  })
}

test('figures by day and week equal those of the rows, and a duration that no alert has is null', async () => {
  await made({ at: '2025-03-03T01:00:00Z', touched: 10, resolved: 60, verdict: 'true_positive' })
  await made({ at: '2025-03-03T02:00:00Z', touched: 20, resolved: 120, verdict: 'false_positive' })
  await made({ at: '2025-03-03T23:30:00Z', severity: 'low', rule: 'r2', touched: 90, by: 'ben' })
  await made({ at: '2025-03-06T05:00:00Z', severity: 'critical' })
  await made({ at: '2025-03-10T05:00:00Z', resolved: 30, verdict: 'benign', by: 'ben' })
  await made({ at: '2025-02-28T05:00:00Z', touched: 1 })
  const span = 'from=2025-03-03T00:00:00Z&until=2025-03-12T00:00:00Z'
  const { status, body } = await metrics(span)
  expect(status).toBe(200)
  expect(body.steps.map(({ from, alerts }: { from: string; alerts: number }) => [from.slice(0, 10), alerts])).toEqual([
    ['2025-03-03', 3],
    ['2025-03-04', 0],
    ['2025-03-05', 0],
    ['2025-03-06', 1],
    ['2025-03-07', 0],
    ['2025-03-08', 0],
    ['2025-03-09', 0],
    ['2025-03-10', 1],
    ['2025-03-11', 0],
  ])
  expect(body.steps[0]).toMatchObject({
    ...{ acknowledged: 3, seconds_to_acknowledge: { mean: 2400, median: 1200, p90: 4560 } },
    ...{ resolved: 2, seconds_to_resolve: { mean: 5400, median: 5400, p90: 6840 } },
    by_severity: { info: 0, low: 1, medium: 0, high: 2, critical: 0 },
    by_verdict: { true_positive: 1, benign_true_positive: 0, false_positive: 1, benign: 0, escalate: 0 },
  })
  // An act of automation is no acknowledgement, and without any act there is no time.
  expect(body.steps[3]).toMatchObject({
    acknowledged: 0,
    seconds_to_acknowledge: null,
    resolved: 0,
    seconds_to_resolve: null,
  })
  expect(body.whole).toMatchObject({ alerts: 5, acknowledged: 4, resolved: 3 })
  expect(body.rules).toEqual([
    { rule_id: 'r1', rule_title: 'The first rule', alerts: 4, true_positive: 1, noise: 2, undecided: 1 },
    { rule_id: 'r2', rule_title: null, alerts: 1, true_positive: 0, noise: 0, undecided: 1 },
  ])
  const loadOf = (name: string) => body.analysts.find(({ user_id: id }: { user_id: string }) => id === ids[name])
  expect(loadOf('ann')).toEqual({
    ...{ user_id: ids.ann, alerts: 2, verdicts: 2, resolved: 2, open_now: 0 },
    by_step: [{ from: '2025-03-03T00:00:00.000Z', alerts: 2 }],
  })
  expect(loadOf('ben')).toMatchObject({ alerts: 2, verdicts: 1, resolved: 1 })
  const weeks = await metrics(`${span}&step=week`)
  expect(weeks.body.steps.map(({ from, alerts }: { from: string; alerts: number }) => [from, alerts])).toEqual([
    ['2025-03-03T00:00:00.000Z', 4],
    ['2025-03-10T00:00:00.000Z', 1],
  ])
  // In Tokyo the alert of 23:30 is one of the next morning.
  const tokyo = await metrics('from=2025-03-02T15:00:00Z&until=2025-03-04T15:00:00Z&time_zone=Asia/Tokyo')
  expect(tokyo.body.steps.map(({ from, alerts }: { from: string; alerts: number }) => [from, alerts])).toEqual([
    ['2025-03-02T15:00:00.000Z', 2],
    ['2025-03-03T15:00:00.000Z', 1],
  ])
})

test('counts the own tenant only, the last 30 days by default, and refuses unknown parameters', async () => {
  const usual = await metrics('')
  expect([usual.status, usual.body.whole.alerts, usual.body.steps.length]).toEqual([200, 0, 31])
  const other = await metrics('from=2025-02-01T00:00:00Z&until=2025-04-01T00:00:00Z', 'bob')
  expect([other.body.whole, other.body.rules, other.body.analysts]).toEqual([
    expect.objectContaining({ alerts: 0, acknowledged: 0, seconds_to_acknowledge: null, seconds_to_resolve: null }),
    [],
    [],
  ])
  expect((await api.ask('GET', 'alerts/metrics', {})).status).toBe(401)
  const faulty = [
    'from=2025-03-03T00:00:00Z&until=2025-03-03T00:00:00Z',
    'from=2024-03-03T00:00:00Z&until=2025-03-12T00:00:00Z',
    'step=hour',
    'time_zone=Mars/Olympus',
    'from=yesterday',
    'more=x',
  ]
  for (const query of faulty) expect([query, (await metrics(query)).status]).toEqual([query, 422])
})
