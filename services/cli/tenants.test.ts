import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bootstrapAdmin } from '../../control/identity/accounts/index.ts'
import { createOrganisation } from '../../control/identity/organisations/index.ts'
import { createTenant, tenantByIdOrSlug } from '../../control/identity/tenants/index.ts'
import { findToken } from '../../control/identity/tokens/index.ts'
import { auditPage } from '../../control/platform/audit/index.ts'
import { sealerOf } from '../../platform/seal.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { runTenantLimits, runTenantStatus, runTenantsList } from './tenants.ts'
import { runOnboard } from './tenants-onboard.ts'
import { CommandRun } from './testing.ts'

const acme = tenantId('acme')
const key = `${randomBytes(32).toString('base64url')}=`
const run = new CommandRun()
let server: TestPostgres
let owner: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
  owner = openPostgres({ url: server.url, poolSize: 2 })
  await createTenant(owner, { id: acme, name: 'Acme' })
  vi.stubEnv('DATABASE_URL', server.url)
  vi.stubEnv('CLICKHOUSE_URL', 'http://127.0.0.1:1')
  vi.stubEnv('SVC_CREDENTIAL_KEY', key)
  vi.stubEnv('SVC_WEB_BASE_URL', 'https://soc.example')
}, 120_000)
beforeEach(() => run.open())
afterEach(() => run.close())
afterAll(async () => {
  vi.unstubAllEnvs()
  await owner.end()
  await server.close()
})

const entries = async (action: string) =>
  (await withTenant(owner, acme, (tx) => auditPage(tx, sealerOf(key), { action }))).items

test('a tenant is suspended and resumed, with audit entries', async () => {
  await runTenantStatus('acme', 'suspended')
  expect((await tenantByIdOrSlug(owner, 'acme'))?.status).toBe('suspended')
  await runTenantsList({ format: 'TSV' })
  expect(run.printed).toMatch(/^acme\tsuspended\t1\t/m)
  await runTenantStatus('acme', 'active')
  expect((await tenantByIdOrSlug(owner, 'acme'))?.status).toBe('active')
  expect([await entries('tenant:suspended'), await entries('tenant:active')].map(({ length }) => length)).toEqual([
    1, 1,
  ])
})

test('given limits change, the others stay, with an audit entry', async () => {
  const before = await tenantByIdOrSlug(owner, 'acme')
  await runTenantLimits('acme', { weight: '7', eventsPerSecond: '500' })
  const after = await tenantByIdOrSlug(owner, 'acme')
  expect(after).toMatchObject({ weight: 7, limits: { ...before?.limits, eventsPerSecond: 500 } })
  expect(await entries('tenant:limits_changed')).toMatchObject([{ changes: { weight: 7, eventsPerSecond: 500 } }])
})

test('invalid values are refused, and nothing changes', async () => {
  await expect(runTenantLimits('acme', {})).rejects.toThrow('give at least one limit to change')
  await expect(runTenantLimits('acme', { weight: '0' })).rejects.toThrow('--weight')
  await expect(runTenantLimits('acme', { eventsBurst: 'many' })).rejects.toThrow('--events-burst')
  await expect(runTenantStatus('nobody', 'suspended')).rejects.toThrow('no tenant nobody')
})

test('a customer of a provider is set up in one step, whole or not at all', async () => {
  await createTenant(owner, { id: 'provider' })
  await createOrganisation(owner, { name: 'Provider', kind: 'mssp', homeTenant: tenantId('provider') })
  await bootstrapAdmin(owner, { email: 'pat@provider.example', tenant: 'provider' })
  const options = { home: 'provider', name: 'New Corp', admin: 'ann@new.example', hours: '8' }
  const wrong = { ...options, delegate: ['nobody@provider.example:soc_lead'] }
  await expect(runOnboard('new-corp', wrong)).rejects.toMatchObject({ code: 'bad_request' })
  expect(await tenantByIdOrSlug(owner, 'new-corp')).toBeNull()
  await runOnboard('new-corp', { ...options, delegate: ['pat@provider.example:soc_lead'] })
  const made = JSON.parse(run.printed)
  expect(made).toMatchObject({ tenant_id: 'new-corp', organisation: 'Provider', delegations: [{ role: 'soc_lead' }] })
  expect(made.invitation_url).toMatch(/^https:\/\/soc\.example\/new-password#token=.+\.new-corp&invitation=1$/)
  const token = await findToken({ pool: owner, sealer: sealerOf(key) }, made.push_token)
  expect(token?.tenantId).toBe('new-corp')
  await expect(runOnboard('new-corp', options)).rejects.toMatchObject({ code: 'conflict' })
  // A tenant that is there already is put under no provider by this.
  await expect(runOnboard('acme', options)).rejects.toMatchObject({ code: 'conflict' })
  await expect(runOnboard('other', { ...options, home: 'acme' })).rejects.toMatchObject({ code: 'conflict' })
  expect(await tenantByIdOrSlug(owner, 'other')).toBeNull()
})
