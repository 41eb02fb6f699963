import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { keepRunning } from '../../../platform/workers-testing.ts'
import { decodeEntityChange } from '../../../schemas/entity-change.ts'
import { openPostgres, type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import type { Output } from '../../../stream/driver.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import {
  assignAlert,
  changeAlert,
  confirmLookAlikes,
  createAlert,
  deleteAlert,
  escalateAlert,
  overrideVerdict,
  snoozeAlert,
} from '../../soc/alerts/index.ts'
import { type ChangeRelayDeps, changeRelayWorkers, changesWaiting, relayChangesOnce } from './relay-changes.ts'

const [acme, bolt] = [tenantId('acme'), tenantId('bolt')]
// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
let server: TestPostgres
let app: Postgres
let owner: Postgres

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())
beforeEach(async () => {
  const database = await server.database()
  app = openPostgres({ url: database.appUrl, poolSize: 6 })
  owner = openPostgres({ url: database.url, poolSize: 6 })
  for (const id of [acme, bolt]) await createTenant(app, { id })
  return async () => {
    await app.end()
    await owner.end()
  }
})

/**
 * A fake topic for the relay. `refuses` lists the appends that fail, and whether they fail before or after taking
 * effect.
 */
function openTopic(refuses: readonly ('before' | 'after' | null)[] = []) {
  const outputs: Output[] = []
  let appends = 0
  const driver: ChangeRelayDeps['driver'] = {
    partitions: () => 2,
    append: async (batch) => {
      const fails = refuses[appends++] ?? null
      if (fails !== 'before') outputs.push(...batch)
      if (fails !== null) throw new Error('no leader for the partition')
    },
  }
  const changes = () => outputs.map(({ value }) => decodeEntityChange(Buffer.concat(value)))
  const titles = () => changes().map(({ document }) => JSON.parse(document).title as string)
  return { outputs, changes, titles, deps: (): ChangeRelayDeps => ({ pool: owner, driver, pollMs: 5 }) }
}

const on = <T>(tenant: TenantId, work: (tx: TenantTx) => Promise<T>) => withTenant(app, tenant, work)
const alert = (tenant: TenantId, title: string) =>
  on(tenant, (tx) => createAlert(tx, { title, severity: 'low' }, Date.now()))
async function drain(deps: ChangeRelayDeps): Promise<void> {
  while ((await relayChangesOnce(deps)) > 0);
}

test('an alert reaches the topic as it was made, in its tenant’s partition, and leaves the outbox', async () => {
  const topic = openTopic()
  const { id, createdAt } = await alert(acme, 'first')
  await alert(bolt, 'of another')
  expect(await changesWaiting(owner)).toMatchObject({ rows: 2 })
  await drain(topic.deps())
  const [first, second] = topic.changes()
  expect(first).toMatchObject({ sequence: 1, tenant_id: acme, kind: 'alert_created', entity_id: id })
  expect(second).toMatchObject({ sequence: 2, tenant_id: bolt })
  expect(JSON.parse(first?.document ?? '')).toMatchObject({ id, title: 'first', created_at: createdAt.toISOString() })
  expect(topic.outputs.map(({ key }) => key)).toEqual([acme, bolt])
  expect(await changesWaiting(owner)).toEqual({ rows: 0, oldestSeconds: 0 })
})

test('an alert whose transaction rolls back is never published', async () => {
  const topic = openTopic()
  const failing = on(acme, async (tx) => {
    await createAlert(tx, { title: 'undone', severity: 'low' }, Date.now())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await drain(topic.deps())
  expect(topic.titles()).toEqual([])
})

test('changes of an alert are published in order, each with the alert after it', async () => {
  const topic = openTopic()
  const by = { id: 'robot', kind: 'automation', ownId: null } as const
  const nowMs = Date.now()
  const [{ id }, { id: alikeId }] = [await alert(acme, 'same'), await alert(acme, 'same')]
  await on(acme, (tx) => changeAlert(tx, by, id, { status: 'triaged', tags: ['seen'] }, nowMs))
  await on(acme, (tx) => assignAlert(tx, by, id, null))
  await on(acme, (tx) => snoozeAlert(tx, by, id, new Date(nowMs + 60_000), nowMs))
  await on(acme, (tx) => escalateAlert(tx, by, id, null))
  const override = { correctedVerdict: 'benign', reason: 'known', reasonCode: 'known_scanner' } as const
  const { confirmation } = await on(acme, (tx) => overrideVerdict(tx, by, id, override, nowMs))
  const confirm = { token: confirmation?.token ?? '', alertIds: [alikeId] }
  await on(acme, (tx) => confirmLookAlikes(tx, by, id, confirm, nowMs))
  await on(acme, (tx) => deleteAlert(tx, id))
  await drain(topic.deps())
  const topicChanges = topic
    .changes()
    .map(({ kind, entity_id, document }) => ({ kind, entity_id, ...JSON.parse(document) }))
  expect(topicChanges.map(({ kind, entity_id }) => [kind, entity_id === id])).toEqual([
    ['alert_created', true],
    ['alert_created', false],
    ...Array.from({ length: 5 }, () => ['alert_updated', true]),
    ['alert_updated', false],
    ['alert_deleted', true],
  ])
  const [, , changed, , snoozed, escalated, judged, alike, deleted] = topicChanges
  expect(changed).toMatchObject({ status: 'triaged', tags: ['seen'], severity: 'low', disposition: null })
  expect(snoozed.snoozed_until).toBe(new Date(nowMs + 60_000).toISOString())
  expect(escalated).toMatchObject({ severity: 'medium', priority: 50 })
  expect([judged.disposition, alike.disposition]).toEqual(['benign', 'benign'])
  expect(deleted).toEqual({ kind: 'alert_deleted', entity_id: id, id })
})

test('a change that is refused or rolled back is never published', async () => {
  const topic = openTopic()
  const by = { id: 'robot', kind: 'automation', ownId: null } as const
  const { id } = await alert(acme, 'kept')
  const refused = [
    on(acme, (tx) => changeAlert(tx, by, id, { status: 'new', priority: 1, tags: [''] }, 0)),
    on(bolt, (tx) => changeAlert(tx, by, id, { priority: 1 }, 0)),
    on(bolt, (tx) => deleteAlert(tx, id)),
    on(acme, async (tx) => {
      await changeAlert(tx, by, id, { priority: 1 }, 0)
      throw new Error('no')
    }),
  ]
  for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected')
  await drain(topic.deps())
  expect(topic.changes().map(({ kind }) => kind)).toEqual(['alert_created'])
})

test('changes of other transactions do not wait for an open one, whose changes follow when it ends', async () => {
  const topic = openTopic()
  const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = on(acme, async (tx) => {
    await createAlert(tx, { title: 'slow', severity: 'low' }, Date.now())
    written.resolve()
    await gate.promise
  })
  await written.promise
  await alert(acme, 'quick')
  await drain(topic.deps())
  expect(topic.titles()).toEqual(['quick'])
  gate.resolve()
  await slow
  await drain(topic.deps())
  expect(topic.changes().map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(topic.titles()).toEqual(['quick', 'slow'])
})

test('after an append that failed, or whose answer was lost, the same records go out under the same sequences', async () => {
  const topic = openTopic(['before', 'after'])
  await alert(acme, 'a')
  await expect(relayChangesOnce(topic.deps())).rejects.toThrow('no leader')
  await alert(acme, 'b')
  await expect(relayChangesOnce(topic.deps())).rejects.toThrow('no leader')
  await alert(acme, 'c')
  await drain(topic.deps())
  expect(topic.titles()).toEqual(['a', 'b', 'a', 'b', 'c'])
  const seen = new Map(topic.changes().map(({ sequence }, i) => [sequence, topic.titles()[i]]))
  expect([...seen]).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])
})

test('with many writers and two relays every alert is published once and sequences rise', async () => {
  const topic = openTopic([null, 'before', null, 'before'])
  const stop = new AbortController()
  const relays = [1, 2].map(() => keepRunning(changeRelayWorkers(topic.deps()), stop.signal))
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 0; n < 20; n++) await alert(n % 2 === 0 ? acme : bolt, `${writer}-${n}`)
  })
  await Promise.all(writers)
  await expect.poll(() => topic.outputs.length, { timeout: 30_000 }).toBe(80)
  stop.abort()
  await Promise.all(relays)
  expect(topic.changes().map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1))
  expect(new Set(topic.titles()).size).toBe(80)
  const ofOne = topic.titles().filter((title) => title.startsWith('2-'))
  expect(ofOne).toEqual(Array.from({ length: 20 }, (_, n) => `2-${n}`))
})
