/** A verb in shadow mode: kept as what would have been done, compared with what people did, and granted by that. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ActorKind, platformIn } from '../../../control/platform/acting/index.ts'
import { watchGrantsOnce } from '../../../control/respond/autonomy/index.ts'
import { workOnNext } from '../../../control/respond/playbooks/index.ts'
import { DUE_ACTIONS } from '../../../control/respond/response/action-store.ts'
import { requestAction } from '../../../control/respond/response/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let api: TestApi
let acme: TenantId
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startTestApi()
  acme = await makeTenant(api, 'acme')
  const globex = await makeTenant(api, 'globex')
  for (const [name, tenant, role] of [
    ['ann', acme, 'tenant_admin'],
    ['bob', acme, 'tenant_admin'],
    ['vic', acme, 'viewer'],
    ['olga', globex, 'tenant_admin'],
  ] as const) {
    await makeUser(api, tenant, name, role)
    tokens[name] = await tokenOf(api, tenant, name)
  }
}, 120_000)
afterAll(() => api?.close())

const ask = (who: string, method: string, url: string, body?: unknown) =>
  api.ask(method, url, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) })
const shadow = (verb: string, enabled = true, who = 'ann') =>
  ask(who, 'PUT', `autonomy-policy/shadow-verbs/${verb}`, { enabled })
const decisions = async (query = '') => (await ask('ann', 'GET', `autonomy-policy/verb-decisions${query}`)).body.items
const figures = async (verb: string, who = 'ann') =>
  (await ask(who, 'GET', 'autonomy-policy/shadow-verbs')).body.items.find((one: { verb: string }) => one.verb === verb)
const grant = (scope_key: string, more = {}) =>
  ask('ann', 'POST', 'autonomy-policy/grants', {
    ...{ scope_kind: 'action_verb', scope_key, capability: 'auto_execute', ...more },
  })
const asAutomation = (kind: ActorKind, actionType: string, target: string, more = {}) =>
  withTenant(api.owner, acme, (tx) => {
    const actor = { ...platformIn(acme, crypto.randomUUID()), kind }
    return requestAction(tx, actor, { actionType, target, parameters: {}, rationale: 'test', ...more }, Date.now())
  })
const act = (who: string, action_type: string, target: string, more = {}) =>
  ask(who, 'POST', 'actions', { action_type, target, rationale: 'a person decided', ...more })
const claimed = () => withOperator(api.owner, 'a test', (tx) => DUE_ACTIONS.claim(tx))
const inAcme = (sql: string, params: unknown[] = []) => withTenant(api.owner, acme, (tx) => tx.run(sql, params))
const alertOf = async (category: string) =>
  (await ask('ann', 'POST', 'alerts', { title: 'a scan', severity: 'high', category })).body.id as string

test('only verbs that can be granted have a shadow mode, for the own tenant and with permission', async () => {
  expect((await shadow('isolate_host')).status).toBe(409)
  expect((await shadow('notify_slack')).status).toBe(409)
  expect((await shadow('no_such')).status).toBe(422)
  expect((await shadow('block_ip', true, 'vic')).status).toBe(403)
  expect((await shadow('block_ip')).body).toMatchObject({ verb: 'block_ip', enabled: true })
  expect(api.audited.map(({ action }) => action)).toContain('autonomy:shadow_verb_set')
  expect(await figures('block_ip')).toMatchObject({ enabled: true, window: { agreement: null }, people_did: 0 })
  expect(await figures('block_ip', 'olga')).toMatchObject({ enabled: false, window: null, people_did: null })
  expect(await figures('isolate_host')).toBeUndefined()
})

test('a request by automation is recorded as a dry run: nobody approves it and nothing is done', async () => {
  for (const [kind, at] of [
    ['agent', '198.51.100.1'],
    ['service', '198.51.100.2'],
    ['playbook', '198.51.100.3'],
  ] as const) {
    const { action, approval } = await asAutomation(kind, 'block_ip', at)
    expect.soft(action, kind).toMatchObject({ status: 'rejected', reason: 'shadow_mode' })
    expect.soft(approval, kind).toBeNull()
  }
  expect(await claimed()).toBeNull()
  // A grant does nothing while the verb is in the shadow, a rule that is no automation and people are asked as ever.
  expect((await grant('block_ip', { override: true, override_reason: 'a test' })).body).toMatchObject({ granted: true })
  expect((await asAutomation('agent', 'block_ip', '198.51.100.4')).action.reason).toBe('shadow_mode')
  expect((await asAutomation('rule', 'block_ip', '198.51.100.5')).action.status).toBe('awaiting_approval')
  expect(await decisions('?verb=block_ip')).toHaveLength(4)
  expect(await decisions('?verb=run_av_scan')).toEqual([])
  expect((await ask('olga', 'GET', 'autonomy-policy/verb-decisions')).body.items).toEqual([])
})

test('a repeated request gets the same answer, and one target makes one decision a day', async () => {
  const key = { idempotencyKey: 'run/1' }
  const first = await asAutomation('playbook', 'revoke_session', 'ann')
  await shadow('revoke_session')
  const [one, again] = [
    await asAutomation('playbook', 'revoke_session', 'kim', key),
    await asAutomation('playbook', 'revoke_session', 'kim', key),
  ]
  expect([first.action.status, again.action.id]).toEqual(['awaiting_approval', one.action.id])
  for (const name of ['Kim', 'KIM', 'kim']) await asAutomation('playbook', 'revoke_session', name).catch(() => null)
  expect(await decisions('?verb=revoke_session')).toHaveLength(1)
  // Requests in the shadow leave the bound of the target to people.
  expect((await act('bob', 'revoke_session', 'kim')).status).toBeLessThan(300)
})

test('people agree by doing the same, and disagree by closing without it or by denying it', async () => {
  await shadow('capture_forensics')
  const alerts = [await alertOf('malware'), await alertOf('malware'), await alertOf('recon'), await alertOf('recon')]
  for (const [i, alertId] of alerts.entries())
    await asAutomation('agent', 'capture_forensics', `host-${i}`, { alertId })
  // The first is done by a person, the second alert is closed without it, the third is closed by triage, the fourth is open.
  expect((await act('ann', 'capture_forensics', 'HOST-0', { alert_id: alerts[0] })).status).toBeLessThan(300)
  await ask('ann', 'PATCH', `alerts/${alerts[1]}`, { status: 'resolved' })
  await inAcme(
    `INSERT INTO alert_verdicts (alert_id, corrected_verdict, reason, reason_code, decided_by_id, decided_by_kind)
     VALUES ($1, 'benign', 'a test', 'missing_context', 'triage', 'automation')`,
    [alerts[2]],
  )
  await inAcme(`UPDATE alerts SET status = 'resolved', resolved_at = now() WHERE id = $1`, [alerts[2]])
  const labels = async () =>
    Object.fromEntries(
      (await decisions('?verb=capture_forensics')).map((one: { target: string; label: string | null }) => [
        one.target,
        one.label,
      ]),
    )
  expect(await labels()).toEqual({ 'host-0': 'agreed', 'host-1': 'disagreed', 'host-2': null, 'host-3': null })
  expect(await figures('capture_forensics')).toMatchObject({
    window: { decided: 2, agreed: 1, open: 2, agreement: 0.5, agreement_at_least: expect.any(Number) },
    by_alert_class: [
      { key: 'malware', decided: 2, agreed: 1 },
      { key: 'recon', decided: 0, agreement: null },
    ],
    ...{ people_did: 1, foreseen: 1 },
  })
  // Done after the closure: the deed counts. What a person says counts over all, once nobody shows anything it is in no rate.
  await act('ann', 'capture_forensics', 'host-1')
  await act('ann', 'capture_forensics', 'unforeseen')
  expect(await labels()).toMatchObject({ 'host-1': 'agreed' })
  const of = (await decisions()).find((one: { target: string }) => one.target === 'host-3')
  expect(
    (await ask('vic', 'POST', `autonomy-policy/verb-decisions/${of.id}/verdict`, { verdict: 'right' })).status,
  ).toBe(403)
  expect(
    (await ask('olga', 'POST', `autonomy-policy/verb-decisions/${of.id}/verdict`, { verdict: 'right' })).status,
  ).toBe(404)
  const judged = { verdict: 'wrong', note: 'it was ours' }
  expect((await ask('bob', 'POST', `autonomy-policy/verb-decisions/${of.id}/verdict`, judged)).status).toBe(200)
  await act('ann', 'capture_forensics', 'host-3')
  await inAcme(`UPDATE verb_decisions SET decided_at = now() - interval '31 days' WHERE target = 'host-2'`)
  expect(await labels()).toMatchObject({ 'host-3': 'disagreed', 'host-2': 'unlabeled' })
  expect(await figures('capture_forensics')).toMatchObject({ people_did: 4, foreseen: 3, window: { decided: 3 } })
})

test('an action that a person requested and another person denied counts as a disagreement', async () => {
  const { body } = await act('ann', 'block_ip', '198.51.100.1')
  expect((await ask('bob', 'POST', `approvals/${body.approval.id}/reject`, { comment: 'ours' })).status).toBe(200)
  await act('ann', 'block_ip', '198.51.100.2')
  const found = new Map((await decisions('?verb=block_ip')).map((one: { target: string }) => [one.target, one]))
  expect(found.get('198.51.100.1')).toMatchObject({ label: 'disagreed', label_source: 'action' })
  // Nobody has decided about it yet: it shows nothing.
  expect(found.get('198.51.100.2')).toMatchObject({ label: null })
})

test('a playbook continues after a shadowed verb, and its step is a dry run', async () => {
  const steps = [
    { id: 'block', type: 'block_ip', target: '198.51.100.77' },
    { id: 'after', type: 'set', params: { x: '1' } },
  ]
  const document = { name: 'in the shadow', trigger: { on: 'manual' }, steps }
  const { id } = (await ask('ann', 'POST', 'playbooks', { document, enabled: true })).body
  const { run_id: run } = (await ask('ann', 'POST', `playbooks/${id}/execute`, {})).body
  const never = async () => Promise.reject(new Error('nothing is sent'))
  const log = api.deps.log
  const deps = { pool: api.owner, vault: api.deps.vault, egress: never, log, nowMs: Date.now }
  for (let i = 0; i < 5; i++) while (await workOnNext(deps as never));
  const shown = (await ask('ann', 'GET', `playbook-runs/${run}`)).body
  expect(shown).toMatchObject({ status: 'completed' })
  expect(shown.step_results).toMatchObject([
    { step_id: 'block', outcome: 'dry_run', executed: false },
    { step_id: 'after', outcome: 'executed' },
  ])
  expect((await decisions('?verb=block_ip'))[0]).toMatchObject({ target: '198.51.100.77', mode: 'shadow' })
})

/** As if triage had earned a grant of any verb. */
async function earned() {
  for (const [count, word] of [
    [80, 'benign'],
    [40, 'true_positive'],
  ] as const)
    await inAcme(
      `INSERT INTO svc_shadow_decisions (alert_id, alert_class, model, verdict, confidence, evidence_signature, decided_at,
         analyst_disposition, resolution_source, resolved_at)
       SELECT gen_random_uuid(), 'malware', 'rules/1', $2, 0.9, 'x', now(), $2, 'alert', now() FROM generate_series(1, $1)`,
      [count, word],
    )
}

test('a grant for a shadowed verb needs the verb’s own figures, alert class by alert class', async () => {
  await earned()
  await shadow('run_av_scan')
  expect((await grant('run_av_scan')).body.refusals.join()).toContain('of 0 requests for the verb')
  const label = (n: number, alertClass: string, word: string) =>
    inAcme(
      `INSERT INTO verb_decisions (action_id, mode, verb, target, alert_class, asked_by, label, label_source, labelled_at)
       SELECT gen_random_uuid(), 'shadow', 'run_av_scan', 'h' || g, $2, 'triage', $3, 'action', now() FROM generate_series(1, $1) g`,
      [n, alertClass, word],
    )
  await label(190, 'malware', 'agreed')
  await label(10, 'recon', 'disagreed')
  expect((await grant('run_av_scan')).body).toMatchObject({
    granted: false,
    refusals: expect.arrayContaining([expect.stringContaining('in the class recon agreement is 0 %')]),
  })
  await inAcme(`UPDATE verb_decisions SET decided_at = now() - interval '40 days' WHERE alert_class = 'recon'`)
  const earnedNow = (await grant('run_av_scan')).body
  expect(earnedNow).toMatchObject({ granted: true, source: 'earned', evidence: { verb: { window: { decided: 190 } } } })
  expect((await asAutomation('agent', 'run_av_scan', 'h1')).action.reason).toBe('shadow_mode')
  await shadow('run_av_scan', false)
  expect((await asAutomation('agent', 'run_av_scan', 'h2')).action.status).toBe('approved')
  // A verb that was never in the shadow is granted by the figures of triage, as it was before.
  expect((await grant('force_mfa')).body).toMatchObject({ granted: true, source: 'earned' })
})

test('a grant is withdrawn when people undo what it did', async () => {
  await inAcme(`UPDATE verb_decisions SET decided_at = now() - interval '40 days' WHERE verb = 'force_mfa'`)
  for (let i = 0; i < 10; i++) {
    const { action } = await asAutomation('agent', 'force_mfa', `user-${i}`)
    expect(action.status).toBe('approved')
    await inAcme(
      `UPDATE response_actions SET status = 'completed', outcome = 'simulated', ended_at = now(), deadline = NULL WHERE id = $1`,
      [action.id],
    )
    expect((await ask('bob', 'POST', `actions/${action.id}/undo`, {})).status).toBe(202)
  }
  expect((await asAutomation('agent', 'force_mfa', 'user-11')).action.status).toBe('awaiting_approval')
  api.audited.length = 0
  await watchGrantsOnce({ pool: api.owner, audit: api.deps.audit, nowMs: Date.now })
  expect(JSON.stringify(api.audited.filter(({ action }) => action === 'autonomy:demoted'))).toContain(
    'of the verb agreement is 0 %, below 90 %',
  )
})
