/** The user that a verified sign-in becomes, and the roles that it gets. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '../../../../control/identity/accounts/index.ts'
import { insertRole } from '../../../../control/identity/accounts/role-store.ts'
import type { TenantId } from '../../../../platform/tenant.ts'
import { withTenant } from '../../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../../stores/postgres/testing.ts'
import { type Answer, login, makeUser, newTenant, openTestApi, type TestApi } from '../../../test-api.ts'
import { openTestSamlProvider, type SamlClaims, type TestSamlProvider } from './test-saml-provider.ts'
import { enterSaml, expectRefused, sessionOf } from './test-sign-in.ts'

let server: TestPostgres
let api: TestApi
let provider: TestSamlProvider
let acme: TenantId
/** Token of the tenant's administrator, who made the connection. */
let token: string
let connection: string
let providers = 0

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

beforeEach(async () => {
  acme = await newTenant(api, 'acme')
  token = await sessionOf(api, acme, await makeUser(api, acme, 'boss', 'tenant_admin'))
  provider = openTestSamlProvider(`people-${++providers}.example`)
  connection = (await connect({ leads: 'soc_lead', hunters: 'threat_hunter' })).body.id
  api.audited.length = 0
})

const connect = (group_role_mapping: object, by = token) =>
  api.ask('POST', 'sso-connections', {
    token: by,
    body: {
      ...{ provider: 'saml', issuer: provider.issuer, display_name: 'Desk' },
      ...{ metadata_xml: provider.metadata, group_role_mapping },
    },
  })
const change = (body: object) => api.ask('PATCH', `sso-connections/${connection}`, { token, body })
const enter = (changes: Partial<SamlClaims> = {}) => enterSaml(api, provider, changes)
const refusedFor = (answer: Answer, reason: string) => expectRefused(api, acme, answer, reason)
const me = async ({ body }: Answer) => (await api.ask('GET', 'users/me', { token: body.access_token })).body
const holdings = async (id: string) => (await api.ask('GET', `rbac/users/${id}/effective-permissions`, { token })).body
const rolesOf = async (id: string) => (await holdings(id)).roles
const sso = (...names: string[]) => names.map((name) => ({ name, source: 'sso' }))
const may = async ({ body }: Answer, url: string) =>
  (await api.ask('GET', url, { token: body.access_token })).status === 200
const asAcme = (sql: string, values: unknown[] = []) => withTenant(api.deps.pool, acme, (tx) => tx.run(sql, values))
/** As somebody above the administrator would: that one may not author roles. */
const makeRole = (name: string, ...permissions: Permission[]) =>
  withTenant(api.deps.pool, acme, (tx) => insertRole(tx, { name, description: null, permissions })).then(
    (role) => role?.id,
  )

describe('roles', () => {
  test('come from the groups of the current sign-in, and roles of an earlier sign-in end at once', async () => {
    const first = await enter({ groups: ['leads', 'hunters', 'nobody knows this one'] })
    const { id } = await me(first)
    expect(await rolesOf(id)).toEqual(sso('soc_lead', 'threat_hunter'))
    expect(await may(first, 'users')).toBe(true)
    const second = await enter({ groups: ['hunters'] })
    expect(await me(second)).toMatchObject({ id, role: 'threat_hunter' })
    expect(await rolesOf(id)).toEqual(sso('threat_hunter'))
    expect([await may(first, 'users'), await may(second, 'rules')]).toEqual([false, true])
  })

  test('end when no group maps to one: the sign-in is refused, and earlier sessions end', async () => {
    const first = await enter()
    const { id } = await me(first)
    refusedFor(await enter({ groups: [] }), 'no_role')
    expect(await holdings(id)).toMatchObject({ roles: [], permissions: [] })
    expect((await api.ask('GET', 'users/me', { token: first.body.access_token })).status).toBe(401)
  })

  test('without a mapped group are the default role', async () => {
    refusedFor(await enter({ nameId: 'new', email: 'new@people.example', groups: [] }), 'no_role')
    await change({ default_role: 'viewer' })
    const user = await me(await enter({ groups: [] }))
    expect(user.role).toBe('viewer')
    expect(await rolesOf(user.id)).toEqual(sso('viewer'))
  })

  test('may be custom roles of the tenant, and end when these are deleted', async () => {
    const night = await makeRole('Night Shift', 'audit_log:read')
    await change({ group_role_mapping: { night: 'Night Shift' } })
    const user = await me(await enter({ groups: ['night'] }))
    expect(await holdings(user.id)).toMatchObject({ roles: sso('Night Shift'), permissions: ['audit_log:read'] })
    await asAcme('DELETE FROM roles WHERE id = $1', [night])
    expect((await holdings(user.id)).permissions).toEqual([])
    refusedFor(await enter({ groups: ['night'] }), 'no_role')
  })

  test('that a changed mapping no longer gives end without a new sign-in', async () => {
    const user = await me(await enter({ groups: ['leads', 'hunters'] }))
    await change({ group_role_mapping: { hunters: 'threat_hunter' } })
    expect(await rolesOf(user.id)).toEqual(sso('threat_hunter'))
  })

  test('given by hand stay, whatever the provider says', async () => {
    const { id } = await me(await enter())
    expect((await api.ask('PATCH', `users/${id}`, { token, body: { role: 'viewer' } })).status).toBe(200)
    expect(await rolesOf(id)).toEqual([{ name: 'viewer', source: 'static' }, ...sso('soc_lead')])
    expect((await enter({ groups: [] })).status).toBe(200)
    expect(await rolesOf(id)).toEqual([{ name: 'viewer', source: 'static' }])
    const same = await me(await enter({ nameId: 'bea', email: 'bea@people.example' }))
    await api.ask('PATCH', `users/${same.id}`, { token, body: { role: 'soc_lead' } })
    expect((await rolesOf(same.id))[0]).toEqual({ name: 'soc_lead', source: 'static' })
  })

  test('never confer what the author of the connection lacked, even if a role is widened later', async () => {
    const role = await makeRole('keeper', 'alerts:read')
    await change({ group_role_mapping: { keepers: 'keeper' } })
    const user = await me(await enter({ groups: ['keepers'] }))
    await asAcme(`UPDATE roles SET permissions = '{alerts:read,plugins:admin}' WHERE id = $1`, [role])
    expect((await holdings(user.id)).permissions).toEqual(['alerts:read'])
  })

  test('are none when the provider sends too many groups', async () => {
    const groups = ['leads', ...Array.from({ length: 1_000 }, (_, n) => `g${n}`)]
    refusedFor(await enter({ groups }), 'too_many_groups')
  })
})

describe('a tenant user with the same address', () => {
  test('is linked, keeps the own role and password, and adds the roles of the groups', async () => {
    const ada = await makeUser(api, acme, 'ada', 'viewer')
    const user = await me(await enter({ email: `ADA@${acme}.example` }))
    expect(user).toMatchObject({ id: ada, role: 'viewer', username: 'ada' })
    expect(await rolesOf(ada)).toEqual([{ name: 'viewer', source: 'static' }, ...sso('soc_lead')])
    expect(api.audited.map(({ action }) => action)).toEqual(['user:linked', 'auth:sso_login'])
    expect((await login(api, `ada@${acme}.example`)).status).toBe(200)
    expect((await enter({ email: 'other@people.example' })).status).toBe(200)
  })

  test('is linked when SCIM created the user, and then needs no group', async () => {
    const ada = await makeUser(api, acme, 'ada', 'viewer')
    await asAcme(`UPDATE users SET role_source = 'scim', password_hash = NULL WHERE id = $1`, [ada])
    expect(await me(await enter({ email: `ada@${acme}.example`, groups: [] }))).toMatchObject({ id: ada })
    expect((await rolesOf(ada)).map(({ source }: { source: string }) => source)).toEqual(['scim'])
  })

  test('is linked to one subject of the provider, and a second one is refused', async () => {
    await makeUser(api, acme, 'ada', 'viewer')
    const email = `ada@${acme}.example`
    expect((await enter({ email })).status).toBe(200)
    refusedFor(await enter({ nameId: 'impostor', email }), 'account_is_linked')
  })

  test('is not linked while the user administers the installation, then or later', async () => {
    const { id } = await me(await enter())
    await api.owner.query(
      'BEGIN; SET LOCAL ROLE svc_operator; ' +
        `UPDATE users SET role = 'admin', role_source = 'static' WHERE id = '${id}'; COMMIT`,
    )
    refusedFor(await enter(), 'administrator')
    expect((await rolesOf(id))[0]).toEqual({ name: 'admin', source: 'static' })
  })

  test('is not linked when the user has more permissions than the author of the connection', async () => {
    await makeUser(api, acme, 'ada', 'tenant_admin')
    const settings = await makeRole('settings', 'settings:read', 'settings:write', 'users:write', 'alerts:read')
    const keeper = await makeUser(api, acme, 'keeper', 'viewer')
    await api.ask('POST', `rbac/users/${keeper}/roles`, { token, body: { role_id: settings } })
    await api.ask('DELETE', `sso-connections/${connection}`, { token })
    const made = await connect({ leads: 'viewer' }, await sessionOf(api, acme, keeper))
    expect(made.status).toBe(201)
    refusedFor(await enter({ email: `ada@${acme}.example` }), 'above_ceiling')
    expect((await enter({ nameId: 'vic', email: `vic@${acme}.example` })).status).toBe(200)
  })

  test('is not searched in another tenant, whose user stays unchanged', async () => {
    const bolt = await newTenant(api, 'bolt')
    const theirs = await makeUser(api, bolt, 'ada', 'tenant_admin')
    const user = await me(await enter({ email: `ada@${bolt}.example` }))
    expect(user).toMatchObject({ tenant_id: acme, role: 'soc_lead' })
    expect(user.id).not.toBe(theirs)
  })
})

describe('a person', () => {
  test('who was deactivated is refused, and can sign in when active again', async () => {
    const { id } = await me(await enter())
    await api.ask('PATCH', `users/${id}`, { token, body: { is_active: false } })
    refusedFor(await enter(), 'inactive')
    await api.ask('PATCH', `users/${id}`, { token, body: { is_active: true } })
    expect((await enter()).status).toBe(200)
  })

  test('without an address does not become a user', async () => {
    refusedFor(await enter({ email: 'no address' }), 'no_email')
  })

  test('with the user name of another user gets a different name', async () => {
    await makeUser(api, acme, 'ada@people.example', 'viewer')
    const user = await me(await enter())
    expect(user).toMatchObject({ email: 'ada@people.example', role: 'soc_lead' })
    expect(user.username).not.toBe('ada@people.example')
  })

  test('who signs in for the first time through two connections at once becomes one user', async () => {
    const both = await Promise.all([enter(), enter()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const ids = await Promise.all(both.map(async (answer) => (await me(answer)).id))
    expect(new Set(ids).size).toBe(1)
  })

  test('who is erased leaves nothing that the provider sent', async () => {
    const { id } = await me(await enter())
    const erased = await api.ask('DELETE', `identity/${id}/data`, { token })
    expect(erased.body.affected_counts).toMatchObject({ users: 1, sessions: 1, sso_identities: 1 })
    expect(await asAcme('DELETE FROM sso_identities')).toBe(0)
  })
})
