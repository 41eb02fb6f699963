import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tenantId } from '../../../platform/tenant.ts'
import { keepRunning } from '../../../platform/workers-testing.ts'
import { decodeAvro, encodeAvro } from '../../../schemas/avro.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import { openPostgres, type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { ControlFeed } from '../../../stream/control-feed.ts'
import type { Output } from '../../../stream/driver.ts'
import { EmbeddedDriver } from '../../../stream/embedded/driver.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { announce, announceShared, controlRelayWorkers, publishSnapshot, type RelayDeps, relayOnce } from './index.ts'
import { controlCompaction } from './relay.ts'
import type { ControlChange } from './relay-store.ts'

const log = pino({ level: 'silent' })
const acme = tenantId('acme')
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
  app = openPostgres({ url: database.appUrl, poolSize: 4 })
  owner = openPostgres({ url: database.url, poolSize: 6 })
  return async () => {
    await app.end()
    await owner.end()
  }
})

/** The topic as far as the relay sees it. `failures` appends are refused first; the records of those are not kept. */
function openTopic(failures = 0) {
  const outputs: Output[] = []
  let refusals = failures
  const driver: RelayDeps['driver'] = {
    partitions: () => 1,
    bounds: async () => ({ first: 0, end: outputs.length }),
    compact: async () => 0,
    append: async (batch) => {
      if (refusals-- > 0) throw new Error('no leader for the partition')
      outputs.push(...batch)
    },
  }
  const changes = () => outputs.map(({ value }) => decodeAvro<ControlChange>('control-change', Buffer.concat(value)))
  return { driver, outputs, changes, deps: (): RelayDeps => ({ pool: owner, driver, log, pollMs: 20 }) }
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await holds()); await delay(5))
    if (Date.now() > end) throw new Error(`never: ${what}`)
}

function change(id: string, n = 1): Promise<void> {
  return withTenant(app, acme, (tx) => announce(tx, { kind: 'rule', id, document: { n } }))
}

async function drain(deps: RelayDeps): Promise<void> {
  while ((await relayOnce(deps)) > 0);
}

const ids = (changes: readonly ControlChange[]) => changes.map(({ id }) => id)

test('a change reaches the topic as it was written', async () => {
  const topic = openTopic()
  await createTenant(app, { id: 'acme' })
  await withTenant(app, acme, (tx) => announce(tx, { kind: 'rule', id: 'r1', document: null }))
  await withOperator(owner, 'test', (tx) => announceShared(tx, { kind: 'feed', id: 'f1', document: { a: 'ü' } }))
  await drain(topic.deps())
  const [tenant, ...others] = topic.changes()
  expect(tenant).toMatchObject({ sequence: 1, tenant_id: 'acme', kind: 'tenant', id: 'acme' })
  expect(JSON.parse(tenant?.document ?? '')).toMatchObject({ status: 'active', weight: 1 })
  expect(others).toEqual([
    { sequence: 2, tenant_id: 'acme', kind: 'rule', id: 'r1', document: '' },
    { sequence: 3, tenant_id: '', kind: 'feed', id: 'f1', document: '{"a": "ü"}' },
  ])
  expect(topic.outputs.map(({ key }) => key)).toEqual(['tenant/acme/acme', 'rule/acme/r1', 'feed//f1'])
  expect(await relayOnce(topic.deps())).toBe(0)
})

test('a transaction that wrote earlier and commits later is not lost, and sequences still rise', async () => {
  const topic = openTopic()
  let commitLate = () => {}
  const held = new Promise<void>((resolve) => {
    commitLate = resolve
  })
  let written = () => {}
  const wrote = new Promise<void>((resolve) => {
    written = resolve
  })
  const late = withTenant(app, acme, async (tx) => {
    await announce(tx, { kind: 'rule', id: 'late', document: {} })
    written()
    await held
  })
  await wrote
  await change('early')
  await drain(topic.deps())
  expect(ids(topic.changes())).toEqual(['early'])
  commitLate()
  await late
  await drain(topic.deps())
  expect(topic.changes().map(({ id, sequence }) => ({ id, sequence }))).toEqual([
    { id: 'early', sequence: 1 },
    { id: 'late', sequence: 2 },
  ])
})

test('of many writers at once, with a relay running beside them, nothing is lost and the last change of each row is last', async () => {
  const topic = openTopic()
  const stop = new AbortController()
  const relay = keepRunning(controlRelayWorkers(topic.deps()), stop.signal)
  await createTenant(app, { id: 'acme' })
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let n = 1; n <= 25; n++) {
      const counted = withTenant(app, acme, async (tx) => {
        const sql = 'UPDATE tenants SET weight = weight + 1 RETURNING weight'
        const weight = await tx.maybeOne((row) => int(row, 'weight'), sql)
        await announce(tx, { kind: 'count', id: 'shared', document: { n: weight } })
      })
      await Promise.all([counted, change(`own-${writer}-${n}`)])
    }
  })
  await Promise.all(writers)
  await until('all is relayed', () => topic.outputs.length >= 201)
  stop.abort()
  await relay
  const seen = topic.changes()
  expect(seen.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 201 }, (_, n) => n + 1))
  const shared = seen.filter(({ id }) => id === 'shared').map(({ document }) => JSON.parse(document).n)
  expect(shared).toEqual(Array.from({ length: 100 }, (_, n) => n + 2))
})

describe('when the topic refuses', () => {
  test('the same records go out again with the same sequences', async () => {
    const topic = openTopic(2)
    await change('a')
    await change('b')
    await expect(relayOnce(topic.deps())).rejects.toThrow('no leader')
    await change('c')
    await expect(relayOnce(topic.deps())).rejects.toThrow('no leader')
    await drain(topic.deps())
    expect(topic.changes().map(({ id, sequence }) => [id, sequence])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
  })

  test('a running relay retries until the topic accepts', async () => {
    const topic = openTopic(3)
    const stop = new AbortController()
    const relay = keepRunning(controlRelayWorkers(topic.deps()), stop.signal)
    await change('a')
    await until('it is relayed', () => topic.outputs.length === 1)
    stop.abort()
    await relay
  })
})

test('a change wakes the relay, which need not poll', async () => {
  const topic = openTopic()
  const stop = new AbortController()
  const relay = keepRunning(controlRelayWorkers({ ...topic.deps(), pollMs: 600_000 }), stop.signal)
  await change('first')
  await until('the relay runs', () => topic.outputs.length === 1)
  await change('second')
  await until('it was woken', () => topic.outputs.length === 2)
  stop.abort()
  await relay
})

test('one of two relays works, and the other takes over when it ends or loses its connection', async () => {
  const topic = openTopic()
  // The relay that was cut off may repeat a record while the other takes over; it must not lose one.
  const distinct = () => [...new Set(ids(topic.changes()))]
  const [first, second] = [new AbortController(), new AbortController()]
  const relays = [first, second].map(({ signal }) => keepRunning(controlRelayWorkers(topic.deps()), signal))
  const holders = `SELECT count(*)::int AS n FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND l.granted AND d.datname = current_database()`
  const holding = async () => (await app.query<{ n: number }>(holders)).rows[0]?.n
  await until('one holds the lock', async () => (await holding()) === 1)
  await change('a')
  await until('a is relayed', () => distinct().length === 1)
  await owner.query(`SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND d.datname = current_database()`)
  await change('b')
  await until('b is relayed', () => distinct().length === 2)
  first.abort()
  await relays[0]
  await change('c')
  await until('c is relayed', () => distinct().length === 3)
  second.abort()
  await relays[1]
  expect(distinct()).toEqual(['a', 'b', 'c'])
  await until('no lock is left', async () => (await holding()) === 0)
})

test('the outbox keeps the latest change of each row only', async () => {
  const topic = openTopic()
  for (const n of [1, 2, 3]) {
    await change('a', n)
    await change('b', n)
    if (n === 2) await drain(topic.deps())
  }
  await drain(topic.deps())
  expect(topic.outputs).toHaveLength(6)
  const sql = `SELECT id, document->>'n' AS n FROM control_outbox ORDER BY position`
  const kept = await withOperator(owner, 'test', (tx) => tx.many((row) => text(row, 'id') + text(row, 'n'), sql))
  expect(kept).toEqual(['a3', 'b3'])
})

test('a snapshot repeats the latest state of every row under sequences that no stage has passed', async () => {
  const topic = openTopic()
  for (const id of ['a', 'b', 'a']) await change(id)
  await drain(topic.deps())
  await publishSnapshot(owner)
  await drain(topic.deps())
  expect(topic.changes().map(({ id, sequence }) => [id, sequence])).toEqual([
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['b', 4],
    ['a', 5],
  ])
})

test('a new topic gets everything again, and a known topic gets nothing twice', async () => {
  const lost = openTopic()
  await change('a')
  await change('b')
  await drain(lost.deps())
  const fresh = openTopic()
  for (const topic of [fresh, fresh, fresh]) {
    const stop = new AbortController()
    const relay = keepRunning(controlRelayWorkers(topic.deps()), stop.signal)
    await until('it holds everything', () => topic.outputs.length >= 2)
    stop.abort()
    await relay
  }
  expect(ids(fresh.changes())).toEqual(['a', 'b'])
})

test('a tenant cannot publish for another tenant, or for all', async () => {
  const insert = (tenant: string) =>
    withTenant(app, acme, (tx) =>
      tx.run(`INSERT INTO control_outbox (tenant_id, kind, id) VALUES ($1, 'rule', 'x')`, [tenant]),
    )
  for (const tenant of ['bolt', '']) await expect(insert(tenant)).rejects.toMatchObject({ code: '42501' })
})

test('a log of frequently changed rows is compacted: a new reader reads few records, and all are current', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'svc-relay-'))
  const limits = { segmentBytes: 4_000, frameBytes: 1 << 20, pendingBytesMax: 1 << 20 }
  const driver = await EmbeddedDriver.open({ dir, writes: ['control'], limits })
  const stop = new AbortController()
  const relay = keepRunning(controlRelayWorkers({ pool: owner, driver, log, pollMs: 20 }), stop.signal)
  const feed = new ControlFeed()
  try {
    await createTenant(app, { id: 'acme' })
    await change('early')
    for (let n = 1; n <= 60; n++) {
      await withTenant(app, acme, (tx) =>
        announce(tx, { kind: 'rule', id: 'busy', document: { n, text: '.'.repeat(500) } }),
      )
    }
    const tp = { topic: 'svc.control', partition: 0 }
    // A relay that comes late writes all of them at once: only what follows begins another segment.
    await until('they are in the log', async () => (await driver.bounds(tp)).end > 60)
    await change('late')
    await until('segments were let go', async () => (await driver.bounds(tp)).first > 0)
    const following = feed.follow(driver, log, stop.signal)
    await until('the last change arrives', () => feed.get<{ n: number }>('acme', 'rule', 'busy')?.n === 60)
    // Valid records are written again behind the last change, and may be read after it.
    await until('the first change arrives', () => feed.get<{ n: number }>('acme', 'rule', 'early')?.n === 1)
    const isActive = () => feed.get<{ status: string }>('acme', 'tenant', 'acme')?.status === 'active'
    await until('the tenant arrives', isActive)
    stop.abort()
    await Promise.all([relay, following])
  } finally {
    stop.abort()
    await driver.close()
    fs.rmSync(dir, { recursive: true, force: true })
  }
})

test('a deletion is forgotten when it is a week old, another record never', () => {
  const record = (document: string, timestampMs: number) => ({
    ...{ topic: 'svc.control', partition: 0, offset: 0, key: 'rule/acme/a', timestampMs },
    value: encodeAvro('control-change', { sequence: 7, tenant_id: 'acme', kind: 'rule', id: 'a', document }),
  })
  const { version, isForgotten } = controlCompaction(1000)
  expect(version(record('{}', 1))).toBe(7)
  expect([record('', 999), record('', 1000), record('{}', 1)].map(isForgotten)).toEqual([true, false, false])
  const unreadable = { ...record('', 1), value: Buffer.from('of another build') }
  expect([version(unreadable), isForgotten(unreadable)]).toEqual([0, false])
})
