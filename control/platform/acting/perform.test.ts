import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { openPostgres, type Postgres } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { permissionSet } from '../../identity/accounts/index.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { type Actor, programIn } from './actor.ts'
import { type MutationDeps, perform } from './perform.ts'
import type { ActEntry } from './record.ts'

const acme = tenantId('acme')
let server: TestPostgres
let pool: Postgres
const recorded: ActEntry[] = []
const acting = (): MutationDeps => ({ pool, audit: async (_, entry) => void recorded.push(entry) })

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: (await server.database()).appUrl, poolSize: 2 })
  await createTenant(pool, { id: acme })
}, 120_000)
afterAll(async () => {
  await pool.end()
  await server.close()
})

function agent(permissions: Parameters<typeof permissionSet>[0], tenant: TenantId = acme): Actor {
  return { ...programIn(tenant, 'agent', 'run-1'), permissions: permissionSet(permissions), requestId: 'r' }
}

test('every kind of actor needs the permission before anything is done', async () => {
  let began = false
  const work = async () => {
    began = true
  }
  const refused = perform(acting(), agent(['alerts:read']), { needs: 'alerts:write', records: ['alert:closed'] }, work)
  await expect(refused).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('alerts:write') })
  const nobody = { ...agent([]), kind: 'nobody' as const }
  await expect(perform(acting(), nobody, { needs: 'signed_in', records: [] }, work)).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect([began, recorded]).toEqual([false, []])
})

test('an action is audited with its actor; a read and a repeated request are not', async () => {
  const action = { needs: 'alerts:write', records: ['alert:closed', 'alert:reopened'] } as const
  const close = { action: 'alert:closed', resource: 'alert', resourceId: '7', changes: { status: 'closed' } }
  const closed = await perform(acting(), agent(['alerts:write']), action, async (tx, note) => {
    note(close)
    return tx.tenantId
  })
  await perform(acting(), agent(['alerts:write']), action, async (_, note) => note(null))
  await perform(acting(), agent(['alerts:read']), { needs: 'alerts:read', records: [] }, async () => {})
  expect(closed).toBe(acme)
  expect(recorded).toMatchObject([{ tenantId: acme, actorKind: 'agent', actorId: 'run-1', ...close }])
})

test('a change that cannot be recorded is undone', async () => {
  const failing: MutationDeps = { pool, audit: () => Promise.reject(new Error('the audit log is full')) }
  const rename = perform(failing, agent(['settings:write']), { needs: 'settings:write', records: ['x:y'] }, (tx) =>
    tx.run(`INSERT INTO entity_changes (kind, entity_id, document) VALUES ('alert_created', 'x', '{}')`),
  )
  await expect(rename).rejects.toThrow('the audit log is full')
  const left = await perform(acting(), agent([]), { needs: 'signed_in', records: [] }, (tx) =>
    tx.many((row) => row, 'SELECT 1 FROM entity_changes'),
  )
  expect(left).toEqual([])
})
