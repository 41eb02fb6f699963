import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { permissionViews } from '../../control/identity/accounts/index.ts'
import { setTenantStatus } from '../../control/identity/tenants/index.ts'
import { bytes, text } from '../../stores/postgres/columns.ts'
import { withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { makeAdmin, makeUser, openTestApi, type TestApi, tokenOf } from '../test-api.ts'
import { type Directory, openDirectory } from './test-directory.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const DAY_MS = 86_400_000
let server: TestPostgres
let api: TestApi
let acme: Directory
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
  acme = await openDirectory(api)
  api.audited.length = 0
})

const ask = (method: string, path: string, body?: object, token = acme.admin) =>
  api.ask(method, `scim-tokens${path}`, { token, ...(body ? { body } : {}) })
const works = async (secret: string) => (await acme.scim('GET', 'Users', undefined, {}, secret)).status
const sql = (statement: string, values: unknown[]) =>
  withTenant(api.deps.pool, acme.tenant, (tx) => tx.run(statement, values))

describe('a provisioning token', () => {
  test('is shown once, stored as its SHA-256 digest, and audited', async () => {
    const made = await ask('POST', '', { name: ' Entra ', expires_in_days: 30 })
    expect(made.status).toBe(201)
    const { token, ...shown } = made.body
    expect(token).toMatch(/^svc_scim_[0-9a-f]{48}$/)
    expect(shown).toEqual({
      ...{ id: shown.id, name: 'Entra', prefix: token.slice(0, 17), org_id: acme.tenant, active: true },
      ...{ created_at: shown.created_at, expires_at: new Date(clock.ms + 30 * DAY_MS).toISOString() },
      ...{ last_used_at: null, revoked_at: null, rotated_from_id: null },
    })
    const listed = await ask('GET', '')
    expect(listed.body.items[0]).toEqual(shown)
    expect(listed.text).not.toContain(token)
    expect(JSON.stringify(api.audited)).not.toContain(token)
    expect(api.audited).toMatchObject([
      { action: 'scim:token:create', resource: 'scim_token', resourceId: shown.id, changes: { prefix: shown.prefix } },
    ])
    const digests = await withTenant(api.deps.pool, acme.tenant, (tx) =>
      tx.many((row) => bytes(row, 'token_digest').toString('hex'), 'SELECT token_digest FROM scim_tokens'),
    )
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(token))
    expect(digests).toContain(Buffer.from(digest).toString('hex'))
  })

  test('shows when it was last used', async () => {
    expect(await works(acme.secret)).toBe(200)
    expect((await ask('GET', '')).body.items[0].last_used_at).not.toBeNull()
  })

  test('is refused with the same message when wrong, revoked, expired, of an inactive tenant, or missing', async () => {
    const mint = async () => (await ask('POST', '', { name: 'x', expires_in_days: 1 })).body
    const [revoked, expired] = [await mint(), await mint()]
    await ask('DELETE', `/${revoked.id}`)
    await sql(`UPDATE scim_tokens SET expires_at = now() - interval '1 second' WHERE id = $1`, [expired.id])
    const answers = []
    for (const secret of [`svc_scim_${'0'.repeat(48)}`, 'guess', acme.admin, revoked.token, expired.token])
      answers.push(await acme.scim('GET', 'Users', undefined, {}, secret))
    await setTenantStatus(api.deps.pool, acme.tenant, 'suspended')
    answers.push(await acme.scim('GET', 'Users'))
    answers.push(await api.ask('GET', '/scim/v2/Users'))
    const replies = answers.map(({ status, text, headers }) => [status, text, headers['www-authenticate']])
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(JSON.parse(answers[0]?.text ?? '')).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ...{ status: '401', detail: 'the provisioning token is not valid' },
    })
  })

  test('opens only the directory, and no other credentials open the directory', async () => {
    const asBearer = await api.ask('GET', 'users', { token: acme.secret })
    const asKey = await api.ask('GET', 'users', { key: acme.secret })
    expect([asBearer.status, asKey.status]).toEqual([401, 401])
    const made = await api.ask('POST', 'api-keys', { token: acme.admin, body: { name: 'k', scopes: ['users:read'] } })
    const keyed = await api.ask('GET', '/scim/v2/Users', { key: made.body.key })
    expect([keyed.status, await works(made.body.key), await works(acme.admin)]).toEqual([401, 401, 401])
    const declared = await acme.scim('GET', 'Users', undefined, { 'x-tenant-id': 'other' })
    expect(declared.status).toBe(401)
  })

  test('is rotated: both secrets work until the grace period ends, then the new one', async () => {
    const rotated = await ask('POST', `/${acme.tokenId}/rotate`, { grace_hours: 2 })
    expect(rotated.status).toBe(201)
    expect(rotated.body).toMatchObject({ name: 'Okta', rotated_from_id: acme.tokenId, active: true, expires_at: null })
    expect([await works(acme.secret), await works(rotated.body.token)]).toEqual([200, 200])
    const old = (await ask('GET', '')).body.items.find(({ id }: { id: string }) => id === acme.tokenId)
    expect(old).toMatchObject({ active: true, expires_at: new Date(clock.ms + 2 * 3_600_000).toISOString() })
    clock.ms += 2 * 3_600_000 // what the process remembers of the credential ends with it
    await sql(`UPDATE scim_tokens SET expires_at = now() WHERE id = $1`, [acme.tokenId])
    expect([await works(acme.secret), await works(rotated.body.token)]).toEqual([401, 200])
    expect(api.audited.filter(({ action }) => action === 'scim:token:rotate')).toMatchObject([
      { resourceId: rotated.body.id, changes: { rotated_from_id: acme.tokenId, grace_hours: 2 } },
    ])
    const again = await ask('POST', `/${acme.tokenId}/rotate`, {}, await tokenOf(api, acme.tenant, 'root'))
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('successor')])
  })

  test('rotated without a grace period ends at once, and a rotation never extends its life', async () => {
    const minted = (await ask('POST', '', { name: 'short', expires_in_days: 1 })).body
    expect(await works(minted.token)).toBe(200)
    const next = await ask('POST', `/${minted.id}/rotate`, { grace_hours: 0 })
    expect([await works(minted.token), await works(next.body.token)]).toEqual([401, 200])
    expect(next.body.expires_at).toBe(new Date(clock.ms + DAY_MS).toISOString())
    await ask('POST', `/${next.body.id}/rotate`, { grace_hours: 168 })
    const old = (await ask('GET', '')).body.items.find(({ id }: { id: string }) => id === next.body.id)
    expect(old.expires_at).toBe(next.body.expires_at)
    for (const grace_hours of [-1, 169, 1.5, '2'])
      expect((await ask('POST', `/${acme.tokenId}/rotate`, { grace_hours })).status).toBe(422)
  })

  test('can be revoked repeatedly, cannot be rotated then, and is invisible to other tenants', async () => {
    expect(await works(acme.secret)).toBe(200)
    for (const _ of [1, 2]) expect((await ask('DELETE', `/${acme.tokenId}`)).status).toBe(204)
    expect(await works(acme.secret)).toBe(401)
    expect((await ask('POST', `/${acme.tokenId}/rotate`, {})).status).toBe(409)
    expect((await ask('GET', '')).body.items[0]).toMatchObject({ active: false, revoked_at: expect.any(String) })
    const bolt = await openDirectory(api, 'bolt')
    for (const id of [bolt.tokenId, NOBODY]) {
      expect((await ask('DELETE', `/${id}`)).status).toBe(404)
      expect((await ask('POST', `/${id}/rotate`, {})).status).toBe(404)
    }
  })

  test('is created and rotated only by users with every permission that it can give', async () => {
    const root = await makeAdmin(api, acme.tenant)
    const idsOf = (...names: string[]) =>
      permissionViews().flatMap(({ id, name }) => (names.includes(name) ? [id] : []))
    const role = { name: 'settings', permission_ids: idsOf('settings:write', 'settings:read') }
    const { id: role_id } = (await api.ask('POST', 'rbac/roles', { token: root, body: role })).body
    const weak = await makeUser(api, acme.tenant, 'weak')
    await api.ask('POST', `rbac/users/${weak}/roles`, { token: root, body: { role_id } })
    const token = await tokenOf(api, acme.tenant, 'weak')
    const refused = await ask('POST', '', { name: 'x' }, token)
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('users:write')])
    expect((await ask('POST', `/${acme.tokenId}/rotate`, {}, token)).status).toBe(403)
    // Taking access away needs no more than the permission of the route.
    expect((await ask('DELETE', `/${acme.tokenId}`, undefined, token)).status).toBe(204)
  })

  test('is one of at most twenty active ones', async () => {
    const made = []
    for (let n = 1; n < 20; n++) made.push((await ask('POST', '', { name: `n${n}` })).body)
    expect((await ask('POST', '', { name: 'one more' })).status).toBe(409)
    expect((await ask('POST', `/${made[0].id}/rotate`, { grace_hours: 1 })).status).toBe(409)
    expect((await ask('POST', `/${made[0].id}/rotate`, { grace_hours: 0 })).status).toBe(201)
    const live = await withTenant(api.deps.pool, acme.tenant, (tx) =>
      tx.many((row) => text(row, 'id'), 'SELECT id FROM scim_tokens WHERE revoked_at IS NULL'),
    )
    expect(live).toHaveLength(20)
  })

  test('is rate limited like a key', async () => {
    const limited = await openTestApi(server, { deps: { rateLimits: { key: 3, user: 1e9, address: 1e9 } } })
    try {
      const pending = []
      for (let n = 0; n < 4; n++) pending.push(await limited.ask('GET', '/scim/v2/Users', { token: acme.secret }))
      expect(pending.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      expect(pending[3]?.headers).toMatchObject({ 'retry-after': expect.any(String), 'x-ratelimit-limit': '3' })
      expect(JSON.parse(pending[3]?.text ?? '')).toMatchObject({ status: '429' })
    } finally {
      await limited.close()
    }
  })
})
