import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { text } from '../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../stores/postgres/testing.ts'
import { createTenant } from '../tenants/index.ts'
import type { Actor } from './actor.ts'
import { changeAlert } from './change-alert.ts'
import { getAlert } from './find-alert.ts'
import { type FusedAlert, upsertFusedAlerts } from './upsert-fused.ts'

let server: TestPostgres
let app: Postgres
const [acme, bolt] = [tenantId('acme'), tenantId('bolt')]
const robot: Actor = { id: 'fusion', kind: 'automation', ownId: null }

beforeAll(async () => {
  server = await withTestPostgres()
  app = openPostgres({ url: server.appUrl, poolSize: 6 })
  for (const id of [acme, bolt]) await createTenant(app, { id })
})
afterAll(async () => {
  await app.end()
  await server.close()
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const fused = (correlationKey: string, more: Partial<FusedAlert> = {}): FusedAlert => ({
  ...{ correlationKey, windowMs: 0, signalCount: 1, title: 'Fused', description: null, severity: 'medium' },
  ...{ category: null, ruleId: null, connectorId: null, connectorType: null, mitreTactics: [], mitreTechniques: [] },
  ...{ affectedIps: [], affectedHosts: [], affectedUsers: [], tags: [], confidence: null, confidenceRationale: [] },
  ...{ eventTime: null, firstSeen: at(1), lastSeen: at(2), rawEvent: null },
  ...more,
})
const on = <T>(tenant: TenantId, work: (tx: TenantTx) => Promise<T>) => withTenant(app, tenant, work)
const consumed = (nextPosition: number, topic: string) => ({ topic, partition: 0, nextPosition })
const upsert = (tenant: TenantId, nextPosition: number, topic: string, ...alerts: FusedAlert[]) =>
  on(tenant, (tx) => upsertFusedAlerts(tx, alerts, consumed(nextPosition, topic)))

test('a range of records is written once, and more evidence widens the alert', async () => {
  const [first] = (await upsert(acme, 5, 'a', fused('k', { affectedHosts: ['h1'] }))) ?? []
  expect(first).toMatchObject({ isNew: true, alert: { metadata: { signal_count: 1 }, priority: 50 } })
  expect(await upsert(acme, 5, 'a', fused('k'))).toBeNull()
  expect(await upsert(acme, 3, 'a', fused('k'))).toBeNull()
  const more = {
    affectedHosts: ['h1', 'h2'],
    severity: 'high',
    firstSeen: at(0),
    lastSeen: at(9),
    signalCount: 2,
  } as const
  const [second] = (await upsert(acme, 6, 'a', fused('k', more))) ?? []
  expect(second).toMatchObject({
    isNew: false,
    alert: {
      ...{ id: first?.alert.id, severity: 'high', priority: 75, affectedHosts: ['h1', 'h2'] },
      ...{ firstSeen: at(0), lastSeen: at(9), metadata: { signal_count: 3, correlation_key: 'k' } },
    },
  })
})

test('a transaction that fails leaves neither the alerts nor the position', async () => {
  const failing = on(acme, async (tx) => {
    await upsertFusedAlerts(tx, [fused('lost')], consumed(1, 'b'))
    throw new Error('crash')
  })
  await expect(failing).rejects.toThrow('crash')
  expect(await upsert(acme, 1, 'b', fused('lost'))).toMatchObject([{ isNew: true }])
})

test('two that write the same range at the same moment write it once', async () => {
  const both = await Promise.all([upsert(acme, 1, 'c', fused('race')), upsert(acme, 1, 'c', fused('race'))])
  expect(both.filter((written) => written !== null)).toHaveLength(1)
})

test('alerts of one key are apart by tenant and by window', async () => {
  const ids = [
    await upsert(acme, 1, 'd', fused('same')),
    await upsert(bolt, 1, 'd', fused('same')),
    await upsert(acme, 2, 'd', fused('same', { windowMs: 60_000 })),
  ].map((written) => written?.[0]?.alert.id)
  expect(new Set(ids).size).toBe(3)
  await expect(on(bolt, (tx) => getAlert(tx, ids[0] ?? ''))).rejects.toMatchObject({ code: 'not_found' })
})

test('what an analyst did stays when evidence comes', async () => {
  const [made] = (await upsert(acme, 1, 'e', fused('kept'))) ?? []
  const id = made?.alert.id ?? ''
  await on(acme, (tx) => changeAlert(tx, robot, id, { status: 'closed', priority: 5, tags: ['seen'] }, Date.now()))
  const [again] = (await upsert(acme, 2, 'e', fused('kept', { lastSeen: at(7) }))) ?? []
  expect(again?.alert).toMatchObject({ status: 'closed', priority: 5, tags: ['seen'], lastSeen: at(7) })
})

test('evidence is announced when it changes what followers are shown, and only then', async () => {
  const kinds = (id: string) =>
    on(acme, (tx) =>
      tx.many((row) => text(row, 'kind'), 'SELECT kind FROM entity_changes WHERE entity_id = $1 ORDER BY position', [
        id,
      ]),
    )
  const [made] = (await upsert(acme, 1, 'f', fused('told'))) ?? []
  const id = made?.alert.id ?? ''
  await upsert(acme, 2, 'f', fused('told', { lastSeen: at(7), affectedHosts: ['h9'] }))
  expect(await kinds(id)).toEqual(['alert_created'])
  await upsert(acme, 3, 'f', fused('told', { severity: 'critical' }))
  await upsert(acme, 3, 'f', fused('told', { severity: 'critical' })) // the same range again
  expect(await kinds(id)).toEqual(['alert_created', 'alert_updated'])
})
