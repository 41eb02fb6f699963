/** A delegate works in a customer's tenant: owns alerts, cases and tasks there, and is named with the organisation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTenant, createOrganisation } from '../../../control/identity/organisations/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { asker } from '../../graphql/test-graphql.ts'
import { makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
let bolt: TenantId
/** At home, at Acme as a lead, and Acme's and Bolt's own administrators. */
let [pat, patAtAcme, ann, bob]: string[] = []
let patId: string
let annId: string
let delegationId: string

const ask = (method: string, url: string, token: string | undefined, body?: unknown) =>
  api.ask(method, url, { ...(token === undefined ? {} : { token }), ...(body === undefined ? {} : { body }) })
const PAT = { id: expect.any(String), name: 'pat', organisation: 'Watch', is_active: true }

async function delegate(role: string, token = ann): Promise<string> {
  const body = { email: 'pat@provider.example', role, reason: 'works our queue', expires_in_hours: 8 }
  return (await ask('POST', 'organisation/delegations', token, body)).body.id
}
async function newAlert(title: string, token = ann): Promise<string> {
  const { body } = await ask('POST', 'alerts', token, { title, severity: 'high', rule_id: title })
  return body.id
}
const enter = async (id: string) => (await ask('POST', `delegations/${id}/enter`, pat)).body.access_token

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  const home = await makeTenant(api, 'provider')
  patId = await makeUser(api, home, 'pat', 'soc_analyst')
  await makeUser(api, home, 'oda', 'soc_analyst')
  pat = await tokenOf(api, home, 'pat')
  await createOrganisation(api.owner, { name: 'Watch', kind: 'mssp', homeTenant: home })
  acme = await makeTenant(api, 'acme')
  bolt = await makeTenant(api, 'bolt')
  for (const tenant of [acme, bolt]) await addTenant(api.owner, 'Watch', tenant)
  annId = await makeUser(api, acme, 'ann', 'tenant_admin')
  await makeUser(api, bolt, 'bob', 'tenant_admin')
  ann = await tokenOf(api, acme, 'ann')
  bob = await tokenOf(api, bolt, 'bob')
  delegationId = await delegate('soc_lead')
  patAtAcme = await enter(delegationId)
}, 120_000)
afterAll(async () => {
  await api?.close()
  await server?.close()
})

test('a delegate claims an alert, finds it among the own ones, gives a verdict, and undoes it', async () => {
  const id = await newAlert('Odd sign-in')
  const { status, body } = await ask('POST', `alerts/${id}/claim`, patAtAcme)
  expect([status, body.assigned_to_id]).toEqual([200, patId])
  expect((await ask('POST', `alerts/${id}/claim`, ann)).status).toBe(409)
  const titles = async (path: string) =>
    (await ask('GET', path, patAtAcme)).body.items.map(({ title }: { title: string }) => title)
  expect(await titles('alerts?assigned_to_me=true')).toEqual(['Odd sign-in'])
  expect(await titles('alerts/queue?owner=me&period=all')).toEqual(['Odd sign-in'])
  expect((await ask('POST', `alerts/${id}/snooze`, patAtAcme, { duration_minutes: 30 })).status).toBe(200)
  const verdict = { corrected_verdict: 'false_positive', reason_code: 'known_scanner', reason: 'the nightly scan' }
  const decided = await ask('POST', `alerts/${id}/verdict-override`, patAtAcme, verdict)
  expect(decided.status).toBe(200)
  const { body: audit } = await ask('GET', `alerts/${id}/history`, ann)
  expect(audit.items.map(({ actor_id }: { actor_id: string }) => actor_id)).toContain(patId)
  expect(
    (await ask('POST', `alerts/${id}/verdict-override/undo`, patAtAcme, { verdict_id: decided.body.verdict.id }))
      .status,
  ).toBe(200)
})

test('GraphQL shows a delegate as the owner of an alert, with the organisation and without an address', async () => {
  const id = await newAlert('Asked about by query')
  await ask('POST', `alerts/${id}/claim`, patAtAcme)
  const { body } = await asker(api)(ann, `{ alert(id: "${id}") { assignee { id username email role isActive } } }`)
  expect(body.data.alert.assignee).toEqual({
    id: patId,
    username: 'pat of Watch',
    email: null,
    role: 'soc_lead',
    isActive: true,
  })
})

test('others can assign alerts to a delegate, singly and in bulk, while the delegation lasts', async () => {
  const [one, two] = [await newAlert('One'), await newAlert('Two')]
  const { body } = await ask('POST', `alerts/${one}/assign`, ann, { assigned_to_id: patId })
  expect(body.assigned_to_id).toBe(patId)
  const change = { alert_ids: [one, two], change: { assigned_to_id: patId } }
  const { body: bulk } = await ask('POST', 'alerts/bulk', ann, change)
  expect(bulk.results ?? bulk).toBeDefined()
  expect((await ask('GET', `alerts/${two}`, ann)).body.assigned_to_id).toBe(patId)
})

test('the tenant sees the name and organisation of its delegates, who are not among its users', async () => {
  const { body } = await ask('GET', 'alerts/assignees', ann)
  expect(body.items).toEqual([{ id: annId, name: 'ann', organisation: null, is_active: true }, PAT])
  const { body: users, text } = await ask('GET', 'users', ann)
  expect(users.items.map(({ username }: { username: string }) => username)).toEqual(['ann'])
  expect(text).not.toContain(patId)
  expect((await ask('GET', `users/${patId}`, ann)).status).toBe(404)
  // A tenant that gave no delegation learns nothing of them, and can give them nothing.
  expect((await ask('GET', 'alerts/assignees', bob)).text).not.toContain('pat')
  const there = await newAlert('At Bolt', bob)
  expect((await ask('POST', `alerts/${there}/assign`, bob, { assigned_to_id: patId })).status).toBe(422)
  expect((await ask('POST', `alerts/${there}/claim`, patAtAcme)).status).toBe(404)
  expect((await ask('POST', `alerts/${there}/assign`, bob, { assigned_to_id: annId })).status).toBe(422)
})

test('a delegate works on cases and tasks, comments, is mentioned, and gives and gets handoffs', async () => {
  const made = await ask('POST', 'cases', patAtAcme, { title: 'Breach', severity: 'high', assignee_id: patId })
  expect([made.status, made.body.assignee_id]).toEqual([201, patId])
  const { id } = made.body
  const task = await ask('POST', `cases/${id}/tasks`, ann, { title: 'Look at the host', assignee_id: patId })
  expect([task.status, task.body.assignee_id]).toEqual([201, patId])
  await ask('POST', `cases/${id}/comments`, ann, { body: 'What of this, @pat?' })
  const { body: mentions } = await ask('GET', 'cases/mentions', patAtAcme)
  expect(mentions.items.map(({ case_id }: { case_id: string }) => case_id)).toEqual([id])
  expect((await ask('POST', `cases/mentions/${mentions.items[0].id}/seen`, patAtAcme)).status).toBeLessThan(300)
  const comment = await ask('POST', `cases/${id}/comments`, patAtAcme, { body: 'Isolated.' })
  expect(comment.body).toMatchObject({ author: 'pat of Watch', author_id: patId })
  const { text: timeline } = await ask('GET', `cases/${id}/timeline`, ann)
  expect(timeline).toContain('pat of Watch')
  expect((await ask('GET', 'cases?assigned_to_me=true', patAtAcme)).body.items).toHaveLength(1)
  const handoff = await ask('POST', 'cases/handoffs', patAtAcme, { to_user_id: annId, notes: 'my shift ends' })
  expect([handoff.status, handoff.body.from_user_id]).toEqual([201, patId])
  expect((await ask('POST', `cases/handoffs/${handoff.body.id}/acknowledge`, ann)).status).toBe(200)
  const back = await ask('POST', 'cases/handoffs', ann, { to_user_id: patId, notes: 'and back' })
  expect((await ask('POST', `cases/handoffs/${back.body.id}/acknowledge`, patAtAcme)).status).toBe(200)
  expect((await ask('GET', `cases/${id}`, ann)).body.assignee_id).toBe(patId)
})

test('a delegate can be the required approver, and decides', async () => {
  const approval = await ask('POST', 'approvals', ann, {
    title: 'Reset the account of kim',
    summary: 'her password leaked',
    risk_level: 'high',
    required_user_id: patId,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect(approval.status).toBe(201)
  expect((await ask('POST', `approvals/${approval.body.id}/reject`, ann, {})).status).toBe(403)
  const decided = await ask('POST', `approvals/${approval.body.id}/reject`, patAtAcme, { comment: 'she has a new one' })
  expect([decided.status, decided.body.status]).toEqual([200, 'denied'])
})

test('a delegate gets messages by mail, and no list of the tenant shows the address', async () => {
  await ask('POST', 'cases', ann, { title: 'For pat to do', severity: 'low', assignee_id: patId })
  const sql = `SELECT address FROM notification_deliveries WHERE channel = 'mail' AND receiver = 'assignee'`
  expect(await withTenant(api.owner, acme, (tx) => tx.many(({ address }) => address, sql))).toContain(
    'pat@provider.example',
  )
  expect((await ask('GET', 'alerts/assignees', ann)).text).not.toContain('@')
})

test('a delegate who may only read, or whose delegation ended, gets no new alert, and keeps earlier ones', async () => {
  const id = await newAlert('Kept')
  await ask('POST', `alerts/${id}/assign`, ann, { assigned_to_id: patId })
  await ask('DELETE', `organisation/delegations/${delegationId}`, ann)
  expect((await ask('POST', `alerts/${id}/claim`, patAtAcme)).status).toBe(401)
  const other = await newAlert('Not theirs')
  const over = await ask('POST', `alerts/${other}/assign`, ann, { assigned_to_id: patId })
  expect([over.status, over.text]).toEqual([422, expect.stringContaining('no active user or delegate')])
  expect((await ask('GET', `alerts/${id}`, ann)).body.assigned_to_id).toBe(patId)
  expect((await ask('GET', 'alerts/assignees', ann)).body.items).toContainEqual({ ...PAT, is_active: false })
  // The row of the one alert can be changed further, though its owner is gone.
  expect((await ask('PATCH', `alerts/${id}`, ann, { status: 'in_progress' })).status).toBe(200)
  await delegate('viewer')
  const looks = await ask('POST', `alerts/${other}/assign`, ann, { assigned_to_id: patId })
  expect([looks.status, looks.text]).toEqual([422, expect.stringContaining('alerts:write')])
})

test('the database refuses an owner who is not a person of the tenant', async () => {
  const id = await newAlert('By hand')
  const write = withTenant(api.owner, acme, (tx) =>
    tx.run(`UPDATE alerts SET assigned_to_id = gen_random_uuid() WHERE id = $1`, [id]),
  )
  await expect(write).rejects.toThrow(/no person of the tenant/)
})
