/** The keys of the vault, as an administrator of the installation sees them; nobody of a tenant does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordIn } from '../../control/platform/acting/index.ts'
import { runRequestedReseal } from '../../control/platform/key-rotation/index.ts'
import { keyRing } from '../../control/platform/vault/index.ts'
import { credentialKeyIds } from '../../platform/seal.ts'
import { withOperator } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import {
  CREDENTIAL_KEY,
  makeAdmin,
  makeTenant,
  makeUser,
  openTestApi,
  SEALER,
  type TestApi,
  tokenOf,
} from '../test-api.ts'

const [NEWEST = ''] = credentialKeyIds(CREDENTIAL_KEY)
let server: TestPostgres
let api: TestApi
let admin: string
let tenantAdmin: string

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  const acme = await makeTenant(api, 'acme')
  admin = await makeAdmin(api, acme)
  await makeUser(api, acme, 'tess', 'tenant_admin')
  tenantAdmin = await tokenOf(api, acme, 'tess')
})
afterAll(async () => {
  await api?.close()
  await server?.close()
})

const status = (query = '', token = admin) => api.ask('GET', `vault/keys${query}`, { token })
const found = (rows: readonly (readonly [column: string, key: string, secrets: number])[]) =>
  withOperator(api.owner, 'test', async (tx) => {
    await tx.run(`DELETE FROM credential_key_use WHERE true`)
    for (const [column, key, secrets] of rows)
      await tx.run(`INSERT INTO credential_key_use (column_name, key_id, secrets) VALUES ($1, $2, $3)`, [
        ...[column, key, secrets],
      ])
  })

test('counts secrets by key and column, names a missing key, and shows the progress of resealing', async () => {
  await found([
    ['connectors.auth_config', NEWEST, 5],
    ['connectors.auth_config', 'aaaa0000', 2],
    ['playbook_secrets.value', 'unreadable', 1],
  ])
  const { status: code, body } = await status()
  expect(code).toBe(200)
  expect(body).toMatchObject({ secrets: 8, under_newest: 5, is_ephemeral: false })
  expect(body.keys).toEqual([
    { key_id: NEWEST, role: 'newest', secrets: 5, is_needed: true },
    { key_id: 'aaaa0000', role: 'missing', secrets: 2, is_needed: true },
  ])
  expect(
    body.items.map(({ key_id, role, secrets }: Record<string, unknown>) => [key_id, role, secrets]),
  ).toContainEqual([null, 'unreadable', 1])
  const first = (await status('?limit=2')).body
  const rest = (await status(`?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)).body
  expect([...first.items, ...rest.items]).toEqual(body.items)
})

test('a requested reseal runs once in the background, and its result is shown', async () => {
  const ask = () => api.ask('POST', 'vault/reseal', { token: admin })
  const first = await ask()
  expect([first.status, first.body.ended_at]).toEqual([202, null])
  expect((await ask()).body).toEqual(first.body)
  const deps = { pool: api.owner, ring: keyRing(CREDENTIAL_KEY), audit: recordIn(SEALER) }
  expect([await runRequestedReseal(deps), await runRequestedReseal(deps)]).toEqual([true, false])
  expect((await status()).body.reseal).toMatchObject({
    ...{ asked_at: first.body.asked_at, ended_at: expect.any(String), resealed: 0, unreadable: 0, fault: null },
  })
  const again = await ask()
  expect([again.body.ended_at, again.body.asked_at > first.body.asked_at]).toEqual([null, true])
  const broken = { ...deps, ring: { ...deps.ring, ids: ["'"] } as unknown as typeof deps.ring }
  expect(await runRequestedReseal(broken)).toBe(true)
  expect((await status()).body.reseal).toMatchObject({
    ...{ ended_at: expect.any(String), resealed: null, fault: expect.any(String) },
  })
  expect((await api.ask('POST', 'vault/reseal', { token: tenantAdmin })).status).toBe(403)
})

test('an installation without secrets is complete', async () => {
  await found([])
  const { body } = await status()
  expect(body).toMatchObject({ items: [], secrets: 0, under_newest: 0 })
  expect(body.keys).toEqual([{ key_id: NEWEST, role: 'newest', secrets: 0, is_needed: true }])
})

test('a tenant administrator sees none of it, because the counts cover all tenants', async () => {
  const refused = await status('', tenantAdmin)
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('installation:read')])
  expect((await api.ask('GET', 'vault/keys')).status).toBe(401)
})
