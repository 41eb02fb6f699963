/** The stop of all automation, what agents and playbooks do by a grant, and the blind sample of what triage closed. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ActorKind, platformIn } from '../../../control/platform/acting/index.ts'
import { triageOnce } from '../../../control/respond/agents/index.ts'
import { sampleSize, upperBound } from '../../../control/respond/autonomy/closure-audit.ts'
import { drawClosureAudits } from '../../../control/respond/autonomy/index.ts'
import { DUE_ACTIONS } from '../../../control/respond/response/action-store.ts'
import { requestAction } from '../../../control/respond/response/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { runAutonomy } from '../../../services/cli/autonomy.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { CREDENTIAL_KEY, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const AGENTS = 'a-token-of-the-agents-service'
let server: TestPostgres
let api: TestApi
let acme: TenantId
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await withTestPostgres()
  const database = await server.database()
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('SVC_CREDENTIAL_KEY', CREDENTIAL_KEY)
  api = await openTestApi(database, { deps: { agentsToken: AGENTS } })
  acme = await makeTenant(api, 'acme')
  const globex = await makeTenant(api, 'globex')
  for (const [name, tenant] of [
    ['ann', acme],
    ['bob', acme],
    ['cyd', acme],
    ['olga', globex],
  ] as const) {
    await makeUser(api, tenant, name, 'tenant_admin')
    tokens[name] = await tokenOf(api, tenant, name)
  }
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await api?.close()
  await server?.close()
})

const ask = (who: string, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const stop = (stopped: boolean, who = 'ann') =>
  ask(who, 'PUT', 'autonomy-policy/kill-switch', { stopped, reason: 'a wrong rule of ours' })
const grant = (scope_key: string) =>
  ask('ann', 'POST', 'autonomy-policy/grants', {
    ...{ scope_kind: 'action_verb', scope_key, capability: 'auto_execute' },
    ...{ override: true, override_reason: 'a test' },
  })
let target = 1
const request = (kind: ActorKind, actionType = 'block_ip') =>
  withTenant(api.owner, acme, async (tx) => {
    const actor = { ...platformIn(acme, crypto.randomUUID()), kind }
    const action = { actionType, target: `203.0.113.${target++}`, parameters: {}, rationale: 'test' }
    return requestAction(
      tx,
      actor,
      { ...action, rollbackAfterSeconds: actionType === 'block_ip' ? 60 : null },
      Date.now(),
    )
  })
const claimed = () => withOperator(api.owner, 'a test', (tx) => DUE_ACTIONS.claim(tx))

describe('a grant on a verb', () => {
  test('lets agents and playbooks act without approval, and nobody else', async () => {
    expect((await request('playbook')).action.status).toBe('awaiting_approval')
    expect((await grant('block_ip')).body).toMatchObject({ granted: true })
    for (const kind of ['agent', 'service', 'playbook'] as const)
      expect.soft((await request(kind)).action.status, kind).toBe('approved')
    for (const kind of ['rule', 'user', 'api_key'] as const)
      expect.soft((await request(kind)).action.status, kind).toBe('awaiting_approval')
    for (const _ of [1, 2, 3]) expect((await claimed())?.actionType).toBe('block_ip')
    expect(await claimed()).toBeNull()
  })

  test('has no effect while automation is stopped, and actions approved under it are withdrawn', async () => {
    const before = (await request('agent')).action
    expect((await stop(true)).body).toMatchObject({ stopped_because: 'a wrong rule of ours', installation: null })
    expect(await claimed()).toBeNull()
    expect((await ask('ann', 'GET', `actions/${before.id}`)).body).toMatchObject({
      status: 'rejected',
      reason: 'cancelled',
    })
    expect((await request('agent')).action.status).toBe('awaiting_approval')
    expect(api.audited.map(({ action }) => action)).toContain('autonomy:kill_switch_set')
    expect((await ask('olga', 'GET', 'autonomy-policy/kill-switch')).body.stopped_because).toBeNull()
    await stop(false)
    expect((await request('agent')).action.status).toBe('approved')
    expect((await claimed())?.status).toBe('running')
  })

  test('that is withdrawn takes along what it approved and nobody has begun, and nothing of other verbs', async () => {
    await grant('block_ip')
    await grant('run_av_scan')
    const [begun, waiting] = [(await request('agent')).action, (await request('agent')).action]
    expect((await claimed())?.id).toBe(begun.id)
    const other = await withTenant(api.owner, acme, (tx) =>
      requestAction(
        tx,
        { ...platformIn(acme, crypto.randomUUID()), kind: 'agent' },
        { actionType: 'run_av_scan', target: 'web-3', parameters: {}, rationale: 'test' },
        Date.now(),
      ),
    )
    const statusOf = async (id: string) => (await ask('ann', 'GET', `actions/${id}`)).body
    const { items } = (await ask('ann', 'GET', 'autonomy-policy/grants')).body
    const { id } = items.find(({ scope_key }: { scope_key: string }) => scope_key === 'block_ip')
    expect((await ask('olga', 'DELETE', `autonomy-policy/grants/${id}`)).status).toBe(404)
    api.audited.length = 0
    const withdrawn = await ask('bob', 'DELETE', `autonomy-policy/grants/${id}`)
    expect([withdrawn.status, withdrawn.body]).toMatchObject([200, { state: 'demoted', scope_key: 'block_ip' }])
    expect(api.audited).toMatchObject([{ action: 'autonomy:demoted', resourceId: id }])
    expect(await statusOf(waiting.id)).toMatchObject({ status: 'rejected', reason: 'cancelled' })
    expect([(await statusOf(begun.id)).status, (await statusOf(other.action.id)).status]).toEqual([
      'running',
      'approved',
    ])
    expect((await request('agent')).action.status).toBe('awaiting_approval')
    expect((await ask('bob', 'DELETE', `autonomy-policy/grants/${id}`)).status, 'only once').toBe(404)
    // A verb that is put into shadow mode acts no more either, also by what was approved before.
    expect((await ask('ann', 'PUT', 'autonomy-policy/shadow-verbs/run_av_scan', { enabled: true })).status).toBe(200)
    expect(await statusOf(other.action.id)).toMatchObject({ status: 'rejected', reason: 'cancelled' })
    await ask('ann', 'PUT', 'autonomy-policy/shadow-verbs/run_av_scan', { enabled: false })
    await grant('block_ip')
    expect(await claimed()).toBeNull()
  })

  test('has no effect in any tenant after the operator has stopped all automation', async () => {
    const before = (await request('agent')).action
    await runAutonomy(true, { all: true, reason: 'an incident of the platform' })
    expect(await claimed()).toBeNull()
    for (const who of ['ann', 'olga'])
      expect((await ask(who, 'GET', 'autonomy-policy/kill-switch')).body).toMatchObject({
        stopped_because: 'an incident of the platform',
      })
    // A tenant cannot lift what the operator set.
    expect((await stop(false)).body.stopped_because).toBe('an incident of the platform')
    expect((await request('agent')).action.status).toBe('awaiting_approval')
    expect((await ask('ann', 'GET', `actions/${before.id}`)).body.status).toBe('rejected')
    await expect(runAutonomy(true, { reason: 'whose' })).rejects.toMatchObject({ code: 'bad_request' })
    const mistyped = runAutonomy(true, { tenant: 'acmee', reason: 'mistyped' })
    await expect(mistyped).rejects.toMatchObject({ code: 'not_found', message: 'no tenant acmee' })
    await runAutonomy(false, { all: true, reason: 'it is over' })
    expect((await request('agent')).action.status).toBe('approved')
  })
})

async function closable(): Promise<string> {
  const body = { title: 'a scan', severity: 'info', rule_id: 'r-1', category: 'scan' }
  for (const who of ['ann', 'bob', 'cyd', 'ann', 'bob']) {
    const { id } = (await ask(who, 'POST', 'alerts', body)).body
    const verdict = { corrected_verdict: 'false_positive', reason: 'ours', reason_code: 'known_scanner' }
    await ask(who, 'POST', `alerts/${id}/verdict-override`, verdict)
  }
  return (await ask('ann', 'POST', 'alerts', body)).body.id as string
}
const triage = () =>
  triageOnce({ pool: api.owner, audit: api.deps.audit, settings: { closeFrom: 0.1 }, nowMs: Date.now })

test('triage closes nothing while automation is stopped; its closures are sampled and reviewed blind', async () => {
  await stop(true)
  const open = await closable()
  await triage()
  expect((await ask('ann', 'GET', `alerts/${open}`)).body).toMatchObject({ status: 'new', disposition: null })
  await stop(false)
  const { id } = (
    await ask('ann', 'POST', 'alerts', { title: 'a scan', severity: 'info', rule_id: 'r-1', category: 'scan' })
  ).body
  await triage()
  expect((await ask('ann', 'GET', `alerts/${id}`)).body).toMatchObject({ status: 'resolved' })
  expect(await drawClosureAudits(api.owner)).toBeGreaterThan(0)
  const { items } = (await ask('ann', 'GET', 'autonomy-policy/closure-audits')).body
  const own = items.find(({ alert_id }: { alert_id: string }) => alert_id === id)
  expect(Object.keys(own).filter((name) => /ai_|verdict|disposition|confidence|closed_as/.test(name))).toEqual([])
  expect((await ask('olga', 'GET', 'autonomy-policy/closure-audits')).body.items).toEqual([])
  const judge = (who: string) => ask(who, 'POST', `autonomy-policy/closure-audits/${id}/verdict`, { verdict: 'threat' })
  expect((await judge('olga')).status).toBe(404)
  expect((await judge('ann')).body).toEqual({ alert_id: id, verdict: 'threat' })
  expect((await judge('ann')).status).toBe(404)
  // Somebody has to work on a threat that was missed.
  expect((await ask('ann', 'GET', `alerts/${id}`)).body).toMatchObject({
    ...{ status: 'in_progress', disposition: 'true_positive' },
  })
  const figures = (await ask('ann', 'GET', 'autonomy-policy/missed-threats')).body
  expect(figures).toMatchObject({ judged: 1, threats: 1, rate: 1, rate_at_most: 1, is_bounded: false })
  expect((await ask('olga', 'GET', 'autonomy-policy/missed-threats')).body).toMatchObject({
    rate: null,
    rate_at_most: null,
  })
})

test('the sample has the size that the error bound needs', () => {
  expect([0, 1, 10].map((closed) => sampleSize(closed))).toEqual([0, 1, 10])
  // ln 0.05 / ln 0.98 = 148.3
  expect(sampleSize(1_000_000)).toBeGreaterThanOrEqual(148)
  expect(sampleSize(1_000_000)).toBeLessThanOrEqual(149)
  for (const closed of [60, 300, 5_000]) {
    const n = sampleSize(closed)
    const misses = Math.floor(0.02 * closed) + 1
    const none = Array.from({ length: n }, (_, i) => Math.max(0, closed - misses - i) / (closed - i)).reduce(
      (a, b) => a * b,
      1,
    )
    expect.soft(none, String(closed)).toBeLessThanOrEqual(0.05)
  }
  // Clopper and Pearson, one-sided, 95 %: 1 - 0.05^(1/149).
  expect(upperBound(0, 149)).toBeCloseTo(0.0199, 4)
  expect(upperBound(5, 10)).toBeCloseTo(0.7776, 4)
  expect([upperBound(0, 0), upperBound(3, 3)]).toEqual([null, 1])
})

test('the agents service authenticates with its own token and has only its own permissions', async () => {
  const action = (method: string, url: string, body?: object) =>
    api.ask(method, url, { token: AGENTS, headers: { 'x-tenant-id': 'acme' }, ...(body ? { body } : {}) })
  expect((await action('GET', 'alerts')).status).toBe(200)
  expect((await action('GET', 'users')).status).toBe(403)
  expect((await action('PUT', 'autonomy-policy/kill-switch', { stopped: false, reason: 'x' })).status).toBe(403)
  const body = { action_type: 'isolate_host', target: 'h-1', rationale: 'test' }
  expect(await action('POST', 'actions', body)).toMatchObject({
    status: 202,
    body: { action: { status: 'awaiting_approval' } },
  })
})
