import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import {
  createTenant,
  eachTenant,
  setTenantLimits,
  setTenantOcsfVersion,
  setTenantStatus,
  tenantByIdOrSlug,
} from './index.ts'

const acme = tenantId('acme')
// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestPostgres
let pool: Postgres
let owner: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

beforeEach(async () => {
  const database = await server.database()
  pool = openPostgres({ url: database.appUrl, poolSize: 4 })
  owner = openPostgres({ url: database.url, poolSize: 1 })
  return async () => {
    await pool.end()
    await owner.end()
  }
})

function announcedOf(tenant: string): Promise<unknown[]> {
  const sql = `SELECT kind, id, document::text AS document FROM control_outbox ORDER BY position`
  return withTenant(pool, tenantId(tenant), (tx) =>
    tx.many((row) => ({ kind: text(row, 'kind'), id: text(row, 'id'), ...JSON.parse(text(row, 'document')) }), sql),
  )
}

describe('createTenant', () => {
  test('makes an active tenant with the default limits, and tells the stages', async () => {
    const made = await createTenant(pool, { id: 'acme', name: 'Acme' })
    expect(made).toMatchObject({ id: 'acme', name: 'Acme', status: 'active', weight: 1 })
    const { status, weight, limits, ocsfVersion } = made
    expect(ocsfVersion).toBe('1.8.0')
    const document = { kind: 'tenant', id: 'acme', status, weight, limits, ocsfVersion }
    expect(await announcedOf('acme')).toEqual([document])
  })

  test('refuses one that exists, and tells the stages nothing', async () => {
    await createTenant(pool, { id: 'acme' })
    await expect(createTenant(pool, { id: 'acme' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await announcedOf('acme')).toHaveLength(1)
  })

  test('of many concurrent requests, one creates the tenant', async () => {
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => createTenant(pool, { id: 'acme' })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await announcedOf('acme')).toHaveLength(1)
  })

  test('refuses an invalid id or name', async () => {
    await expect(async () => createTenant(pool, { id: 'No Slug' })).rejects.toMatchObject({ code: 'bad_tenant' })
    await expect(createTenant(pool, { id: 'acme', name: '' })).rejects.toMatchObject({ code: 'bad_request' })
  })
})

test('a tenant is found by its slug, and what cannot be a slug is not found', async () => {
  await createTenant(pool, { id: 'acme' })
  expect(await tenantByIdOrSlug(pool, 'acme')).toMatchObject({ id: 'acme' })
  expect(await tenantByIdOrSlug(pool, 'bolt')).toBeNull()
  expect(await tenantByIdOrSlug(pool, "'; DROP TABLE tenants")).toBeNull()
})

test('a status change is stored and published', async () => {
  await createTenant(pool, { id: 'acme' })
  expect((await setTenantStatus(pool, acme, 'suspended')).status).toBe('suspended')
  expect((await tenantByIdOrSlug(pool, 'acme'))?.status).toBe('suspended')
  expect((await announcedOf('acme')).at(-1)).toMatchObject({ status: 'suspended' })
  await expect(async () => setTenantStatus(pool, acme, 'gone')).rejects.toMatchObject({ code: 'bad_request' })
  await expect(setTenantStatus(pool, tenantId('bolt'), 'active')).rejects.toMatchObject({ code: 'not_found' })
})

test('an OCSF version is pinned, stored and published; an unknown version is refused', async () => {
  await createTenant(pool, { id: 'acme' })
  await setTenantOcsfVersion(pool, acme, '1.3.0')
  await setTenantLimits(pool, acme, { weight: 2 })
  expect((await tenantByIdOrSlug(pool, 'acme'))?.ocsfVersion).toBe('1.3.0')
  expect((await announcedOf('acme')).at(-1)).toMatchObject({ ocsfVersion: '1.3.0', weight: 2 })
  for (const wrong of ['1.9.9', '', "1.3.0'; --"])
    await expect(async () => setTenantOcsfVersion(pool, acme, wrong)).rejects.toMatchObject({ code: 'bad_request' })
  await expect(setTenantOcsfVersion(pool, tenantId('bolt'), '1.3.0')).rejects.toMatchObject({ code: 'not_found' })
})

test('a change of limits keeps the others, and is published', async () => {
  const before = await createTenant(pool, { id: 'acme' })
  await setTenantLimits(pool, acme, { weight: 7, limits: { eventsPerSecond: 5 } })
  const after = await setTenantLimits(pool, acme, { limits: { requestsBurst: 9 } })
  expect(after).toEqual({
    ...before,
    weight: 7,
    limits: { ...before.limits, eventsPerSecond: 5, requestsBurst: 9 },
  })
  expect(await announcedOf('acme')).toHaveLength(3)
})

test.each([
  { weight: 0 },
  { weight: 1001 },
  { limits: { eventsPerSecond: 0 } },
  { limits: { requestsBurst: 1.5 } },
  { limits: { eventsBurst: 2 ** 31 } },
])('limits out of bounds are refused: %j', async (change) => {
  await createTenant(pool, { id: 'acme' })
  await expect(async () => setTenantLimits(pool, acme, change)).rejects.toMatchObject({ code: 'bad_request' })
  expect(await announcedOf('acme')).toHaveLength(1)
})

test('the operator walks all tenants', async () => {
  for (const id of ['c', 'a', 'b']) await createTenant(pool, { id })
  const seen: string[] = []
  for await (const tenant of eachTenant(owner)) seen.push(tenant.id)
  expect(seen).toEqual(['a', 'b', 'c'])
})
