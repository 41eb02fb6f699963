import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  NEVER_GRANTED,
  PERMISSIONS,
  type Permission,
  permissionViews,
} from '../../../control/identity/accounts/index.ts'
import { addTenant, createOrganisation, removeTenant } from '../../../control/identity/organisations/index.ts'
import { setTenantStatus } from '../../../control/identity/tenants/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { login, makeAdmin, makeUser, newTenant, openTestApi, PASSWORD, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
let bolt: TenantId
/** Tokens of acme's users: a wildcard administrator, and an administrator of the tenant. */
let root: string
let admin: string
const clock = { ms: 0 }

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server, { clock })
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

beforeEach(async () => {
  clock.ms = Date.now()
  api.audited.length = 0
  acme = await newTenant(api, 'acme')
  bolt = await newTenant(api, 'bolt')
  root = await makeAdmin(api, acme)
  await makeUser(api, acme, 'ada', 'tenant_admin')
  admin = await tokenOf(api, acme, 'ada')
})

const NOBODY = '00000000-0000-4000-8000-000000000000'
const idOf = (name: Permission) => permissionViews().find((view) => view.name === name)?.id ?? ''
const user = (name: string, role?: string) => ({
  email: `${name}@${acme}.example`,
  username: name,
  password: PASSWORD,
  role,
})
const makeRole = async (name: string, permissions: Permission[]): Promise<string> => {
  const body = { name, permission_ids: permissions.map(idOf) }
  return (await api.ask('POST', 'rbac/roles', { token: root, body })).body.id
}
const giveRole = (token: string, userId: string, roleId: string) =>
  api.ask('POST', `rbac/users/${userId}/roles`, { token, body: { role_id: roleId } })
const effective = async (userId: string) =>
  (await api.ask('GET', `rbac/users/${userId}/effective-permissions`, { token: root })).body
const makeKey = (token: string, scopes: string[], expires_in_days: number | null = null) =>
  api.ask('POST', 'api-keys', { token, body: { name: 'k', scopes, expires_in_days } })

describe('users', () => {
  test('refuse a common password and one that names the user or the tenant, at creation and at a change', async () => {
    for (const password of ['password', '12345678', 'Qwerty123', `${acme}!1`, 'Beatrice2026']) {
      const made = await api.ask('POST', 'users', { token: admin, body: { ...user('beatrice'), password } })
      expect([password, made.status]).toEqual([password, 422])
      const body = { current_password: PASSWORD, new_password: password === 'Beatrice2026' ? 'letmein1' : password }
      const changed = await api.ask('PUT', 'users/me/password', { token: admin, body })
      expect([password, changed.status]).toEqual([password, 422])
      expect(JSON.stringify(changed.body)).toContain('new_password')
    }
  })

  test('are created with the default role, returned without secrets, and audited', async () => {
    const made = await api.ask('POST', 'users', { token: admin, body: user('bea') })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      email: `bea@${acme}.example`,
      role: 'soc_analyst',
      is_active: true,
      last_login: null,
    })
    expect(made.text).not.toContain('argon2')
    expect(api.audited.at(-1)).toMatchObject({ action: 'user:created', resourceId: made.body.id, actorKind: 'user' })
    expect(JSON.stringify(api.audited)).not.toContain(PASSWORD)
    expect((await login(api, `bea@${acme}.example`)).status).toBe(200)
  })

  test.each(NEVER_GRANTED)('are never given the role %s over the API, whoever requests it', async (role) => {
    const id = await makeUser(api, acme, 'bea')
    for (const token of [admin, root]) {
      expect((await api.ask('POST', 'users', { token, body: user('x', role) })).status).toBe(403)
      expect((await api.ask('PATCH', `users/${id}`, { token, body: { role } })).status).toBe(403)
    }
  })

  test('with a name or address in use are refused, within the tenant only', async () => {
    expect((await api.ask('POST', 'users', { token: admin, body: user('ada') })).status).toBe(409)
    await makeUser(api, bolt, 'zoe')
    const body = { ...user('zoe'), email: `zoe@${bolt}.example` }
    expect((await api.ask('POST', 'users', { token: admin, body })).status).toBe(201)
  })

  test('cannot be administered by a user with fewer permissions, which would be an escalation', async () => {
    const helpdesk = await makeRole('helpdesk', ['users:read', 'users:write'])
    const hal = await makeUser(api, acme, 'hal')
    await giveRole(root, hal, helpdesk)
    const token = await tokenOf(api, acme, 'hal')
    const ada = (await api.ask('GET', 'users/me', { token: admin })).body.id
    const rootId = (await api.ask('GET', 'users/me', { token: root })).body.id
    for (const [caller, id] of [
      [token, ada],
      [token, rootId],
      [admin, rootId],
    ] as const)
      expect((await api.ask('PATCH', `users/${id}`, { token: caller, body: { is_active: false } })).status).toBe(403)
    expect((await api.ask('POST', 'users', { token, body: user('x', 'soc_lead') })).status).toBe(403)
    expect((await api.ask('POST', 'users', { token, body: user('y', 'viewer') })).status).toBe(201)
  })

  test('lose their sessions at once and their keys for good when they are deactivated', async () => {
    const id = await makeUser(api, acme, 'bea', 'tenant_admin')
    const token = await tokenOf(api, acme, 'bea')
    const { key } = (await makeKey(token, ['alerts:read'])).body
    expect((await api.ask('GET', 'delegations', { key })).status).toBe(200)
    const set = (is_active: boolean) => api.ask('PATCH', `users/${id}`, { token: admin, body: { is_active } })
    expect((await set(false)).body).toMatchObject({ is_active: false })
    expect((await api.ask('GET', 'users/me', { token })).status).toBe(401)
    expect((await api.ask('GET', 'delegations', { key })).status).toBe(401)
    expect((await login(api, `bea@${acme}.example`)).status).toBe(401)
    await set(true)
    expect((await api.ask('GET', 'users/me', { token })).status).toBe(401)
    expect((await api.ask('GET', 'delegations', { key })).status).toBe(401)
    expect((await login(api, `bea@${acme}.example`)).status).toBe(200)
  })

  test('merge their preferences, and can remove one', async () => {
    const patch = (preferences: object) => api.ask('PATCH', 'users/me', { token: admin, body: { preferences } })
    await patch({ theme: 'dark', page: 1 })
    expect((await patch({ page: 2, theme: null })).body.preferences).toEqual({ page: 2 })
    expect((await patch({ big: 'x'.repeat(20_000) })).status).toBe(422)
  })

  test('change their password, which ends their other sessions', async () => {
    const other = await tokenOf(api, acme, 'ada')
    const body = { current_password: PASSWORD, new_password: 'another long password' }
    const wrong = await api.ask('PUT', 'users/me/password', { token: admin, body: { ...body, current_password: 'no' } })
    expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'current_password']])
    expect((await api.ask('PUT', 'users/me/password', { token: admin, body })).status).toBe(204)
    expect((await api.ask('GET', 'users/me', { token: admin })).status).toBe(200)
    expect((await api.ask('GET', 'users/me', { token: other })).status).toBe(401)
    expect((await login(api, `ada@${acme}.example`)).status).toBe(401)
  })

  test('are listed page by page, each once, with a cursor only when there is more', async () => {
    for (let n = 0; n < 5; n++) await makeUser(api, acme, `u${n}`)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await api.ask('GET', `users?limit=3${cursor && `&cursor=${cursor}`}`, { token: admin })
      seen.push(...body.items.map((item: { username: string }) => item.username))
      cursor = body.next_cursor ?? ''
    } while (cursor !== '')
    expect(seen).toEqual(['u4', 'u3', 'u2', 'u1', 'u0', 'ada', `admin@${acme}.example`])
    for (const query of ['limit=0', 'limit=501', 'limit=1.5', 'limit=x', 'cursor=x', `cursor=${btoa('2020-99-99|x')}`])
      expect((await api.ask('GET', `users?${query}`, { token: admin })).status).toBe(422)
  })
})

describe('roles', () => {
  test('add up: a custom role adds to the static role and removes nothing', async () => {
    const bea = await makeUser(api, acme, 'bea', 'viewer')
    const before = await effective(bea)
    await giveRole(root, bea, await makeRole('hunter', ['hunts:read', 'alerts:read', 'actions:execute:high']))
    const after = await effective(bea)
    expect(after.permissions).toEqual(expect.arrayContaining([...before.permissions, 'hunts:read']))
    expect(after.permissions).toHaveLength(before.permissions.length + 6)
    expect(after.permissions).toEqual(
      expect.arrayContaining(['actions:execute:medium', 'actions:execute:low', 'actions:write', 'hunts:write']),
    )
    expect(after.roles).toEqual([
      { name: 'viewer', source: 'static' },
      { name: 'hunter', source: 'custom' },
    ])
    expect(after.by_permission).toMatchObject({ 'alerts:read': ['viewer', 'hunter'], 'hunts:read': ['hunter'] })
  })

  test('are audited once, however often they are assigned', async () => {
    const bea = await makeUser(api, acme, 'bea', 'viewer')
    const role = await makeRole('again', ['alerts:read'])
    const recorded = () => api.audited.filter((one) => one.action === 'role:assigned' && one.resourceId === bea).length
    for (let n = 0; n < 2; n++) {
      expect((await giveRole(root, bea, role)).status).toBe(200)
      expect(recorded()).toBe(1)
    }
  })

  test('that are narrowed or deleted take effect on their holders at once', async () => {
    const bea = await makeUser(api, acme, 'bea', 'viewer')
    const role = await makeRole('reader', ['users:read', 'roles:read'])
    await giveRole(root, bea, role)
    const token = await tokenOf(api, acme, 'bea')
    expect((await api.ask('GET', 'users', { token })).status).toBe(200)
    await api.ask('PUT', `rbac/roles/${role}`, {
      token: root,
      body: { name: 'reader', permission_ids: [idOf('roles:read')] },
    })
    expect((await api.ask('GET', 'users', { token })).status).toBe(403)
    expect((await api.ask('GET', 'rbac/roles', { token })).status).toBe(200)
    await api.ask('DELETE', `rbac/roles/${role}`, { token: root })
    expect((await api.ask('GET', 'rbac/roles', { token })).status).toBe(403)
  })

  test('cannot confer permissions that their author or giver lacks', async () => {
    const bea = await makeUser(api, acme, 'bea', 'viewer')
    const authors = await makeRole('author', ['roles:read', 'roles:write', 'users:write'])
    await giveRole(root, bea, authors)
    const token = await tokenOf(api, acme, 'bea')
    const big = await makeRole('big', ['settings:write'])
    const author = (permission: Permission) =>
      api.ask('POST', 'rbac/roles', { token, body: { name: permission, permission_ids: [idOf(permission)] } })
    expect((await author('settings:write')).status).toBe(403)
    expect((await author('alerts:read')).status).toBe(201)
    expect((await giveRole(token, bea, big)).status).toBe(403)
    const widen = { name: 'big', permission_ids: [] }
    expect((await api.ask('PUT', `rbac/roles/${big}`, { token, body: widen })).status).toBe(403)
    expect((await api.ask('DELETE', `rbac/roles/${big}`, { token })).status).toBe(403)
  })

  test('are created and assigned by a tenant administrator, who can also create the key of a bot', async () => {
    const permission_ids = [idOf('actions:execute:medium'), idOf('roles:read')]
    const made = await api.ask('POST', 'rbac/roles', { token: admin, body: { name: 'responders', permission_ids } })
    expect(made.status).toBe(201)
    const bea = await makeUser(api, acme, 'bea', 'viewer')
    expect((await giveRole(admin, bea, made.body.id)).status).toBe(200)
    expect((await effective(bea)).permissions).toContain('actions:execute:medium')
    expect((await makeKey(admin, ['cases:read', 'cases:write', 'alerts:read', 'actions:write'])).status).toBe(201)
  })

  test('need a unique name and known permissions, and system roles cannot be changed', async () => {
    await makeRole('night shift', [])
    const post = (name: string, permission_ids: string[] = []) =>
      api.ask('POST', 'rbac/roles', { token: root, body: { name, permission_ids } })
    expect((await post('night shift')).status).toBe(409)
    expect((await post('Viewer')).status).toBe(409)
    expect((await post('x', [NOBODY])).status).toBe(422)
    const listed = (await api.ask('GET', 'rbac/roles', { token: root })).body.items
    const viewer = listed.find((role: { name: string }) => role.name === 'viewer')
    expect(viewer).toMatchObject({ is_system: true, tenant_id: null })
    expect(viewer.permissions).toHaveLength(6)
    for (const method of ['PUT', 'DELETE'])
      expect(
        (
          await api.ask(method, `rbac/roles/${viewer.id}`, {
            token: root,
            ...(method === 'PUT' && { body: { name: 'v', permission_ids: [] } }),
          })
        ).status,
      ).toBe(403)
  })

  test('are listed in pages without a gap between own and system roles', async () => {
    for (const name of ['a', 'b', 'c']) await makeRole(name, [])
    const seen: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await api.ask('GET', `rbac/roles?limit=2${cursor && `&cursor=${cursor}`}`, { token: root })
      seen.push(...body.items.map((item: { name: string }) => item.name))
      cursor = body.next_cursor
    }
    expect(seen.slice(0, 3)).toEqual(['c', 'b', 'a'])
    expect(new Set(seen).size).toBe(11)
    expect(seen).toHaveLength(11)
  })

  test('can be assigned twice without an effect, and a second removal answers 404', async () => {
    const bea = await makeUser(api, acme, 'bea')
    const role = await makeRole('r', ['alerts:read'])
    expect([(await giveRole(root, bea, role)).status, (await giveRole(root, bea, role)).status]).toEqual([200, 200])
    const takeRole = () => api.ask('DELETE', `rbac/users/${bea}/roles/${role}`, { token: root })
    expect([(await takeRole()).status, (await takeRole()).status]).toEqual([204, 404])
  })

  test('the catalogue of permissions has the same ids everywhere', async () => {
    const { items } = (await api.ask('GET', 'rbac/permissions', { token: root })).body
    expect(items.map((item: { name: string }) => item.name)).toEqual(PERMISSIONS)
    expect(idOf('alerts:read')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('API keys', () => {
  test('are shown once, and allow exactly their scopes', async () => {
    const made = await makeKey(admin, ['users:read'], 30)
    expect(made.body).toMatchObject({ key: expect.stringMatching(/^svc_[0-9a-f]{48}$/), scopes: ['users:read'] })
    expect(made.body.prefix).toBe(made.body.key.slice(0, 12))
    const { key } = made.body
    const listed = await api.ask('GET', 'api-keys', { key })
    expect(listed.text).not.toContain(key)
    expect(listed.body.items).toMatchObject([{ id: made.body.id, is_active: true, last_used_at: expect.any(String) }])
    expect((await api.ask('POST', 'users', { key, body: user('x') })).status).toBe(403)
    expect(api.audited.at(-1)).toMatchObject({ action: 'api_key:created' })
    expect(JSON.stringify(api.audited)).not.toContain(key)
  })

  test('cannot have permissions that their creator lacks, and unknown scopes are named at their place', async () => {
    expect((await makeKey(admin, ['*'])).status).toBe(403)
    expect((await makeKey(admin, ['plugins:*'])).status).toBe(403)
    expect((await makeKey(root, ['*'])).status).toBe(201)
    expect((await makeKey(admin, ['alerts:*'])).status).toBe(201)
    const unknown = await makeKey(admin, ['alerts:read', 'moon:read'])
    expect(unknown.status).toBe(422)
    expect(unknown.body.detail).toMatchObject([{ loc: ['body', 'scopes', 1], type: 'unknown_scope' }])
    const msgOf = async (scope: string) => (await makeKey(admin, [scope])).body.detail[0].msg
    expect(await msgOf('alert:read')).toContain('no scope "alert:read" (did you mean alerts:read?): GET')
    expect(await msgOf('case:*')).toContain('(did you mean cases:*?)')
    expect(await msgOf('moon:landing')).toContain('no scope "moon:landing": GET')
    for (const days of [0, 3651, 1.5]) expect((await makeKey(admin, ['alerts:read'], days)).status).toBe(422)
  })

  test('are no wildcard: they shrink with their owner’s permissions and never exceed them', async () => {
    const bea = await makeUser(api, acme, 'bea', 'tenant_admin')
    const { key } = (await makeKey(await tokenOf(api, acme, 'bea'), ['users:*'])).body
    expect((await api.ask('GET', 'users', { key })).status).toBe(200)
    expect((await api.ask('GET', 'rbac/roles', { key })).status).toBe(403)
    await api.ask('PATCH', `users/${bea}`, { token: admin, body: { role: 'viewer' } })
    expect((await api.ask('GET', 'users', { key })).status).toBe(403)
  })

  test('end by revocation, by expiry and by suspension of their tenant', async () => {
    const [first, second, third] = [
      (await makeKey(admin, ['users:read'])).body,
      (await makeKey(admin, ['users:read'], 1)).body,
      (await makeKey(admin, ['users:read'])).body,
    ]
    const ask = async (key: string) => (await api.ask('GET', 'users', { key })).status
    expect([await ask(first.key), await ask(second.key), await ask(third.key)]).toEqual([200, 200, 200])
    expect((await api.ask('DELETE', `api-keys/${first.id}`, { token: admin })).status).toBe(204)
    expect(await ask(first.key)).toBe(401)
    const expire = `UPDATE api_keys SET expires_at = clock_timestamp() WHERE id = $1`
    await withTenant(api.deps.pool, acme, (tx) => tx.run(expire, [second.id]))
    clock.ms += 2_500
    expect([await ask(second.key), await ask(third.key)]).toEqual([401, 200])
    await setTenantStatus(api.deps.pool, acme, 'suspended')
    clock.ms += 2_500
    expect(await ask(third.key)).toBe(401)
    expect(await ask('svc_'.padEnd(52, '0'))).toBe(401)
    expect(await ask('guess')).toBe(401)
  })

  describe('created or changed by a key', () => {
    const works = async (key: string) => {
      clock.ms += 2_500
      return (await api.ask('GET', 'users', { key })).status === 200
    }
    const makeBy = (key: string, expires_in_days?: number | null, scopes = ['users:*']) =>
      api.ask('POST', 'api-keys', { key, body: { name: 'made', scopes, expires_in_days } })
    const change = (id: string, body: object, as: object) => api.ask('PATCH', `api-keys/${id}`, { ...as, body })
    const revoke = (id: string) => api.ask('DELETE', `api-keys/${id}`, { token: admin })

    test('expire with it by default, a later expiry is refused, and no key extends its own', async () => {
      const maker = (await makeKey(admin, ['users:*'], 10)).body
      expect(maker.made_by).toEqual([])
      for (const days of [undefined, null]) {
        const { body } = await makeBy(maker.key, days)
        expect([body.expires_at, body.made_by]).toEqual([maker.expires_at, [maker.id]])
      }
      const late = await makeBy(maker.key, 11)
      expect([late.status, late.body.detail]).toMatchObject([422, [{ loc: ['body', 'expires_in_days'] }]])
      const early = (await makeBy(maker.key, 9)).body
      expect(early.expires_at < maker.expires_at).toBe(true)
      expect((await change(maker.id, { expires_in_days: 11 }, { key: maker.key })).status).toBe(422)
      expect((await change(maker.id, { expires_in_days: null }, { key: maker.key })).body.expires_at).toBe(
        maker.expires_at,
      )
      // Nor does a person put off the end of one: who holds the maker has seen it.
      expect((await change(early.id, { expires_in_days: 11 }, { token: admin })).status).toBe(422)
      expect((await change(early.id, { expires_in_days: null }, { token: admin })).body.expires_at).toBe(
        maker.expires_at,
      )
      expect((await change(maker.id, { expires_in_days: 20 }, { token: admin })).status).toBe(200)
      expect((await change(early.id, { expires_in_days: 11 }, { token: admin })).status).toBe(200)
    })

    test('end with it, whoever ends it and over any number of steps', async () => {
      const maker = (await makeKey(admin, ['users:*'])).body
      const child = (await makeBy(maker.key)).body
      const grandchild = (await makeBy(child.key)).body
      const other = (await makeKey(admin, ['users:*'])).body
      const sooner = await change(maker.id, { expires_in_days: 3 }, { token: admin })
      const { items } = (await api.ask('GET', 'api-keys', { token: admin })).body
      const endOf = (id: string) => items.find((item: { id: string }) => item.id === id).expires_at
      expect([endOf(child.id), endOf(grandchild.id)]).toEqual([sooner.body.expires_at, sooner.body.expires_at])
      expect(endOf(other.id)).toBe(null)
      // At once, and not when the replica looks again.
      expect((await api.ask('GET', 'users', { key: grandchild.key })).status).toBe(200)
      await revoke(maker.id)
      expect((await api.ask('GET', 'users', { key: grandchild.key })).status).toBe(401)
      expect([await works(child.key), await works(other.key)]).toEqual([false, true])
    })

    test('depend on it when it sets scopes or an expiry, but not a name, also in a cycle', async () => {
      const [one, two] = [(await makeKey(admin, ['users:*'], 5)).body, (await makeKey(admin, ['users:*'])).body]
      expect((await change(two.id, { name: 'x' }, { key: one.key })).body).toMatchObject({
        expires_at: null,
        made_by: [],
      })
      const bound = (await change(two.id, { scopes: ['users:read'] }, { key: one.key })).body
      expect(bound).toMatchObject({ expires_at: one.expires_at, made_by: [one.id] })
      await change(two.id, { scopes: ['users:*'] }, { key: one.key })
      expect((await change(one.id, { scopes: ['users:*'] }, { key: two.key })).body.made_by).toEqual([two.id])
      await revoke(two.id)
      expect([await works(one.key), await works(two.key)]).toEqual([false, false])
    })

    test('end with the owner of the creating key, also when they belong to another owner', async () => {
      const bea = await makeUser(api, acme, 'bea', 'tenant_admin')
      const cal = await makeUser(api, acme, 'cal', 'viewer')
      await giveRole(root, cal, await makeRole('keys', ['users:read', 'users:write']))
      const { permissions } = await effective(cal)
      const maker = (await makeKey(await tokenOf(api, acme, 'bea'), permissions)).body
      const mine = (await makeKey(await tokenOf(api, acme, 'cal'), ['users:*'])).body
      expect(await works(mine.key)).toBe(true)
      expect((await change(mine.id, { scopes: ['users:read'] }, { key: maker.key })).status).toBe(200)
      await api.ask('PATCH', `users/${bea}`, { token: admin, body: { is_active: false } })
      expect(await works(mine.key)).toBe(false)
    })

    test('cannot be created by a key that was revoked during the request', async () => {
      const maker = (await makeKey(admin, ['users:*'])).body
      expect(await works(maker.key)).toBe(true)
      await withTenant(api.deps.pool, acme, (tx) =>
        tx.run('UPDATE api_keys SET is_active = false WHERE id = $1', [maker.id]),
      )
      expect((await makeBy(maker.key)).status).toBe(401)
      expect((await change(maker.id, { scopes: ['users:read'] }, { key: maker.key })).status).toBe(401)
    })

    test('depend on twenty keys at most', async () => {
      const { id } = (await makeKey(admin, ['users:*'])).body
      const fill =
        'UPDATE api_keys SET made_by = ARRAY(SELECT gen_random_uuid() FROM generate_series(1, 20)) WHERE id = $1'
      await withTenant(api.deps.pool, acme, (tx) => tx.run(fill, [id]))
      const maker = (await makeKey(admin, ['users:*'])).body
      expect((await change(id, { scopes: ['users:read'] }, { key: maker.key })).status).toBe(409)
      expect((await change(id, { scopes: ['users:read'] }, { token: admin })).status).toBe(200)
    })
  })

  test('of a user with more permissions cannot be changed by others', async () => {
    const { id } = (await makeKey(root, ['*'])).body
    expect((await api.ask('DELETE', `api-keys/${id}`, { token: admin })).status).toBe(403)
    expect((await api.ask('PATCH', `api-keys/${id}`, { token: admin, body: { scopes: ['users:read'] } })).status).toBe(
      403,
    )
  })
})

describe('a delegation', () => {
  const give = (body: object = {}) =>
    api.ask('POST', 'organisation/delegations', {
      token: admin,
      body: { email: `mel@${bolt}.example`, role: 'soc_analyst', reason: 'night cover', expires_in_hours: 1, ...body },
    })
  const enter = async (id: string) =>
    api.ask('POST', `delegations/${id}/enter`, { token: await tokenOf(api, bolt, 'mel') })

  beforeEach(async () => {
    await makeUser(api, bolt, 'mel', 'soc_lead')
    await createOrganisation(api.owner, { name: bolt, kind: 'mssp', homeTenant: bolt })
    await addTenant(api.owner, bolt, acme)
  })

  test('lets one user of the provider into the tenant with one role, and the tenant audits it', async () => {
    const { id } = (await give()).body
    const entered = await enter(id)
    expect(entered.body).toMatchObject({ tenant_id: acme, role: 'soc_analyst', token_type: 'bearer' })
    expect(entered.body).not.toHaveProperty('refresh_token')
    expect(api.audited.at(-1)).toMatchObject({ action: 'delegation:entered', tenantId: acme, delegationId: id })
    const token = entered.body.access_token
    expect((await api.ask('GET', 'users', { token })).status).toBe(403)
    expect((await api.ask('POST', 'api-keys', { token, body: { name: 'k', scopes: ['alerts:read'] } })).status).toBe(
      403,
    )
    expect((await api.ask('POST', 'auth/logout', { token })).status).toBe(204)
    expect((await api.ask('POST', 'auth/logout', { token })).status).toBe(401)
  })

  test('ends when it expires, is revoked, its user leaves, or the tenant leaves the organisation', async () => {
    const open = async () => {
      const { id } = (await give()).body
      return { id, token: (await enter(id)).body.access_token }
    }
    const statusOf = async (token: string) => (await api.ask('GET', 'organisation', { token })).status
    const [a, b] = [await open(), await open()]
    expect([await statusOf(a.token), await statusOf(b.token)]).toEqual([403, 403])
    expect((await api.ask('DELETE', `organisation/delegations/${a.id}`, { token: admin })).status).toBe(204)
    expect([await statusOf(a.token), (await enter(a.id)).status]).toEqual([401, 404])
    await removeTenant(api.owner, bolt, acme)
    clock.ms += 2_500
    expect([await statusOf(b.token), (await enter(b.id)).status]).toEqual([401, 404])
    await addTenant(api.owner, bolt, acme)
    const c = await open()
    clock.ms += 3_600_000
    expect([await statusOf(c.token), (await enter(c.id)).status]).toEqual([401, 404])
  })

  test('is listed and ended by an administrator of the provider, and both tenants audit it', async () => {
    const { id } = (await give()).body
    const inside = (await enter(id)).body.access_token
    await makeUser(api, bolt, 'mia', 'tenant_admin')
    const mia = await tokenOf(api, bolt, 'mia')
    const mel = await tokenOf(api, bolt, 'mel')
    expect((await api.ask('DELETE', `organisation/held-delegations/${id}`, { token: mel })).status).toBe(403)
    const list = await api.ask('GET', 'organisation/held-delegations', { token: mia })
    expect(list.body.items).toMatchObject([{ id, tenant_id: acme, home_tenant_id: bolt, revoked_at: null }])
    // The customer has its own way, and its delegations are not the provider's of somebody else.
    expect((await api.ask('DELETE', `organisation/held-delegations/${id}`, { token: admin })).status).toBe(404)
    expect((await api.ask('GET', 'organisation/held-delegations', { token: admin })).body).toEqual({ items: [] })

    api.audited.length = 0
    for (let n = 0; n < 2; n++)
      expect((await api.ask('DELETE', `organisation/held-delegations/${id}`, { token: mia })).status).toBe(204)
    expect(api.audited).toMatchObject([
      { action: 'delegation:revoked', tenantId: acme, delegationId: id, resourceId: id },
      { action: 'delegation:revoked', tenantId: bolt, delegationId: null, resourceId: id },
    ])
    expect((await api.ask('GET', 'cases', { token: inside })).status).toBe(401)
    expect((await enter(id)).status).toBe(404)
    const seen = await api.ask('GET', 'organisation/delegations', { token: admin })
    expect(seen.body.items).toMatchObject([{ id, revoked_at: expect.any(String) }])
  })

  test('has an end, a role that its giver holds, and an active user of the provider', async () => {
    expect((await give({ expires_in_hours: 2161 })).status).toBe(422)
    expect((await give({ role: 'admin' })).status).toBe(403)
    expect((await give({ email: `ada@${acme}.example` })).status).toBe(422)
    await removeTenant(api.owner, bolt, acme)
    expect((await give()).status).toBe(409)
  })

  test('cannot be used by others, and member tenants do not see each other', async () => {
    const { id } = (await give()).body
    await makeUser(api, bolt, 'max', 'tenant_admin')
    const max = await tokenOf(api, bolt, 'max')
    expect((await api.ask('POST', `delegations/${id}/enter`, { token: max })).status).toBe(404)
    expect((await api.ask('DELETE', `organisation/delegations/${id}`, { token: max })).status).toBe(404)
    expect((await api.ask('GET', 'delegations', { token: max })).body).toEqual({ items: [] })
    expect((await api.ask('GET', 'organisation/delegations', { token: max })).body).toEqual({ items: [] })
    expect((await api.ask('GET', 'organisation/tenants', { token: max })).body).toEqual({ items: [{ id: acme }] })
    expect((await api.ask('GET', 'organisation/tenants', { token: admin })).body).toEqual({ items: [] })
    expect((await api.ask('GET', 'organisation', { token: admin })).body).toMatchObject({
      name: bolt,
      is_home: false,
    })
  })
})
