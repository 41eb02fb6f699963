/** Standing approvals: agreed to once by somebody else, for a kind of action on a set of targets, for a time. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditStandingUses } from '../../../control/respond/response/index.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { makeUser } from '../../test-api.ts'
import { openTestCases, type TestCases } from '../cases/test-cases.ts'

let cases: TestCases
beforeAll(async () => {
  cases = await openTestCases()
  await makeUser(cases.api, cases.acme, 'dan', 'tenant_admin')
}, 120_000)
afterAll(() => cases?.close())

const post = (who: string, url: string, body: object = {}) => cases.ask(who, 'POST', url, body)
const inHours = (hours: number) => new Date(cases.clock.ms + hours * 3_600_000).toISOString()
async function standing(more: object = {}, isAgreed = true) {
  const body = { action_type: 'isolate_host', targets: ['ws-*'], reason: 'the lab', until: inHours(8), ...more }
  const made = await post('ben', 'standing-approvals', body)
  expect([made.status, made.text]).toMatchObject([201, expect.anything()])
  if (isAgreed)
    expect((await post('tess', `approvals/${made.body.approval_id}/approve`)).body).toMatchObject({
      status: 'approved',
    })
  return made.body
}
const act = async (who: string, target: string, action_type = 'isolate_host', more: object = {}) =>
  (await post(who, 'actions', { action_type, target, rationale: 'seen', ...more })).body.action.status
const stateOf = async (id: string) =>
  (await cases.ask('vic', 'GET', 'standing-approvals?limit=500')).body.items.find(
    (one: { id: string }) => one.id === id,
  )
const CLEARED = 'approved'
const HELD = 'awaiting_approval'

test('approves the actions that it covers after another user agreed, and no others, and each use is audited', async () => {
  const { id, approval_id: approval } = await standing({}, false)
  expect(await act('ben', 'ws-1')).toBe(HELD)
  expect(await stateOf(id)).toMatchObject({ state: 'pending', uses: 0 })
  expect((await post('ben', `approvals/${approval}/approve`)).status).toBe(403)
  expect((await post('tess', `approvals/${approval}/approve`)).status).toBe(200)
  expect(await act('ben', 'ws-2')).toBe(CLEARED)
  expect(await act('ann', 'WS-3')).toBe(CLEARED)
  expect(await act('ann', 'db-1')).toBe(HELD)
  expect(await act('ann', 'ws-1', 'run_script', { parameters: { script: 'x' } })).toBe(HELD)
  // The user who agreed to the standing approval would agree to their own request.
  expect(await act('tess', 'ws-4')).toBe(HELD)
  expect(await stateOf(id)).toMatchObject({ state: 'active', uses: 2 })
  cases.api.audited.length = 0
  const deps = { pool: cases.api.owner, audit: cases.api.deps.audit }
  await Promise.all([auditStandingUses(deps), auditStandingUses(deps)])
  await auditStandingUses(deps)
  const used = cases.api.audited.filter(({ action }) => action === 'standing_approval:used')
  expect(used.map(({ changes }) => changes?.target).toSorted()).toEqual(['ws-2', 'ws-3'])
  expect(used[0]).toMatchObject({ resourceId: id, changes: { approved_by: cases.users.tess } })
  // A repeated request is the same action, and no other use.
  const key = { idempotency_key: 'once' }
  expect([await act('ann', 'ws-5', 'isolate_host', key), await act('ann', 'ws-5', 'isolate_host', key)]).toEqual([
    ...[CLEARED, CLEARED],
  ])
  expect(await stateOf(id)).toMatchObject({ uses: 3 })
  expect((await post('ann', `standing-approvals/${id}/revoke`)).status).toBe(200)
  expect(await act('ben', 'ws-6')).toBe(HELD)
  expect(await stateOf(id)).toMatchObject({ state: 'revoked', revoked_by: cases.users.ann })
})

test('ends by time and by number of uses, also with concurrent requests', async () => {
  const few = await standing({ targets: ['10.1.0.0/16'], action_type: 'block_ip', uses_max: 3 })
  const done = await Promise.all(Array.from({ length: 6 }, (_, n) => act('ben', `10.1.0.${n}`, 'block_ip')))
  expect(done.filter((status) => status === CLEARED)).toHaveLength(3)
  expect(await stateOf(few.id)).toMatchObject({ state: 'used_up', uses: 3 })
  const short = await standing({ targets: ['lab-*'] })
  expect(await act('ben', 'lab-1')).toBe(CLEARED)
  cases.clock.ms += 8 * 3_600_000
  expect(await act('ben', 'lab-2')).toBe(HELD)
  expect(await stateOf(short.id)).toMatchObject({ state: 'over' })
})

test('applies to equal parameters only, not past a deny list, and not after a change', async () => {
  const script = { action_type: 'run_script', targets: ['kiosk-*'], parameters: { script: 'clean' } }
  const { id } = await standing(script)
  expect(await act('ben', 'kiosk-1', 'run_script', { parameters: { script: 'clean' } })).toBe(CLEARED)
  expect(await act('ben', 'kiosk-2', 'run_script', { parameters: { script: 'other' } })).toBe(HELD)
  const rule = { list: 'deny', pattern: 'kiosk-9', reason: 'a till' }
  expect((await post('tess', 'response/targets', rule)).status).toBe(201)
  const refused = { action_type: 'run_script', target: 'kiosk-9', parameters: { script: 'clean' }, rationale: 'x' }
  expect((await post('ben', 'actions', refused)).status).toBe(403)
  await withTenant(cases.api.owner, cases.acme, (tx) =>
    tx.run(`UPDATE standing_approvals SET targets = '{dc-1}' WHERE id = $1`, [id]),
  )
  expect(await act('ben', 'dc-1', 'run_script', { parameters: { script: 'clean' } })).toBe(HELD)
})

test('a denied one approves nothing', async () => {
  const denied = await standing({ targets: ['van-*'] }, false)
  await post('tess', `approvals/${denied.approval_id}/reject`)
  expect(await act('ben', 'van-1')).toBe(HELD)
  expect(await stateOf(denied.id)).toMatchObject({ state: 'denied' })
})

test.each([
  ['everything', { targets: ['*'] }],
  ['nearly everything', { targets: ['*.c*'] }],
  ['half of the internet', { action_type: 'block_ip', targets: ['0.0.0.0/1'] }],
  ['a block that is none', { action_type: 'block_ip', targets: ['10.0.0.0/99'] }],
  ['more than thirty days', { until: '2999-01-01T00:00:00Z' }],
  ['a message', { action_type: 'notify', parameters: { message: 'x' } }],
  ['no action', { action_type: 'nothing' }],
  ['a parameter that there is none of', { parameters: { speed: '9' } }],
])('is refused for %s', async (_, more) => {
  const body = { action_type: 'isolate_host', targets: ['ws-*'], reason: 'x', until: inHours(8), ...more }
  expect((await post('ben', 'standing-approvals', body)).status).toBe(422)
})

test('another tenant can neither see nor revoke it', async () => {
  const { id } = await standing({ targets: ['tablet-*'] })
  expect((await cases.ask('bob', 'GET', 'standing-approvals')).body.items).toEqual([])
  expect((await post('bob', `standing-approvals/${id}/revoke`)).status).toBe(404)
  expect(await act('bob', 'tablet-1')).toBe(HELD)
  expect((await post('vic', `standing-approvals/${id}/revoke`)).status).toBe(403)
})
