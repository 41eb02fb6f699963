/** An approval is mailed with a link, and decided by it as the person that it went to. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askChangedAgain } from '../../../control/soc/delivery/ask-again.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { makeUser } from '../../test-api.ts'
import { openTestPeople, type TestPeople } from './test-people.ts'

let people: TestPeople
beforeAll(async () => {
  people = await openTestPeople()
  const every = { channels: ['mail'], min_severity: 'info', kinds: ['approval'], time_zone: 'UTC' }
  const preferences = { ...every, quiet_from: null, quiet_to: null }
  expect((await people.ask('tess', 'PUT', 'notifications/preferences', preferences)).status).toBe(200)
}, 120_000)
beforeEach(() => {
  people.smtp.mails.length = 0
  people.minutes(6) // past the window in which many messages become one
})
afterAll(() => people?.close())

const ask: TestPeople['ask'] = (...args) => people.ask(...args)
const post = (who: string, url: string, body: object) => ask(who, 'POST', url, body)
const judged = (alert: string) => {
  const body = { corrected_verdict: 'false_positive', reason: 'our scanner', reason_code: 'known_scanner' }
  return post('ann', `alerts/${alert}/verdict-override`, body)
}
let hosts = 0
/** An action of ben's that somebody else has to agree to. */
async function held(more: object = {}) {
  const body = { action_type: 'isolate_host', target: `ws-${hosts++}`, rationale: 'seen at work', ...more }
  const made = await post('ben', 'actions', body)
  expect([made.status, made.text]).toMatchObject([202, expect.anything()])
  return { id: made.body.approval.id, action: made.body.action.id, target: made.body.action.target }
}
async function tokenMailed(name = 'tess', at = -1): Promise<string> {
  await people.deliverAll()
  const [, token = ''] =
    /https:\/\/soc\.example\/approve#token=([\w-]+)\n/.exec(people.mailsTo(name).at(at) ?? '') ?? []
  return token
}
const look = (who: string, token: string) => post(who, 'approvals/by-link', { token })
const decide = (who: string, token: string, verdict = 'approved') =>
  post(who, 'approvals/by-link/decide', { token, verdict })
const status = async (id: string) => (await ask('tess', 'GET', `approvals/${id}`)).body.status

test('the mailed link shows everything that is approved, and decides once as the recipient', async () => {
  const alert = (await post('ann', 'alerts', { title: 'Beacon', severity: 'high', affected_hosts: ['ws'] })).body.id
  const { id, target, action } = await held({ alert_id: alert })
  const token = await tokenMailed()
  expect(people.mailsTo('tess')).toEqual([expect.stringContaining('Approve or deny:')])
  const shown = await look('tess', token)
  expect([shown.status, shown.body]).toMatchObject([
    200,
    {
      ...{ id, status: 'pending', action: { action_type: 'isolate_host', target }, blast_radius: 'high', quorum: 1 },
      ...{ requested_by: 'ben@acme.example', is_used: false, is_changed: false, case: null },
      alert: { id: alert, title: 'Beacon', severity: 'high', disposition: null, entities: ['ws'] },
    },
  ])
  expect(await status(id)).toBe('pending')
  people.api.audited.length = 0
  const [first, second] = await Promise.all([decide('tess', token), decide('tess', token)])
  expect([first.status, second.status].toSorted()).toEqual([200, 410])
  expect(people.api.audited.filter(({ action: of }) => of === 'approval:approved')).toMatchObject([
    { resourceId: id, actorId: people.users.tess, changes: { by: 'link', status: 'approved' } },
  ])
  expect((await ask('tess', 'GET', `actions/${action}`)).body.status).toBe('approved')
  expect((await look('tess', token)).body).toMatchObject({ is_used: true, status: 'approved' })
})

test('only its recipient decides by a link: not another user, not the requester, and not without permission and a fresh login', async () => {
  const { id } = await held()
  const token = await tokenMailed()
  for (const who of ['ann', 'ben', 'vic']) expect([who, (await decide(who, token)).status]).toEqual([who, 403])
  expect((await decide('bob', token)).status).toBe(404) // of another tenant
  expect((await people.api.ask('POST', 'approvals/by-link', { body: { token } })).status).toBe(401)
  const key = (await post('tess', 'api-keys', { name: 'k', scopes: ['actions:*'] })).body.key
  expect((await people.api.ask('POST', 'approvals/by-link', { key, body: { token } })).status).toBe(403)
  for (const bad of [`${token}x`, token.slice(2), 'x']) expect((await decide('tess', bad)).status).toBe(404)
  await withTenant(people.api.owner, people.acme, (tx) =>
    tx.run(`UPDATE sessions SET created_at = created_at - interval '16 minutes' WHERE user_id = $1`, [
      people.users.tess,
    ]),
  )
  expect((await decide('tess', token)).body.detail).toContain('sign in anew')
  expect(await status(id)).toBe('pending')
  people.minutes(25) // another token, of a sign-in of now
  expect((await decide('tess', token, 'denied')).body).toMatchObject({ status: 'denied' })
})

test('the requester cannot approve by a mailed link either', async () => {
  await makeUser(people.api, people.acme, 'uma', 'tenant_admin')
  const required = people.users.tess
  const expires_at = new Date(people.clock.ms + 3_600_000).toISOString()
  const body = { title: 'May we?', risk_level: 'low', expires_at, required_user_id: required }
  expect((await post('tess', 'approvals', body)).status).toBe(422)
  // Subscribed, and asking: the mail comes, and the link lets tess deny alone.
  const own = await post('tess', 'approvals', { ...body, required_user_id: null })
  const token = await tokenMailed()
  expect((await decide('tess', token)).status).toBe(403)
  expect((await decide('tess', token, 'denied')).body).toMatchObject({ id: own.body.id, status: 'denied' })
})

test('a link expires after an hour; then the approval is decided in the console', async () => {
  const { id } = await held()
  const token = await tokenMailed()
  people.minutes(61)
  expect((await decide('tess', token)).status).toBe(410)
  expect((await look('tess', token)).status).toBe(410)
  expect(await status(id)).toBe('pending')
  expect((await post('tess', `approvals/${id}/approve`, {})).body).toMatchObject({ status: 'approved' })
})

test.each([
  ['the severity of its case', () => ask('ann', 'PATCH', `cases/${caseId}`, { severity: 'low' })],
  ['the verdict of its alert', (alert: string) => judged(alert)],
  [
    'its case gets another alert',
    async () => post('ann', `cases/${caseId}/alerts`, { alert_ids: [await people.alert()] }),
  ],
  ['its target', async () => alter(`UPDATE response_actions SET target = 'dc-1' WHERE id = $1`)],
  ['a parameter', async () => alter(`UPDATE response_actions SET parameters = '{"reason":"x"}' WHERE id = $1`)],
] as const)('is requested again when its basis changes: %s', async (_, change) => {
  const alert = await people.alert()
  caseId = (await people.open({ alert_ids: [await people.alert()] })).id
  const { id, action } = await held({ alert_id: alert, case_id: caseId })
  actionId = action
  const token = await tokenMailed()
  await post('ann', `cases/${caseId}/comments`, { body: 'a comment is no evidence' })
  expect((await look('tess', token)).body).toMatchObject({ is_changed: false })
  expect(((await change(alert)) as { status: number } | undefined)?.status ?? 200).toBeLessThan(300)
  expect((await post('tess', `approvals/${id}/approve`, {})).status).toBe(409)
  const refused = await decide('tess', token)
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('changed')])
  expect(await status(id)).toBe('pending')
  const second = await tokenMailed()
  expect(second).not.toBe(token)
  expect(people.mailsTo('tess').at(-1)).toContain('Changed, approve again: ')
  expect((await look('tess', token)).body).toMatchObject({ is_changed: true })
  expect((await decide('tess', token)).status).toBe(409)
  expect((await decide('tess', second)).body).toMatchObject({ id, status: 'approved' })
})
let caseId = ''
let actionId = ''
const alter = async (sql: string) => {
  await withOperator(people.api.owner, 'test', (tx) => tx.run(sql, [actionId]))
  return undefined
}

test('votes before a change are void, and the change notifies also without a required approver', async () => {
  await makeUser(people.api, people.acme, 'ute', 'tenant_admin')
  const alert = await people.alert()
  const expires_at = new Date(people.clock.ms + 6 * 3_600_000).toISOString()
  const body = { title: 'Both of us', risk_level: 'high', expires_at, quorum: 2, alert_id: alert }
  const { id } = (await post('ben', 'approvals', body)).body
  const token = await tokenMailed()
  expect((await decide('tess', token)).body).toEqual({ id, status: 'pending', quorum: 2, votes: 1 })
  await judged(alert)
  people.api.audited.length = 0
  expect(await askChangedAgain(people.delivery())).toBe(true)
  expect(await askChangedAgain(people.delivery())).toBe(false)
  expect(people.api.audited).toMatchObject([{ action: 'approval:asked_again', resourceId: id, actorKind: 'platform' }])
  expect((await ask('tess', 'GET', `approvals/${id}`)).body).toMatchObject({ status: 'pending', votes: 0 })
  const mails = people.mailsTo('tess').length
  await people.deliverAll()
  expect(people.mailsTo('tess')).toHaveLength(mails + 1)
})

test('an approval that was decided in the app is not mailed any more, and its link says so', async () => {
  const { id } = await held()
  expect((await post('tess', `approvals/${id}/reject`, {})).body).toMatchObject({ status: 'denied' })
  await people.deliverAll()
  expect(people.mailsTo('tess')).toEqual([])
  const rows = await withTenant(people.api.owner, people.acme, (tx) =>
    tx.many(
      (row) => [row.status, row.reason],
      `SELECT d.status, d.reason FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
       WHERE n.about_id = $1`,
      [id],
    ),
  )
  expect(rows).toEqual([['skipped', 'it was answered before it was sent']])
})
