/**
 * A deputy is reached and decides in place of a person, under their own permissions; the audit log names that person.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { escalateOnce } from '../../../control/soc/cases/index.ts'
import { makeUser } from '../../test-api.ts'
import { openTestPeople, type TestPeople } from './test-people.ts'

let people: TestPeople
let dan = ''
beforeAll(async () => {
  people = await openTestPeople()
  dan = await makeUser(people.api, people.acme, 'dan', 'tenant_admin')
}, 120_000)
beforeEach(async () => {
  people.minutes(6)
  await people.deliverAll()
  people.minutes(6)
  people.smtp.mails.length = 0
})
afterAll(() => people?.close())

const post = (who: string, url: string, body: object = {}) => people.ask(who, 'POST', url, body)
const inHours = (hours: number) => new Date(people.clock.ms + hours * 3_600_000).toISOString()
/** The token of dan, who is not among the people of every test. */
const asDan = async (url: string, body: object) => {
  const login = await people.api.ask('POST', 'auth/login', {
    body: { email: 'dan@acme.example', password: 'a long enough password', tenant: people.acme },
  })
  return people.api.ask('POST', url, { token: login.body.access_token, body })
}
async function requestApproval(name: string, more: object = {}) {
  const body = { title: 'May we?', risk_level: 'high', expires_at: inHours(4), required_user_id: people.users[name] }
  return (await post('ben', 'approvals', { ...body, ...more })).body.id
}
const named = (who: string, deputy_id: string, more: object = {}) =>
  post(who, 'deputies', { deputy_id, until: inHours(24), reason: 'on leave', ...more })
const end = async (id: string) => expect((await post('tess', `deputies/${id}/end`)).status).toBe(200)

test('approvals reach the deputy, who decides by the mailed link on behalf of the absent user', async () => {
  const ann = people.users.ann ?? ''
  const before = await requestApproval('tess')
  expect((await post('ann', `approvals/${before}/approve`)).status).toBe(403)
  const made = await named('tess', ann)
  expect([made.status, made.body]).toMatchObject([201, { user_id: people.users.tess, deputy_id: ann, ended_at: null }])
  const id = await requestApproval('tess')
  await people.deliverAll()
  expect(people.mailsTo('tess')).toHaveLength(2)
  expect(people.mailsTo('ann')).toEqual([expect.stringContaining('deputy of tess@acme.example')])
  expect((await people.ask('ann', 'GET', 'approvals?mine=true')).body.items).toMatchObject([{ id }, { id: before }])
  expect((await people.ask('vic', 'GET', 'approvals?mine=true')).body.items).toEqual([])
  const [, token = ''] = /#token=([\w-]+)/.exec(people.mailsTo('ann')[0] ?? '') ?? []
  people.api.audited.length = 0
  const decided = await post('ann', 'approvals/by-link/decide', { token, verdict: 'approved' })
  expect(decided.body).toMatchObject({ id, status: 'approved' })
  expect(people.api.audited.filter(({ action }) => action === 'approval:approved')).toMatchObject([
    { actorId: ann, changes: { on_behalf_of: people.users.tess } },
  ])
  expect((await people.ask('vic', 'GET', `approvals/${id}`)).body).toMatchObject({
    ...{ decided_by: ann, decided_for: people.users.tess },
  })
  await end(made.body.id)
  expect((await post('ann', `approvals/${before}/approve`)).status).toBe(403)
  expect((await people.ask('vic', 'GET', 'deputies')).body.items).toEqual([])
})

test('a deputy gains no permissions, acts only in the period, and not on requests of the user who named the deputy', async () => {
  // An analyst may not agree to what has a high blast radius, for whomever.
  const required = people.users.tess ?? ''
  const viewer = await named('tess', people.users.vic ?? '')
  const action = { action_type: 'disable_user', target: 'kim' }
  const high = await requestApproval('tess', { action })
  expect((await post('vic', `approvals/${high}/approve`)).status).toBe(403)
  expect((await post('vic', `approvals/${high}/reject`)).body.status).toBe('denied')
  await end(viewer.body.id)
  const later = await named('tess', people.users.ann ?? '', { from: inHours(2), until: inHours(3) })
  const id = await requestApproval('tess')
  expect((await post('ann', `approvals/${id}/approve`)).status).toBe(403)
  people.minutes(150)
  expect((await post('ann', `approvals/${id}/approve`)).body.status).toBe('approved')
  people.minutes(60)
  expect((await post('ann', `approvals/${await requestApproval('tess')}/approve`)).status).toBe(403)
  expect((await post('tess', `deputies/${later.body.id}/end`)).status).toBe(404)
  // dan names a deputy for tess, and asks: that deputy is dan's choice, and not tess's.
  expect((await asDan('deputies', { user_id: required, deputy_id: people.users.ann, until: inHours(24) })).status).toBe(
    201,
  )
  const own = await asDan('approvals', {
    ...{ title: 'Mine', risk_level: 'low', expires_at: inHours(4), required_user_id: required },
  })
  expect((await post('ann', `approvals/${own.body.id}/approve`)).status).toBe(403)
  expect((await people.ask('ann', 'GET', 'approvals?mine=true')).body.items).not.toContainEqual(
    expect.objectContaining({ id: own.body.id }),
  )
  expect((await post('ann', `approvals/${await requestApproval('tess')}/approve`)).body.status).toBe('approved')
})

test('a requester cannot approve as the deputy of the required approver', async () => {
  const made = await named('tess', people.users.ben ?? '')
  const id = await requestApproval('tess')
  expect((await post('ben', `approvals/${id}/approve`)).status).toBe(403)
  expect((await post('ben', `approvals/${id}/reject`)).body.status).toBe('denied')
  await end(made.body.id)
})

test('escalations and on-call handoffs reach the deputy', async () => {
  const rotation = { name: 'day', time_zone: 'UTC', starts_on: '2020-01-01', user_ids: [people.users.ben, dan] }
  expect((await post('tess', 'oncall/rotations', { ...rotation, handoff_days: 30 })).status).toBe(201)
  const onCall = async () => (await people.ask('vic', 'GET', 'oncall/whoison')).body.items[0]
  const turn = (await onCall()).scheduled.user_id
  const who = turn === dan ? 'dan' : 'ben'
  const made = await post('tess', 'deputies', { user_id: turn, deputy_id: people.users.ann, until: inHours(24) })
  expect(made.status).toBe(201)
  expect(await onCall()).toMatchObject({
    ...{ scheduled: { user_id: turn }, responder: { user_id: people.users.ann }, is_stand_in: true },
  })
  const clocks = { ack_minutes: 60, resolve_minutes: 600, close_minutes: 1200 }
  const policy = await post('tess', 'cases/sla-policies', { name: 'p', severity: 'low', ...clocks })
  const queue = await post('tess', 'cases/queues', {
    ...{ name: 'q', match_tags: ['q'], sla_policy_id: policy.body.id, precedence: 1 },
  })
  const ladder = [{ after_minutes: 0, notify: `user:${who}` }]
  const escalation = { name: 'e', queue_id: queue.body.id, trigger_at_sla_fraction: 0.5, ladder }
  expect((await post('tess', 'cases/escalation-policies', escalation)).status).toBe(201)
  await people.open({ severity: 'low', queue_id: queue.body.id })
  people.minutes(31)
  await escalateOnce({ pool: people.api.owner, audit: people.api.deps.audit, nowMs: () => people.clock.ms })
  await people.deliverAll()
  expect(people.mailsTo(who)).toHaveLength(1)
  expect(people.mailsTo('ann')).toEqual([expect.stringContaining(`deputy of ${who}@acme.example`)])
  await end(made.body.id)
})

test.each([
  ['oneself', () => ({ deputy_id: people.users.tess }), 422],
  ['somebody of another tenant', () => ({ deputy_id: people.users.bob }), 422],
  ['more than 90 days', () => ({ deputy_id: people.users.ann, until: inHours(91 * 24) }), 422],
  ['a time that is over', () => ({ deputy_id: people.users.ann, until: inHours(-1) }), 422],
  ['an end before the beginning', () => ({ deputy_id: people.users.ann, from: inHours(5), until: inHours(4) }), 422],
] as const)('is refused for %s', async (_, body, status) => {
  expect((await post('tess', 'deputies', { until: inHours(24), ...body() })).status).toBe(status)
})

test('naming or ending a deputy of another user needs the permission, and a user has at most five', async () => {
  expect((await named('ann', dan, { user_id: people.users.tess })).status).toBe(403)
  const made = await Promise.all(Array.from({ length: 7 }, () => named('tess', dan)))
  expect(made.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(4) // one is there
  expect((await post('ann', `deputies/${made[0]?.body.id}/end`)).status).toBe(404)
  expect((await post('bob', `deputies/${made[0]?.body.id}/end`)).status).toBe(404)
})
