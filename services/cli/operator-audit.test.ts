import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootstrapAdmin } from '../../control/identity/accounts/index.ts'
import { addTenant, createOrganisation, removeTenant } from '../../control/identity/organisations/index.ts'
import { auditPage } from '../../control/platform/audit/index.ts'
import { sealerOf } from '../../platform/seal.ts'
import { tenantId } from '../../platform/tenant.ts'
import { openPostgres, type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { config } from '../config.ts'
import { bootstrapRecorded, rotateRecorded } from './admin-bootstrap.ts'
import { operatorAudit } from './operator-audit.ts'
import { recorded } from './organisations.ts'

const acme = tenantId('acme')
const home = tenantId('home')
const key = `${randomBytes(32).toString('base64url')}=`
const settings = config({ SVC_CREDENTIAL_KEY: key })
let server: TestPostgres
let owner: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
  owner = openPostgres({ url: server.url, poolSize: 2 })
}, 120_000)
afterAll(async () => {
  await owner.end()
  await server.close()
})

const entries = async (tenant: typeof acme, action: string) =>
  (await withTenant(owner, tenant, (tx) => auditPage(tx, sealerOf(key), { action }))).items
const bootstrap = (tenant: string) =>
  bootstrapRecorded(owner, settings, { email: `root@${tenant}.example`, tenant, role: undefined })

test('a bootstrap is recorded in its tenant, with the role and without the password', async () => {
  const { userId, password } = await bootstrap(acme)
  const [entry] = await entries(acme, 'user:bootstrapped')
  expect(entry).toMatchObject({ actor_kind: 'platform', actor_id: 'command-line', resource_id: userId })
  expect(entry?.changes).toEqual({ role: 'admin', email: 'root@acme.example', tenant_created: true })
  expect(JSON.stringify(entry)).not.toContain(password)
})

test('a bootstrap that cannot be audited creates no user', async () => {
  const users = () => withTenant(owner, acme, (tx) => tx.run('SELECT id FROM users'))
  const before = await users()
  const full = () => Promise.reject(new Error('the log is full'))
  const made = bootstrapAdmin(owner, { email: 'new@acme.example', tenant: 'acme' }, Date.now(), full)
  await expect(made).rejects.toThrow('the log is full')
  expect(await users()).toBe(before)
})

test('a new signing key is recorded in the log of every tenant whose sessions it ends', async () => {
  await bootstrap(home)
  await rotateRecorded(owner, settings)
  for (const tenant of [acme, home]) expect(await entries(tenant, 'signing_key:')).toHaveLength(1)
})

test('changes of an organisation are recorded for its provider and the tenant', async () => {
  const organisation = { name: 'Provider', kind: 'mssp', homeTenant: home } as const
  const { id } = await createOrganisation(
    owner,
    organisation,
    recorded(settings, 'organisation:created', { kind: 'mssp' }),
  )
  await addTenant(owner, 'Provider', acme, recorded(settings, 'organisation:tenant_added', { tenant: acme }))
  await removeTenant(owner, 'Provider', acme, recorded(settings, 'organisation:tenant_removed', { tenant: acme }))
  const actions = async (tenant: typeof acme) => (await entries(tenant, 'organisation:')).map(({ action }) => action)
  expect(await actions(acme)).toEqual(['organisation:tenant_removed', 'organisation:tenant_added'])
  expect(await actions(home)).toEqual([...(await actions(acme)), 'organisation:created'])
  const [entry] = await entries(acme, 'organisation:')
  expect(entry).toMatchObject({ resource_id: id, changes: { tenant: 'acme', organisation: 'Provider' } })
})

test('without the key of the installation nothing is recorded, and no key is created', () => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-no-key-'))
  const without = config({ SVC_DATA_DIR: dir })
  expect(() => operatorAudit(without)).toThrow('SVC_CREDENTIAL_KEY')
  expect(() => operatorAudit(without)).toThrow('SVC_CREDENTIAL_KEY') // the first refusal made no file
  rmSync(dir, { recursive: true })
})
