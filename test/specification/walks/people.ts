/** Section 4.1 and what follows in sections 3, 4.3 and 4.5 when a second person takes part. */
import assert from 'node:assert/strict'
import { type ApiTarget, ask } from '../door.ts'
import { eventually, expectStatus, walk } from './walk.ts'

type Person = { readonly id: string; readonly email: string; readonly door: ApiTarget; readonly refreshToken: string }
const PASSWORD = 'walked-by-a-second-person-9'
let made = 0

async function personOf(door: ApiTarget, role: string): Promise<Person> {
  const name = `walk${Date.now()}x${++made}`
  const email = `${name}@people.example`
  const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /users', {
    body: { email, username: name, password: PASSWORD, role },
  })
  const login = await expectStatus<Record<string, unknown>>(door, 200, 'POST /auth/login', {
    body: { email, password: PASSWORD, tenant: door.tenant },
    token: null,
  })
  assert.deepEqual([login.token_type, login.expires_in], ['bearer', 1800])
  const { access_token, refresh_token } = login as { access_token: string; refresh_token: string }
  return { id, email, door: { ...door, token: access_token }, refreshToken: refresh_token }
}

const RULE = 'title: walked proposal\nlogsource: {product: windows}\ndetection:\n  s: {EventID: 4625}\n  condition: s\n'

export const PEOPLE = [
  walk('4.1', 'login, refresh, logout: another token comes, and the revoked one is 401', async (door) => {
    const person = await personOf(door, 'viewer')
    const again = await expectStatus<{ access_token: string }>(door, 200, 'POST /auth/refresh', {
      body: { refresh_token: person.refreshToken },
      token: null,
    })
    const token = again.access_token
    const me = await expectStatus<{ email: string }>(door, 200, 'GET /users/me', { token })
    assert.equal(me.email, person.email)
    const out = await ask(door, 'POST /auth/logout', { token, body: {} })
    assert.ok(out.status < 300, `logout: ${out.status} ${out.text.slice(0, 100)}`)
    const after = await eventually(async () => {
      const { status } = await ask(door, 'GET /users/me', { token })
      return status === 401 ? status : undefined
    }, 'the end of the session')
    return `logout ${out.status}, then ${after}`
  }),
  walk('5', 'permissions are additive across roles, and a role without the permission is 403', async (door) => {
    const person = await personOf(door, 'viewer')
    const { items } = await expectStatus<{ items: { id: string; name: string }[] }>(
      door,
      200,
      'GET /rbac/permissions?limit=200',
    )
    const id = items.find(({ name }) => name === 'hunts:read')?.id
    const role = await expectStatus<{ id: string }>(door, 201, 'POST /rbac/roles', {
      body: { name: `walked ${Date.now()}`, permission_ids: [id] },
    })
    const before = (await ask(person.door, 'GET /hunts')).status
    await expectStatus(door, 200, `POST /rbac/users/${person.id}/roles`, { body: { role_id: role.id } })
    type Effective = { permissions: string[]; roles: { name: string }[] }
    const effective = await expectStatus<Effective>(door, 200, `GET /rbac/users/${person.id}/effective-permissions`)
    const reads = ['alerts:read', 'hunts:read'].filter((name) => effective.permissions.includes(name))
    assert.deepEqual([reads, effective.roles.length], [['alerts:read', 'hunts:read'], 2])
    const after = await eventually(async () => {
      const { status } = await ask(person.door, 'GET /hunts')
      return status === 200 ? status : undefined
    }, 'the right')
    const denied = (await ask(person.door, 'PUT /branding', { body: { product_name: 'x' } })).status
    assert.deepEqual([before, denied], [403, 403])
    return `403 before, ${after} with the second role; settings stay ${denied}`
  }),
  walk('4.1', 'PUT /rbac/roles/{id}, PUT and DELETE /rbac/permissions/{id}: written, read, removed', async (door) => {
    const permission = await expectStatus<{ id: string }>(door, 201, 'POST /rbac/permissions', {
      body: { name: `custom:walk${Date.now()}`, description: 'of the walk' },
    })
    await expectStatus(door, 200, `PUT /rbac/permissions/${permission.id}`, { body: { description: 'walked' } })
    const role = await expectStatus<{ id: string }>(door, 201, 'POST /rbac/roles', {
      body: { name: `of the walk ${Date.now()}`, permission_ids: [] },
    })
    const changed = await expectStatus<{ permissions: { description: string }[] }>(
      door,
      200,
      `PUT /rbac/roles/${role.id}`,
      { body: { name: `walked ${Date.now()}`, permission_ids: [permission.id] } },
    )
    assert.deepEqual(
      changed.permissions.map(({ description }) => description),
      ['walked'],
    )
    await expectStatus(door, 204, `DELETE /rbac/roles/${role.id}`)
    await expectStatus(door, 204, `DELETE /rbac/permissions/${permission.id}`)
    return 'the role has the permission of the walk; 204, 204'
  }),
  walk('4.1', 'an API key authenticates with X-API-Key, is scoped, and is 401 once it is revoked', async (door) => {
    const { id, key } = await expectStatus<{ id: string; key: string }>(door, 201, 'POST /api-keys', {
      body: { name: 'walk revoked', scopes: ['cases:read'] },
    })
    const use = async (line: string) => (await ask(door, line, { token: null, headers: { 'x-api-key': key } })).status
    const came = [await use('GET /cases'), await use('GET /alerts')]
    await expectStatus(door, 204, `DELETE /api-keys/${id}`)
    const after = await eventually(async () => {
      const status = await use('GET /cases')
      return status === 401 ? status : undefined
    }, 'the revocation')
    assert.deepEqual(came, [200, 403])
    return `${came.join(', ')}, then ${after}`
  }),
  walk(
    '4.1',
    'DELETE /identity/{user_id}/data: the person is a tombstone, the audit log names nobody and still proves its entries',
    async (door) => {
      const person = await personOf(door, 'soc_analyst')
      await expectStatus(person.door, 201, 'POST /cases', { body: { title: 'walked', severity: 'low' } })
      const name = person.email.split('@')[0] ?? ''
      const done = await expectStatus<{ status: string; affected_counts: object }>(
        door,
        200,
        `DELETE /identity/${person.id}/data`,
      )
      assert.equal(done.status, 'completed')
      const log = await ask(door, 'GET /audit?limit=100')
      assert.ok(!log.text.includes(name), 'the audit log still has the name')
      const [entry] = (log.body as { items: { id: string }[] }).items.slice(-1)
      const proof = await eventually(async () => {
        const { status, body } = await ask(door, `GET /audit/entries/${entry?.id}/proof`)
        return status === 200 ? (body as object) : undefined
      }, 'a head that has the entry')
      return `${JSON.stringify(done.affected_counts).slice(0, 100)}; proof with ${Object.keys(proof).join(', ')}`
    },
  ),
  walk('4.1', 'DELETE /scim-tokens/{id} revokes: 401, whatever the token was', async (door) => {
    const { id, token } = await expectStatus<{ id: string; token: string }>(door, 201, 'POST /scim-tokens', {
      body: { name: `walk ${Date.now()}`, expires_in_days: 1 },
    })
    await expectStatus(door, 204, `DELETE /scim-tokens/${id}`)
    const came = [token, 'nobody-knows-it'].map((one) => ask(door, 'GET //scim/v2/Users', { token: one }))
    const [revoked, unknown] = await Promise.all(came)
    assert.deepEqual([revoked?.status, unknown?.status, revoked?.detail], [401, 401, unknown?.detail])
    const { items } = await expectStatus<{ items: { action: string }[] }>(door, 200, 'GET /audit?limit=50')
    const actions = new Set(items.map(({ action }) => action))
    for (const verb of ['create', 'revoke']) assert.ok(actions.has(`scim:token:${verb}`), `no scim:token:${verb}`)
    return `401 for both: ${revoked?.detail}`
  }),
  walk(
    '3',
    'proposal: approval needs a passing verdict (412) and another person; approved, promoted, and the rule is in the catalogue',
    async (door) => {
      const person = await personOf(door, 'tenant_admin')
      const title = `walked ${Date.now()}`
      const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /detection-proposals', {
        body: {
          title,
          description: 'walk',
          logic: RULE.replace('walked proposal', title),
          positive_fixtures: [{ Channel: 'Security', EventID: 4625 }],
          negative_fixtures: [{ Channel: 'Security', EventID: 4624 }],
        },
      })
      const decide = (at: ApiTarget, decision: string) =>
        ask(at, `POST /detection-proposals/${id}/decide`, { body: { decision } })
      const unproved = (await decide(person.door, 'approve')).status
      await expectStatus(door, 200, `POST /detection-proposals/${id}/evaluate-rule`, { body: null })
      const own = (await decide(door, 'approve')).status
      assert.deepEqual([unproved, own], [412, 403])
      const approved = await decide(person.door, 'approve')
      assert.equal(approved.status, 200, approved.text.slice(0, 200))
      await expectStatus(door, 200, `POST /detection-proposals/${id}/promote`, { body: {} })
      const { items } = await expectStatus<{ items: { title: string }[] }>(
        door,
        200,
        `GET /rules?search=${encodeURIComponent(title)}`,
      )
      assert.ok(items.length > 0, 'no rule was written')
      const after = await expectStatus<{ status: string }>(door, 200, `GET /detection-proposals/${id}`)
      return `412, 403 for the proposer, then ${after.status}; rule “${title}”`
    },
  ),
  walk(
    '2.5',
    'handoff: case ids are snapshotted at creation, acknowledged_at is set by the receiver alone',
    async (door) => {
      const lead = await personOf(door, 'soc_lead')
      const tag = `handed${Date.now()}`
      const queue = await expectStatus<{ id: string }>(door, 201, 'POST /cases/queues', {
        body: {
          name: `handed ${Date.now()}`,
          match_severity: [],
          match_tags: [tag],
          precedence: 1,
          sla_policy_id: null,
        },
      })
      const body = { title: 'handed over', severity: 'low', tags: [tag] }
      const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /cases', { body })
      type Handoff = { id: string; case_ids: string[]; acknowledged_at: string | null; notes: string }
      const handoff = await expectStatus<Handoff>(door, 201, 'POST /cases/handoffs', {
        body: { to_user_id: lead.id, queue_id: queue.id, notes: 'walked' },
      })
      assert.deepEqual([handoff.case_ids, handoff.acknowledged_at, handoff.notes], [[id], null, 'walked'])
      await expectStatus(door, 201, 'POST /cases', { body })
      const acknowledged = await expectStatus<Handoff>(
        lead.door,
        200,
        `POST /cases/handoffs/${handoff.id}/acknowledge`,
        {
          body: {},
        },
      )
      assert.deepEqual([acknowledged.case_ids, typeof acknowledged.acknowledged_at], [[id], 'string'])
      return `one case; acknowledged ${acknowledged.acknowledged_at}`
    },
  ),
  walk('4.5', 'POST /approvals/{id}:approve and :reject by another person', async (door) => {
    const lead = await personOf(door, 'tenant_admin')
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const came: unknown[] = []
    for (const verb of ['approve', 'reject']) {
      const { id } = await expectStatus<{ id: string }>(door, 201, 'POST /approvals', {
        body: { title: `walked ${verb}`, risk_level: 'low', expires_at },
      })
      const { status, body } = await ask(lead.door, `POST /approvals/${id}:${verb}`, { body: { comment: 'walked' } })
      came.push(status, (body as { status: string }).status)
    }
    assert.deepEqual([came[0], came[1], came[2]], [200, 'approved', 200])
    return came.join(', ')
  }),
  walk(
    '4.5',
    'on-call: a rotation names who is on, and a responder is available, busy, offline or snoozed',
    async (door) => {
      const { id } = await expectStatus<{ id: string }>(door, 200, 'GET /users/me')
      const name = `walked ${Date.now()}`
      await expectStatus(door, 201, 'POST /oncall/rotations', {
        body: { name, time_zone: 'UTC', starts_on: '2026-01-05', user_ids: [id] },
      })
      type On = { items: { rotation: string; responder: { user_id?: string; id?: string } | null }[] }
      const who = await expectStatus<On>(door, 200, 'GET /oncall/whoison?limit=100')
      assert.ok(
        who.items.some((one) => one.rotation === name && JSON.stringify(one.responder).includes(id)),
        JSON.stringify(who).slice(0, 200),
      )
      const came: string[] = []
      for (const status of ['busy', 'offline', 'snoozed', 'available']) {
        const body = status === 'snoozed' ? { status, snooze_minutes: 30 } : { status }
        came.push((await expectStatus<{ status: string }>(door, 200, 'PUT /oncall/me', { body })).status)
      }
      return `${name}; ${came.join(', ')}`
    },
  ),
]
