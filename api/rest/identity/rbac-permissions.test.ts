/** Tests a tenant's own permissions: the users who make, describe, hold, grant and delete them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepPermissions, lockPermission } from '../../../control/identity/accounts/custom-permission-store.ts'
import {
  createPermission,
  PERMISSIONS,
  permissionsOfRole,
  permissionViews,
} from '../../../control/identity/accounts/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { openDirectory, patchOf } from '../../scim/test-directory.ts'
import { makeAdmin, makeUser, newTenant, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
/** Tokens of acme's users: a wildcard administrator, and an administrator of the tenant. */
let root: string
let admin: string

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
  root = await makeAdmin(api, acme)
  await makeUser(api, acme, 'ada', 'tenant_admin')
  admin = await tokenOf(api, acme, 'ada')
  api.audited.length = 0
})

const PORTAL = 'custom:portal:read'
const ours = (...names: string[]) => permissionViews().flatMap(({ id, name }) => (names.includes(name) ? [id] : []))
const post = (name: string, token = root, description = 'enter the portal') =>
  api.ask('POST', 'rbac/permissions', { token, body: { name, description } })
const make = async (name = PORTAL): Promise<string> => (await post(name)).body.id
const describeAs = (id: string, description: string, token = root) =>
  api.ask('PUT', `rbac/permissions/${id}`, { token, body: { description } })
const remove = (id: string, token = root) => api.ask('DELETE', `rbac/permissions/${id}`, { token })
const listed = async (token = root) => (await api.ask('GET', 'rbac/permissions', { token })).body.items
const makeRole = (permission_ids: string[], token = root, name = 'guests') =>
  api.ask('POST', 'rbac/roles', { token, body: { name, permission_ids } })
const giveRole = (userId: string, role_id: string, token = root) =>
  api.ask('POST', `rbac/users/${userId}/roles`, { token, body: { role_id } })
const makeKey = (scopes: string[], token = root) => api.ask('POST', 'api-keys', { token, body: { name: 'k', scopes } })
const effective = async (userId: string, token = root) =>
  (await api.ask('GET', `rbac/users/${userId}/effective-permissions`, { token })).body
/** Somebody who holds a role of these permissions beside their own. */
async function holderOf(name: string, role: string, permission_ids: string[]): Promise<{ id: string; token: string }> {
  const id = await makeUser(api, acme, name, role)
  await giveRole(id, (await makeRole(permission_ids, root, `of ${name}`)).body.id)
  return { id, token: await tokenOf(api, acme, name) }
}

describe('a custom permission', () => {
  test('is created, listed after the built-in ones, changed and deleted, each time with an audit entry', async () => {
    const made = await post(PORTAL)
    const view = {
      id: made.body.id,
      name: PORTAL,
      description: 'enter the portal',
      category: 'custom',
      is_system: false,
    }
    expect([made.status, made.body]).toEqual([201, view])
    expect((await describeAs(made.body.id, ' read the portal ')).body).toEqual({
      ...view,
      description: 'read the portal',
    })
    const items = await listed()
    expect(items.map(({ name }: { name: string }) => name)).toEqual([...PERMISSIONS, PORTAL])
    expect(items[0]).toMatchObject({ name: 'alerts:read', is_system: true })
    expect((await remove(made.body.id)).status).toBe(204)
    expect(await listed()).toHaveLength(PERMISSIONS.length)
    expect(api.audited.map(({ action, resourceId, changes }) => [action, resourceId, changes])).toEqual([
      ['permission:created', made.body.id, { name: PORTAL, description: 'enter the portal' }],
      ['permission:updated', made.body.id, { name: PORTAL, description: 'read the portal' }],
      ['permission:deleted', made.body.id, { name: PORTAL }],
    ])
  })

  test('has a name of custom: and one to three plain words', async () => {
    for (const name of ['custom:2fa', 'custom:vip_portal', 'custom:hr:case-files:read', `custom:${'a'.repeat(53)}`])
      expect([name, (await post(name)).status]).toEqual([name, 201])
    const refused = [
      ...[
        'alerts:read',
        'alerts:portal',
        'hunting:write',
        'portal',
        '*',
        'custom',
        'custom:',
        'custom:*',
        'custom:a:*',
      ],
      ...['Custom:a', 'custom:A', 'custom:a b', 'custom:a:', 'custom:a:b:c:d', 'custom:ä', 'custom:-a', 'custom:a\n'],
      `custom:${'a'.repeat(54)}`,
    ]
    for (const name of refused) {
      expect([name, (await post(name)).status]).toEqual([name, 422])
      const withoutSchema = withTenant(api.deps.pool, acme, (tx) => createPermission(tx, { name, description: 'x' }))
      await expect(withoutSchema, name).rejects.toMatchObject({ status: 422 })
      const insert = `INSERT INTO permissions (name, description) VALUES ($1, 'x')`
      const stored = withTenant(api.deps.pool, acme, (tx) => tx.run(insert, [name]))
      await expect(stored, name).rejects.toThrow('permissions_name_check')
    }
  })

  test('has a unique name in its tenant, which cannot change, and a description', async () => {
    const id = await make()
    expect((await post(PORTAL)).status).toBe(409)
    const bolt = await makeAdmin(api, await newTenant(api, 'bolt'))
    expect((await post(PORTAL, bolt)).status).toBe(201)
    const renamed = { name: 'custom:other', description: 'x' }
    expect((await api.ask('PUT', `rbac/permissions/${id}`, { token: root, body: renamed })).status).toBe(422)
    for (const description of ['', '   ', 'x'.repeat(501)]) {
      expect((await post('custom:other', root, description)).status).toBe(422)
      expect((await describeAs(id, description)).status).toBe(422)
    }
  })

  test('is one of at most a hundred', async () => {
    const many = `INSERT INTO permissions (name, description) SELECT 'custom:n' || n, 'x' FROM generate_series(1, 99) n`
    await withTenant(api.deps.pool, acme, (tx) => tx.run(many))
    expect((await post('custom:last')).status).toBe(201)
    expect((await post('custom:one-more')).status).toBe(409)
  })

  test('is created once when the request is repeated', async () => {
    const headers = { 'idempotency-key': 'twice' }
    const body = { name: PORTAL, description: 'x' }
    const send = () => api.ask('POST', 'rbac/permissions', { token: root, headers, body })
    const [first, second] = [await send(), await send()]
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(api.audited).toHaveLength(1)
  })

  test('is invisible to other tenants, which can neither change nor hold it', async () => {
    const id = await make()
    const bolt = await makeAdmin(api, await newTenant(api, 'bolt'))
    expect([(await describeAs(id, 'x', bolt)).status, (await remove(id, bolt)).status]).toEqual([404, 404])
    expect((await makeRole([id], bolt)).status).toBe(422)
    expect((await makeKey([PORTAL], bolt)).status).toBe(422)
    expect(await listed(bolt)).toHaveLength(PERMISSIONS.length)
  })

  test('does not include the built-in ones, which cannot be changed', async () => {
    const [id = ''] = ours('alerts:read')
    expect([(await describeAs(id, 'x')).status, (await remove(id)).status]).toEqual([403, 403])
  })
})

describe('holding one', () => {
  test('adds to the permissions of a user, and shows the role that confers it', async () => {
    const { id } = await holderOf('bea', 'viewer', [await make(), ...ours('hunts:read')])
    const found = await effective(id)
    expect(found.permissions).toEqual(expect.arrayContaining(['alerts:read', 'hunts:read', PORTAL]))
    expect(found.by_permission[PORTAL]).toEqual(['of bea'])
    const roles = (await api.ask('GET', 'rbac/roles?limit=500', { token: root })).body.items
    const held = Object.fromEntries(
      roles.map((role: { name: string; permissions: { name: string }[] }) => [
        role.name,
        role.permissions.some(({ name }) => name === PORTAL),
      ]),
    )
    expect(held).toMatchObject({ 'of bea': true, tenant_admin: true, admin: true, soc_lead: false, viewer: false })
  })

  test('opens nothing in svc, whatever its name', async () => {
    const { token } = await holderOf('bea', 'viewer', [await make('custom:users:read')])
    expect((await api.ask('GET', 'users', { token })).status).toBe(403)
    const { key } = (await makeKey(['custom:users:read'])).body
    for (const path of ['users', 'alerts', 'rbac/permissions'])
      expect((await api.ask('GET', path, { key })).status).toBe(403)
  })

  test('ends at once with the role that conferred it', async () => {
    const id = await makeUser(api, acme, 'bea')
    const portal = await make()
    const role = (await makeRole([portal])).body.id
    await giveRole(id, role)
    const token = await tokenOf(api, acme, 'bea')
    const grants = () => makeRole([portal], token, crypto.randomUUID())
    const authors = (await makeRole(ours('roles:write'), root, 'authors')).body.id
    await giveRole(id, authors)
    expect((await grants()).status).toBe(201)
    await api.ask('PUT', `rbac/roles/${role}`, { token: root, body: { name: 'guests', permission_ids: [] } })
    expect((await grants()).status).toBe(403)
    expect((await effective(id)).permissions).not.toContain(PORTAL)
  })

  test('by a key needs its exact name: wildcards and unknown names are refused at their place', async () => {
    await make()
    expect((await makeKey([PORTAL])).status).toBe(201)
    for (const scope of ['custom:*', 'custom:portal:*', 'custom:other']) {
      const refused = await makeKey(['alerts:read', scope])
      expect([refused.status, refused.body.detail]).toMatchObject([
        422,
        [{ loc: ['body', 'scopes', 1], type: 'unknown_scope' }],
      ])
    }
    const { id } = (await makeKey(['alerts:read'])).body
    const patch = (scopes: string[]) => api.ask('PATCH', `api-keys/${id}`, { token: root, body: { scopes } })
    expect([(await patch(['custom:other'])).status, (await patch([PORTAL])).status]).toEqual([422, 200])
  })
})

describe('granting one', () => {
  test('needs holding it: its author does not hold it by creating it, and cannot change it either', async () => {
    const eve = await holderOf('eve', 'soc_lead', ours('roles:read', 'roles:write', 'users:write'))
    const id = (await post(PORTAL, eve.token)).body.id
    expect(await listed(eve.token)).toHaveLength(PERMISSIONS.length + 1)
    expect((await makeRole([id], eve.token)).status).toBe(403)
    expect((await makeKey([PORTAL], eve.token)).status).toBe(403)
    expect((await describeAs(id, 'something harmless', eve.token)).status).toBe(403)
    expect((await remove(id, eve.token)).status).toBe(403)
    const role = (await makeRole([id])).body.id
    expect((await giveRole(eve.id, role, eve.token)).status).toBe(403)
    await giveRole(eve.id, role)
    expect((await makeRole([id], eve.token, 'friends')).status).toBe(201)
  })

  test('is possible for every tenant_admin, who holds all and still administers users who hold one', async () => {
    const lead = await holderOf('lou', 'soc_lead', [])
    expect((await post(PORTAL, lead.token)).status).toBe(403)
    const role = (await makeRole([await make()])).body.id
    const bea = await makeUser(api, acme, 'bea')
    expect((await giveRole(bea, role, admin)).status).toBe(200)
    expect((await makeKey([PORTAL], admin)).status).toBe(201)
    const me = (await api.ask('GET', 'users/me', { token: admin })).body.id
    expect((await effective(me)).by_permission[PORTAL]).toEqual(['tenant_admin'])
    const off = await api.ask('PATCH', `users/${bea}`, { token: admin, body: { is_active: false } })
    expect(off.status).toBe(200)
    // A user with all other permissions of a tenant_admin cannot make one: that would hand out what they do not hold.
    const almost = await holderOf('al', 'viewer', ours(...permissionsOfRole('tenant_admin')))
    const cal = await makeUser(api, acme, 'cal')
    const raised = await api.ask('PATCH', `users/${cal}`, { token: almost.token, body: { role: 'tenant_admin' } })
    expect([raised.status, raised.body.detail]).toEqual([403, expect.stringContaining('custom:*')])
  })

  test('through single sign-on needs a connection whose author holds it', async () => {
    await makeRole([await make()])
    const connect = (token: string) => {
      const issuer = `https://${crypto.randomUUID()}.example`
      const body = { provider: 'oidc', issuer, display_name: 'Desk', client_id: 'svc', default_role: 'guests' }
      return api.ask('POST', 'sso-connections', { token, body })
    }
    const sam = await holderOf('sam', 'viewer', ours('settings:write', 'users:write'))
    expect((await connect(sam.token)).status).toBe(403)
    const connection = (await connect(admin)).body.id
    const bea = await makeUser(api, acme, 'bea')
    const enter = `INSERT INTO sso_roles (connection_id, user_id, role) VALUES ($1, $2, 'guests')`
    await withTenant(api.deps.pool, acme, (tx) => tx.run(enter, [connection, bea]))
    expect((await effective(bea)).by_permission[PORTAL]).toEqual(['guests'])
    const lower = `UPDATE sso_connections SET ceiling = '{alerts:read}' WHERE id = $1`
    await withTenant(api.deps.pool, acme, (tx) => tx.run(lower, [connection]))
    expect((await effective(bea)).permissions).not.toContain(PORTAL)
  })

  test('leaves its holders under the control of the directory', async () => {
    const directory = await openDirectory(api)
    acme = directory.tenant
    root = await makeAdmin(api, acme)
    const { id } = await holderOf('bea', 'viewer', [await make()])
    const rename = patchOf({ op: 'replace', path: 'userName', value: 'bea.b' })
    expect((await directory.scim('PATCH', `Users/${id}`, rename)).status).toBe(200)
  })
})

describe('deleting one', () => {
  test('that is in use is refused with the counts of its holders, until none is left', async () => {
    const id = await make()
    const [role, other] = [(await makeRole([id])).body.id, (await makeRole([id], root, 'others')).body.id]
    const key = (await makeKey([PORTAL, 'alerts:read'])).body.id
    const refused = await remove(id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      `${PORTAL} is held by 2 roles and 1 API key; remove it from them first`,
    ])
    await api.ask('DELETE', `rbac/roles/${other}`, { token: root })
    await api.ask('PUT', `rbac/roles/${role}`, { token: root, body: { name: 'guests', permission_ids: [] } })
    expect((await remove(id)).body.detail).toContain('by 1 API key;')
    await api.ask('DELETE', `api-keys/${key}`, { token: root })
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
  })

  test('leaves no holder who would get a new permission of the same name', async () => {
    const first = await make()
    const settings = ours('settings:read', 'settings:write', 'users:write')
    const { id, token } = await holderOf('sam', 'viewer', settings)
    const role = (await makeRole([first])).body.id
    await giveRole(id, role)
    const body = { provider: 'oidc', issuer: 'https://sso.example', display_name: 'Desk', client_id: 'svc' }
    const connection = (await api.ask('POST', 'sso-connections', { token, body })).body.id
    const ceiling = async () =>
      withTenant(api.deps.pool, acme, (tx) =>
        tx.maybeOne(({ ceiling }) => ceiling as string[], 'SELECT ceiling FROM sso_connections WHERE id = $1', [
          connection,
        ]),
      )
    expect(await ceiling()).toContain(PORTAL)
    await api.ask('DELETE', `rbac/roles/${role}`, { token: root })
    expect((await remove(first)).status).toBe(204)
    await make()
    expect(await ceiling()).not.toContain(PORTAL)
    expect((await effective(id)).permissions).not.toContain(PORTAL)
  })

  /** Holds a transaction open while something else runs into its lock. */
  async function during(first: (tx: TenantTx) => Promise<unknown>, second: () => Promise<{ status: number }>) {
    return withTenant(api.deps.pool, acme, async (tx) => {
      await first(tx)
      const under = { way: second() }
      const waiting = async () => (await api.owner.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount
      await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBe(1)
      return under
    }).then(({ way }) => way)
  }

  test('waits for a concurrent assignment to a role, and never leaves half of either', async () => {
    const id = await make()
    const insert = `INSERT INTO roles (name, permissions) VALUES ('guests', $1)`
    const answer = await during(
      async (tx) => {
        await keepPermissions(tx, { ids: [id] })
        await tx.run(insert, [[PORTAL]])
      },
      () => remove(id),
    )
    expect(answer.status).toBe(409)
    const other = await make('custom:other')
    const gone = await during(
      async (tx) => {
        await lockPermission(tx, other)
        await tx.run('DELETE FROM permissions WHERE id = $1', [other])
      },
      () => makeRole([other], root, 'late'),
    )
    expect(gone.status).toBe(422)
  })
})

/** Permissions that tenant_admin was given later, with what they confer, each group by the migration that widens. */
const LATER = {
  '0130-permissions.sql': ['custom:*'],
  '0140-tenant-admin-roles.sql': [
    ...['actions:write', 'actions:execute:low', 'actions:execute:medium', 'actions:execute:high'],
    ...['roles:read', 'roles:write'],
  ],
}

test.each([
  // Connections that 0130 met had none of the permissions of 0140 yet.
  ['0130-permissions.sql', [...LATER['0130-permissions.sql'], ...LATER['0140-tenant-admin-roles.sql']]],
  ['0140-tenant-admin-roles.sql', LATER['0140-tenant-admin-roles.sql']],
] as const)('connections that tenant_admins made before %s still let tenant_admins in', async (name, missing) => {
  const before = [...permissionsOfRole('tenant_admin')].filter((held) => !missing.some((later) => later === held))
  const ceilings = [before, before.filter((held) => held !== 'users:write'), ['*']]
  const ids: string[] = []
  for (const [n, ceiling] of ceilings.entries()) {
    const issuer = `https://${acme}-${n}.${name}.example`
    const body = { provider: 'oidc', issuer, display_name: 'Desk', client_id: 'svc' }
    ids.push((await api.ask('POST', 'sso-connections', { token: root, body })).body.id)
    const as = 'UPDATE sso_connections SET ceiling = $2 WHERE id = $1'
    await withTenant(api.deps.pool, acme, (tx) => tx.run(as, [ids[n], ceiling]))
  }
  const file = join(import.meta.dirname, '../../../stores/postgres/migrations', name)
  const sql = readFileSync(file, 'utf8')
  await api.owner.query(`BEGIN; ${sql.slice(sql.indexOf('CREATE POLICY widen'))}; COMMIT`)
  const found = await withTenant(api.deps.pool, acme, (tx) =>
    tx.many(
      ({ ceiling }) => ceiling,
      'SELECT ceiling FROM sso_connections WHERE id = ANY($1) ORDER BY array_position($1, id)',
      [ids],
    ),
  )
  expect(found).toEqual([[...before, ...LATER[name]], ceilings[1], ['*']])
})
