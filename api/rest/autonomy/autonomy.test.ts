import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissionSet } from '../../../control/identity/accounts/index.ts'
import { actorOfPrincipal } from '../../../control/platform/acting/index.ts'
import { triageOnce } from '../../../control/respond/agents/index.ts'
import { watchGrantsOnce } from '../../../control/respond/autonomy/index.ts'
import { requestAction } from '../../../control/respond/response/index.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let api: TestApi
let acme: TenantId
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  for (const [name, tenant, role] of [
    ['ann', acme, 'tenant_admin'],
    ['bob', acme, 'tenant_admin'],
    ['cyd', acme, 'tenant_admin'],
    ['vic', acme, 'viewer'],
    ['olga', await makeTenant(api, 'globex'), 'tenant_admin'],
  ] as const) {
    await makeUser(api, tenant, name, role)
    tokens[name] = await tokenOf(api, tenant, name)
  }
}, 120_000)
afterAll(() => api?.close())

const ask = (who: string, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const shadow = (alertClass: string, enabled = true, who = 'ann') =>
  ask(who, 'PUT', `autonomy-policy/shadow-mode/${encodeURIComponent(alertClass)}`, { enabled })
const grant = async (more: object, who = 'ann') => (await ask(who, 'POST', 'autonomy-policy/grants', more)).body
const agreement = async (who = 'ann') => (await ask(who, 'GET', 'autonomy-policy/agreement')).body
const triage = () =>
  triageOnce({ pool: api.owner, audit: api.deps.audit, settings: { closeFrom: 0.1 }, nowMs: Date.now })

/** Decisions that people have closed, as if the agent had judged their alerts: label by label, newest last. */
async function decided(
  alertClass: string,
  rows: readonly (readonly [count: number, verdict: string, label: string])[],
) {
  await withTenant(api.owner, acme, async (tx) => {
    let minutes = 10_000
    for (const [count, verdict, label] of rows)
      for (let n = 0; n < count; n++)
        await tx.run(
          `INSERT INTO svc_shadow_decisions (alert_id, alert_class, model, verdict, confidence, evidence_signature, decided_at,
             analyst_disposition, resolution_source, resolved_at)
           VALUES (gen_random_uuid(), $1, 'rules/1', $2, 0.9, '', clock_timestamp(), $3, 'alert',
             clock_timestamp() - make_interval(mins => $4))`,
          [alertClass, verdict, label, minutes--],
        )
  })
}
const GOOD = [
  [80, 'benign', 'benign'],
  [40, 'true_positive', 'true_positive'],
] as const

test('in shadow mode triage decides but closes nothing, and the analyst’s closure labels the decision', async () => {
  const make = async (category: string) => {
    const body = { title: `a scan of ${category}`, severity: 'info', rule_id: category, category }
    for (const who of ['ann', 'bob', 'cyd', 'ann', 'bob']) {
      const { id } = (await ask(who, 'POST', 'alerts', body)).body
      const verdict = { corrected_verdict: 'false_positive', reason: 'ours', reason_code: 'known_scanner' }
      await ask(who, 'POST', `alerts/${id}/verdict-override`, verdict)
    }
    return (await ask('ann', 'POST', 'alerts', body)).body.id as string
  }
  expect((await shadow('recon')).body).toMatchObject({ alert_class: 'recon', enabled: true })
  const [quiet, open] = [await make('recon'), await make('other')]
  await triage()
  const shown = async (id: string) => (await ask('ann', 'GET', `alerts/${id}`)).body
  expect(await shown(quiet)).toMatchObject({ status: 'new', disposition: null, ai_summary: expect.any(String) })
  expect(await shown(open)).toMatchObject({ status: 'resolved', disposition: 'false_positive' })
  // The five that people judged and did not close wait as well.
  expect(await agreement()).toMatchObject({ open: 6, window: { decisions: 0, agreement: null } })
  const verdict = { corrected_verdict: 'false_positive', reason: 'ours', reason_code: 'known_scanner' }
  await ask('ann', 'POST', `alerts/${quiet}/verdict-override`, verdict)
  await ask('ann', 'PATCH', `alerts/${quiet}`, { status: 'resolved' })
  const after = await agreement()
  expect(after).toMatchObject({ open: 5, window: { decisions: 1, agreement: 1, malicious_recall: null } })
  expect(after.by_alert_class).toMatchObject([{ key: 'recon', agreed: 1 }])
  expect(after.by_model).toMatchObject([{ key: 'rules/1' }])
  // One flag of its own wins over that of every class.
  await shadow('*')
  await shadow('other', false)
  const again = await make('other')
  await triage()
  expect((await shown(again)).status).toBe('resolved')
  await shadow('*', false)
  await withTenant(api.owner, acme, (tx) =>
    tx.run("UPDATE svc_shadow_decisions SET resolved_at = now() - interval '90 days'"),
  )
})

describe('a grant', () => {
  const verb = (scope_key: string) => ({ scope_kind: 'action_verb', scope_key, capability: 'auto_execute' })
  const asAgent = (actionType: string, target: string) =>
    withTenant(api.owner, acme, async (tx) => {
      const unknown = {
        userId: null,
        email: null,
        sessionId: null,
        keyPrefix: null,
        delegationId: null,
        expiresMs: null,
      }
      const principal = {
        kind: 'service',
        id: 'agents',
        tenantId: acme,
        ...unknown,
        permissions: permissionSet(['actions:write']),
      }
      const actor = actorOfPrincipal(principal as never, { ip: null, requestId: null })
      const request = { actionType, target, parameters: {}, rationale: 'test' }
      return (await requestAction(tx, actor, request, Date.now())).approval === null
    })

  test('that was not earned is refused with all reasons and is not recorded', async () => {
    api.audited.length = 0
    const answer = await grant({ scope_kind: 'alert_class', scope_key: 'malware', capability: 'auto_close' })
    expect(answer).toMatchObject({ granted: false, state: 'shadow', source: null, changed: false })
    expect(answer.refusals).toHaveLength(5)
    expect(api.audited).toEqual([])
    expect((await ask('ann', 'GET', 'autonomy-policy/grants')).body.items).toEqual([])
  })

  test('that was earned lets an agent act up to a medium blast radius, until the figures fall', async () => {
    expect(await asAgent('run_av_scan', 'h1')).toBe(false)
    await decided('malware', GOOD)
    api.audited.length = 0
    const earned = await grant(verb('run_av_scan'))
    expect(earned).toMatchObject({ granted: true, state: 'granted', source: 'earned', refusals: [], changed: true })
    expect(earned.evidence.window).toMatchObject({
      decisions: 120,
      agreement: 1,
      malicious_recall: 1,
      abstention_rate: 0,
    })
    expect(JSON.stringify([earned.evidence, api.audited[0]?.changes])).not.toMatch(/"[a-z]+[A-Z]\w*":/)
    expect(api.audited.map(({ action }) => action)).toEqual(['autonomy:granted'])
    expect(await grant(verb('run_av_scan'))).toMatchObject({ granted: true, changed: false })
    expect(await grant(verb('block_ip'))).toMatchObject({ granted: true })
    expect([await asAgent('run_av_scan', 'h2'), await asAgent('block_ip', '203.0.113.9')]).toEqual([true, true])
    expect(await asAgent('capture_forensics', 'h2')).toBe(false)
    for (const gated of ['isolate_host', 'disable_user'])
      expect(await grant({ ...verb(gated), override: true, override_reason: 'x' })).toMatchObject({ granted: false })
    expect((await ask('ann', 'POST', 'autonomy-policy/grants', verb('no_such'))).status).toBe(422)
    // Attacks that it takes for nothing, the most recent of all.
    await decided(
      'malware',
      [[20, 'benign', 'true_positive']].map(([n, v, l]) => [Number(n), String(v), String(l)] as const),
    )
    await withTenant(api.owner, acme, (tx) =>
      tx.run(
        `UPDATE svc_shadow_decisions SET resolved_at = now() WHERE verdict = 'benign' AND analyst_disposition = 'true_positive'`,
      ),
    )
    expect(await asAgent('run_av_scan', 'h3')).toBe(false)
    api.audited.length = 0
    await watchGrantsOnce({ pool: api.owner, audit: api.deps.audit, nowMs: Date.now })
    await watchGrantsOnce({ pool: api.owner, audit: api.deps.audit, nowMs: Date.now })
    expect(api.audited.map(({ action }) => action)).toEqual(['autonomy:demoted', 'autonomy:demoted'])
    expect(JSON.stringify(api.audited[0]?.changes)).toContain(
      'of the most recent decisions agreement is 60 %, below 90 %',
    )
    const listed = (await ask('ann', 'GET', 'autonomy-policy/grants')).body.items
    expect(listed.map(({ state }: { state: string }) => state)).toEqual(['demoted', 'demoted'])
  })

  test('by override needs a reason, lists the waived conditions, and is withdrawn at the same thresholds', async () => {
    const grantRequest = { scope_kind: 'alert_class', scope_key: 'phishing', capability: 'auto_close', override: true }
    expect((await ask('ann', 'POST', 'autonomy-policy/grants', grantRequest)).status).toBe(422)
    api.audited.length = 0
    const granted = await grant({ ...grantRequest, override_reason: 'pilot' })
    expect(granted).toMatchObject({ granted: true, source: 'operator_override', is_override: true })
    expect(granted.evidence.waived).toHaveLength(5)
    expect(api.audited.map(({ action }) => action)).toEqual(['autonomy:overridden'])
    const shown = (await ask('ann', 'GET', 'autonomy-policy/grants')).body.items
    const own = shown.find(({ scope_key }: { scope_key: string }) => scope_key === 'phishing')
    expect(own).toMatchObject({ override_reason: 'pilot', is_enforced: false, state: 'granted' })
    await decided('phishing', [[10, 'benign', 'true_positive']])
    await agreement()
    const later = (await ask('ann', 'GET', 'autonomy-policy/grants')).body.items
    expect(later.find(({ scope_key }: { scope_key: string }) => scope_key === 'phishing').state).toBe('demoted')
  })

  test('belongs to one tenant, and only users who may change its settings may give it', async () => {
    expect((await shadow('recon', true, 'vic')).status).toBe(403)
    expect((await ask('vic', 'POST', 'autonomy-policy/grants', verb('block_ip'))).status).toBe(403)
    expect(await agreement('olga')).toMatchObject({ open: 0, window: { decisions: 0 } })
    expect((await ask('olga', 'GET', 'autonomy-policy/grants')).body.items).toEqual([])
    expect(
      (await ask('ann', 'POST', 'autonomy-policy/grants', { ...verb('block_ip'), capability: 'auto_close' })).status,
    ).toBe(422)
    expect(tenantId('acme')).toBe(acme)
  })
})
