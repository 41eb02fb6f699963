/**
 * Tests the access that ends when a directory removes a user, the access that comes back, and who decides over whom.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NEVER_GRANTED, permissionViews } from '../../control/identity/accounts/index.ts'
import { addTenant, createOrganisation } from '../../control/identity/organisations/index.ts'
import { withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { login, makeAdmin, makeUser, openTestApi, PASSWORD, type TestApi, tokenOf } from '../test-api.ts'
import { type Directory, GROUP_SCHEMA, openDirectory, patchOf, SVC_GROUP_SCHEMA } from './test-directory.ts'

let server: TestPostgres
let api: TestApi
/** Another process of the same installation. */
let replica: TestApi
let acme: Directory
const clock = { ms: 0 }

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { clock })
  replica = await openTestApi(server, { clock, deps: { keys: api.deps.keys } })
}, 120_000)
afterAll(async () => {
  await replica.close()
  await api.close()
  await server.close()
})
beforeEach(async () => {
  clock.ms = Date.now()
  acme = await openDirectory(api)
  api.audited.length = 0
})

const OFF = patchOf({ op: 'replace', path: 'active', value: false })
const ON = patchOf({ op: 'replace', path: 'active', value: true })
const me = async (at: TestApi, token: string) => (await at.ask('GET', 'users/me', { token })).status
const withKey = async (at: TestApi, key: string) => (await at.ask('GET', 'alerts', { key })).status
const roleOf = async (id: string) => (await api.ask('GET', `users/${id}`, { token: acme.admin })).body.role
const effective = async (id: string) =>
  (await api.ask('GET', `rbac/users/${id}/effective-permissions`, { token: acme.admin })).body

let source = 0
/** From an address of its own: a refused sign-in slows down whoever asks from the same one. */
const signIn = async (name: string) =>
  (await login(api, `${name}@${acme.tenant}.example`, PASSWORD, `198.51.100.${(source += 1)}`)).status

/** Somebody who is signed in and has two API keys that work, one that is revoked. */
async function somebody(name: string) {
  const id = await makeUser(api, acme.tenant, name, 'tenant_admin')
  const token = await tokenOf(api, acme.tenant, name)
  const refresh = (await login(api, `${name}@${acme.tenant}.example`)).body.refresh_token
  const keys = []
  for (let n = 0; n < 3; n++)
    keys.push((await api.ask('POST', 'api-keys', { token, body: { name: 'k', scopes: ['alerts:read'] } })).body)
  await api.ask('DELETE', `api-keys/${keys[2].id}`, { token })
  return { id, token, refresh, key: keys[0].key as string }
}

const WAYS = [
  ['PATCH', OFF],
  ['PUT', null],
  ['DELETE', undefined],
] as const

describe('a user whom the directory removes', () => {
  test.each(WAYS)('by %s loses every access for good, and the log lists what ended', async (method, body) => {
    const bea = await somebody('bea')
    for (const at of [api, replica]) expect([await me(at, bea.token), await withKey(at, bea.key)]).toEqual([200, 200])
    const put = { userName: 'bea', emails: [{ value: `bea@${acme.tenant}.example` }], active: 'False' }
    const { status } = await acme.scim(method, `Users/${bea.id}`, body === null ? put : body)
    expect(status).toBe(method === 'DELETE' ? 204 : 200)
    expect([await me(api, bea.token), await withKey(api, bea.key)]).toEqual([401, 401])
    clock.ms += 2_500 // how long a process may take another's word for a credential: FRESH_MS
    expect([await me(replica, bea.token), await withKey(replica, bea.key)]).toEqual([401, 401])
    expect((await api.ask('POST', 'auth/refresh', { body: { refresh_token: bea.refresh } })).status).toBe(401)
    expect(await signIn('bea')).toBe(401)
    const action = { PATCH: 'scim:user:patch', PUT: 'scim:user:replace', DELETE: 'scim:user:delete' }[method]
    expect(api.audited.filter((entry) => entry.action.startsWith('scim:user'))).toMatchObject([
      {
        ...{ action, resourceId: bea.id, actorKind: 'api_key', actorId: acme.tokenId },
        changes: {
          active: false,
          provisioned_by: { scim_token: acme.tokenId, prefix: acme.secret.slice(0, 17) },
          programmatic_access_revoked: 2,
          sessions_revoked_at: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      },
    ])
  })

  test('signs in again once active, but earlier sessions and keys stay invalid', async () => {
    const bea = await somebody('bea')
    await acme.scim('PATCH', `Users/${bea.id}`, OFF)
    expect((await acme.scim('PATCH', `Users/${bea.id}`, ON)).body.active).toBe(true)
    expect(await signIn('bea')).toBe(200)
    for (const at of [api, replica]) expect([await me(at, bea.token), await withKey(at, bea.key)]).toEqual([401, 401])
    expect((await api.ask('POST', 'auth/refresh', { body: { refresh_token: bea.refresh } })).status).toBe(401)
    const keys = (await api.ask('GET', 'api-keys', { token: acme.admin })).body.items
    expect(keys.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([false, false, false])
  })

  test('loses access to managed tenants as well', async () => {
    const client = await openDirectory(api, 'client')
    const bea = await somebody('bea')
    await createOrganisation(api.owner, { name: acme.tenant, kind: 'mssp', homeTenant: acme.tenant })
    await addTenant(api.owner, acme.tenant, client.tenant)
    const delegation = {
      ...{ email: `bea@${acme.tenant}.example`, role: 'viewer', reason: 'looks after us', expires_in_hours: 1 },
    }
    const answer = await api.ask('POST', 'organisation/delegations', { token: client.admin, body: delegation })
    const entered = await api.ask('POST', `delegations/${answer.body.id}/enter`, { token: bea.token })
    const there = async () => (await api.ask('GET', 'alerts', { token: entered.body.access_token })).status
    expect(await there()).toBe(200)
    await acme.scim('PATCH', `Users/${bea.id}`, OFF)
    expect(await there()).toBe(401)
    await acme.scim('PATCH', `Users/${bea.id}`, ON)
    expect(await there()).toBe(401)
  })

  test('leaves nothing to the next user of the name', async () => {
    const bea = await somebody('bea')
    const everyone = await acme.group('SOC Leads', bea.id)
    await acme.scim('DELETE', `Users/${bea.id}`)
    expect((await acme.scim('GET', `Groups/${everyone}`)).body).not.toHaveProperty('members')
    const email = `bea@${acme.tenant}.example`
    const again = await acme.scim('POST', 'Users', { userName: 'bea', emails: [{ value: email }] })
    expect([again.status, again.body.id, again.body.active]).toEqual([201, bea.id, true])
    expect(await signIn('bea')).toBe(401)
    expect(await effective(bea.id)).toMatchObject({ roles: [{ name: 'viewer', source: 'scim' }] })
  })

  test('is not removed by a request with a wrong version or an unknown path, which changes nothing', async () => {
    const id = await acme.user('cat@acme.example')
    const bad = patchOf({ op: 'replace', path: 'active', value: false }, { op: 'add', path: 'shoeSize', value: '9' })
    expect((await acme.scim('PATCH', `Users/${id}`, bad)).status).toBe(400)
    const stale = await acme.scim('PATCH', `Users/${id}`, OFF, { 'if-match': 'W/"old"' })
    expect([stale.status, stale.body.status]).toEqual([412, '412'])
    const { body, headers } = await acme.scim('GET', `Users/${id}`)
    expect(body.active).toBe(true)
    expect((await acme.scim('GET', `Users/${id}`, undefined, { 'if-none-match': String(headers.etag) })).status).toBe(
      304,
    )
    expect((await acme.scim('PATCH', `Users/${id}`, OFF, { 'if-match': String(headers.etag) })).status).toBe(200)
  })

  test('can be removed although a user with the same name was created by hand', async () => {
    const id = await acme.user('cat@acme.example')
    await makeUser(api, acme.tenant, 'CAT@acme.example')
    expect((await acme.scim('PATCH', `Users/${id}`, OFF)).body.active).toBe(false)
    const dog = await acme.user('dog@acme.example')
    const renamed = patchOf({ op: 'replace', path: 'userName', value: 'Cat@acme.example' })
    expect((await acme.scim('PATCH', `Users/${dog}`, renamed)).body.scimType).toBe('uniqueness')
  })

  test('is erased for the directory as well', async () => {
    const id = await acme.user('cat@acme.example', { title: 'Secret Title', externalId: 'x-1' })
    expect((await api.ask('DELETE', `identity/${id}/data`, { token: acme.admin })).status).toBe(200)
    expect((await acme.scim('GET', `Users/${id}`)).status).toBe(404)
    expect((await acme.scim('GET', 'Users')).text).not.toMatch(/erased|Secret Title|x-1/)
  })
})

describe('protected users', () => {
  test('the last active tenant_admin stays, and the answer says so', async () => {
    for (const [method, body] of [
      ['PATCH', OFF],
      ['DELETE', undefined],
    ] as const) {
      const refused = await acme.scim(method, `Users/${acme.rootId}`, body)
      expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('last active tenant_admin')])
    }
    expect(await me(api, acme.admin)).toBe(200)
    const bea = await somebody('bea')
    expect((await acme.scim('PATCH', `Users/${acme.rootId}`, OFF)).status).toBe(200)
    expect((await acme.scim('PATCH', `Users/${bea.id}`, OFF)).status).toBe(409)
  })

  test('a group with the last one cannot be emptied, renamed or deleted', async () => {
    const ann = await acme.user('ann@acme.example')
    const admins = await acme.group('Tenant Admins', ann)
    expect((await acme.scim('PATCH', `Users/${acme.rootId}`, OFF)).status).toBe(200)
    const empty = patchOf({ op: 'remove', path: 'members' })
    const renamed = patchOf({ op: 'replace', path: 'displayName', value: 'Viewers' })
    for (const body of [empty, renamed]) expect((await acme.scim('PATCH', `Groups/${admins}`, body)).status).toBe(409)
    expect((await acme.scim('PUT', `Groups/${admins}`, { displayName: 'Tenant Admins' })).status).toBe(409)
    expect((await acme.scim('DELETE', `Groups/${admins}`)).status).toBe(409)
    expect((await acme.scim('GET', `Groups/${admins}`)).body.members).toHaveLength(1)
  })

  test('one of two concurrent deletions of the last two is refused', async () => {
    const bea = await somebody('bea')
    const both = await Promise.all([acme.rootId, bea.id].map((id) => acme.scim('DELETE', `Users/${id}`)))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  })

  test('administrators of the installation are invisible to the directory', async () => {
    await makeAdmin(api, acme.tenant)
    const users = await api.ask('GET', 'users', { token: acme.admin })
    const admin = users.body.items.find(({ role }: { role: string }) => role === 'admin')
    expect((await acme.scim('GET', 'Users')).text).not.toContain(admin.id)
    for (const [method, body] of [['GET'], ['PATCH', OFF], ['PUT', { userName: 'x@y.example' }], ['DELETE']] as const)
      expect((await acme.scim(method, `Users/${admin.id}`, body)).status).toBe(404)
    expect((await acme.scim('POST', 'Users', { userName: admin.email })).status).toBe(409)
    const group = await acme.scim('POST', 'Groups', { displayName: 'Viewers', members: [{ value: admin.id }] })
    expect([group.status, group.body.scimType]).toEqual([400, 'invalidValue'])
  })

  test('a user with more permissions than a tenant_admin can be deactivated, but not renamed', async () => {
    const root = await makeAdmin(api, acme.tenant)
    const more = permissionViews().flatMap(({ id, name }) => (name === 'plugins:admin' ? [id] : []))
    const { id: role_id } = (
      await api.ask('POST', 'rbac/roles', { token: root, body: { name: 'more', permission_ids: more } })
    ).body
    const bea = await makeUser(api, acme.tenant, 'bea')
    await api.ask('POST', `rbac/users/${bea}/roles`, { token: root, body: { role_id } })
    const renamed = await acme.scim('PATCH', `Users/${bea}`, patchOf({ op: 'replace', path: 'userName', value: 'eve' }))
    const moved = patchOf({ op: 'replace', path: 'emails', value: [{ value: 'eve@evil.example' }] })
    expect([renamed.status, (await acme.scim('PATCH', `Users/${bea}`, moved)).status]).toEqual([403, 403])
    expect((await acme.scim('PATCH', `Users/${bea}`, OFF)).status).toBe(200)
    expect((await acme.scim('PATCH', `Users/${bea}`, ON)).status).toBe(403)
  })
})

describe('roles of groups', () => {
  test('the highest of several wins, no group means viewer, and an unmapped group grants nothing', async () => {
    const ann = await acme.user('ann@acme.example')
    expect(await roleOf(ann)).toBe('viewer')
    const ids: Record<string, string> = {}
    for (const name of ['Auditors', 'Everyone', 'SOC Leads', 'Triage', 'platform_admin', 'admin', 'api_service'])
      ids[name] = await acme.group(name, ann)
    expect(await roleOf(ann)).toBe('soc_lead')
    await acme.scim('DELETE', `Groups/${ids['SOC Leads']}`)
    expect(await roleOf(ann)).toBe('soc_analyst')
    await acme.scim('PUT', `Groups/${ids.Triage}`, { displayName: 'Triage', members: [] })
    expect(await roleOf(ann)).toBe('viewer')
    for (const name of ['Everyone', 'platform_admin', 'admin', 'api_service'])
      expect((await acme.scim('GET', `Groups/${ids[name]}`)).body).toEqual(
        expect.objectContaining({
          ...{ schemas: [GROUP_SCHEMA, SVC_GROUP_SCHEMA], [SVC_GROUP_SCHEMA]: { mappedRole: null } },
          members: [expect.objectContaining({ value: ann })],
        }),
      )
  })

  test('add to the role of a user that was created by hand, and show their source', async () => {
    const bea = await makeUser(api, acme.tenant, 'bea', 'threat_hunter')
    const group = await acme.group('SOC Leads', bea)
    expect(await effective(bea)).toMatchObject({
      roles: [
        { name: 'threat_hunter', source: 'static' },
        { name: 'soc_lead', source: 'scim' },
      ],
    })
    expect((await effective(bea)).permissions).toEqual(expect.arrayContaining(['users:read', 'threat_intel:write']))
    expect(await roleOf(bea)).toBe('threat_hunter')
    await acme.scim('DELETE', `Groups/${group}`)
    expect((await effective(bea)).roles).toEqual([{ name: 'threat_hunter', source: 'static' }])
  })

  test('apply to signed-in users from the next request on', async () => {
    const bea = await makeUser(api, acme.tenant, 'bea')
    const token = await tokenOf(api, acme.tenant, 'bea')
    expect((await api.ask('GET', 'users', { token })).status).toBe(403)
    const group = await acme.group('Tenant Admins', bea)
    expect((await api.ask('GET', 'users', { token })).status).toBe(200)
    await acme.scim('DELETE', `Groups/${group}`)
    expect((await api.ask('GET', 'users', { token })).status).toBe(403)
  })

  test('do not replace a role that was given by hand', async () => {
    const ann = await acme.user('ann@acme.example')
    await api.ask('PATCH', `users/${ann}`, { token: acme.admin, body: { role: 'soc_analyst' } })
    await acme.group('SOC Leads', ann)
    expect((await effective(ann)).roles).toEqual([
      { name: 'soc_analyst', source: 'static' },
      { name: 'soc_lead', source: 'scim' },
    ])
  })

  test('are logged with the added and removed members', async () => {
    const [ann, ben] = [await acme.user('ann@acme.example'), await acme.user('ben@acme.example')]
    const group = await acme.group('SOC Leads', ann)
    api.audited.length = 0
    await acme.scim('PUT', `Groups/${group}`, { displayName: 'Tenant Admins', members: [{ value: ben }] })
    expect(api.audited).toMatchObject([
      {
        ...{ action: 'scim:group:replace', resource: 'group', resourceId: group },
        changes: {
          ...{ name: 'Tenant Admins', mapped_role: 'tenant_admin' },
          members_added: { count: 1, users: [{ id: ben }] },
          members_removed: { count: 1, users: [{ id: ann }] },
        },
      },
    ])
  })

  test.each(NEVER_GRANTED)('are never %s: the table refuses it', async (role) => {
    const sql = `INSERT INTO scim_groups (display_name, mapped_role) VALUES ('x', $1)`
    const written = withTenant(api.deps.pool, acme.tenant, (tx) => tx.run(sql, [role]))
    await expect(written).rejects.toThrow('scim_groups_mapped_role_check')
  })
})

describe('a user under a legal hold', () => {
  const hold = async (value: string) => {
    const body = { name: 'Matter', matter_ref: 'M-1', subject_kind: 'user', subject_value: value }
    const { status, body: placed } = await api.ask('POST', 'governance/legal-holds', { token: acme.admin, body })
    expect(status).toBe(201)
    return placed.id as string
  }
  const release = (id: string) =>
    api.ask('POST', `governance/legal-holds/${id}/release`, { token: acme.admin, body: { reason: 'settled' } })
  const held = async (name: string) => {
    const email = `${name}@${acme.tenant}.example`
    const user = {
      ...{ userName: name, emails: [{ value: email, primary: true }], displayName: `${name} of sales` },
      ...{ title: 'Head of sales', phoneNumbers: [{ value: '+1 555 0100', type: 'work' }], externalId: `ext-${name}` },
    }
    const { body } = await acme.scim('POST', 'Users', user)
    return { id: body.id as string, email, user }
  }
  const record = async (id: string) => (await acme.scim('GET', `Users/${id}`)).body

  test.each(['email', 'userName', 'id', 'externalId', 'displayName', 'EMAIL'] as const)(
    'named by %s loses access, and keeps the record',
    async (by) => {
      const bea = await held('bea')
      const names = { ...bea.user, email: bea.email, id: bea.id, EMAIL: bea.email.toUpperCase() }
      const holdId = await hold(names[by])
      api.audited.length = 0
      const { status, body } = await acme.scim('DELETE', `Users/${bea.id}`)
      expect([status, body.detail]).toEqual([409, expect.stringContaining('Matter')])
      expect(await record(bea.id)).toMatchObject({ active: false, title: 'Head of sales', externalId: 'ext-bea' })
      expect(api.audited).toMatchObject([
        { action: 'scim:user:delete', changes: { active: false, kept_by_legal_hold: holdId } },
      ])
      // Nobody else gets the row by being made under the same name.
      expect((await acme.scim('POST', 'Users', { ...bea.user, title: 'Nobody' })).status).toBe(409)
      expect(await record(bea.id)).toMatchObject({ title: 'Head of sales' })
      await release(holdId)
      expect((await acme.scim('DELETE', `Users/${bea.id}`)).status).toBe(204)
    },
  )

  test('keeps the name by which the hold identifies the user', async () => {
    const bea = await held('bea')
    await hold(bea.email)
    const renamed = { ...bea.user, userName: 'bee', emails: [{ value: `bee@${acme.tenant}.example`, primary: true }] }
    expect((await acme.scim('PUT', `Users/${bea.id}`, renamed)).status).toBe(409)
    const patch = patchOf({ op: 'replace', path: 'userName', value: 'bee' })
    expect((await acme.scim('PATCH', `Users/${bea.id}`, patch)).status).toBe(409)
    const body = { username: 'bee' }
    expect((await api.ask('PATCH', `users/${bea.id}`, { token: acme.admin, body })).status).toBe(409)
    expect((await acme.scim('PATCH', `Users/${bea.id}`, OFF)).status).toBe(200)
  })

  test('may be changed otherwise, and the log keeps the earlier values', async () => {
    const bea = await held('bea')
    await hold('bea')
    api.audited.length = 0
    const changed = { ...bea.user, title: 'Nobody', phoneNumbers: [] }
    expect((await acme.scim('PUT', `Users/${bea.id}`, changed)).status).toBe(200)
    const [{ changes }] = api.audited as unknown as [{ changes: { overwritten_record: string } }]
    expect(changes.overwritten_record).toContain('Head of sales')
    expect(changes.overwritten_record).toContain('+1 555 0100')
  })

  test('a hold on the tenant keeps everybody', async () => {
    const bea = await held('bea')
    const body = { name: 'All', matter_ref: 'M-2', subject_kind: 'tenant', subject_value: acme.tenant }
    expect((await api.ask('POST', 'governance/legal-holds', { token: acme.admin, body })).status).toBe(201)
    expect((await acme.scim('DELETE', `Users/${bea.id}`)).status).toBe(409)
    expect(await record(bea.id)).toMatchObject({ active: false, title: 'Head of sales' })
  })
})
