import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { takeIn } from '../../../query/testing.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { localStore, type ObjectStore } from '../../../stores/iceberg/object-store.ts'
import type { TableMetadata } from '../../../stores/iceberg/table-metadata.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { placeHold, releaseHold } from '../governance/index.ts'
import { keepArchivesOnce } from './archive-workers.ts'
import { expireSnapshots, removeOrphans } from './expire.ts'
import { lakeRows } from './lake-rows.ts'
import { moves, tablePointer } from './move-store.ts'
import { compactArchive, eraseArchive, expireArchive } from './rewrite.ts'
import { type ArchiveDeps, runArchive } from './run-archive.ts'
import { verifyArchive } from './verify.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 10)
const DAY_MS = 86_400_000
const acme = tenantId('acme')
let server: TestPostgres
let pool: Postgres
let folder: string
let store: ObjectStore
let recorded: string[] = []

const deps = (changed: Partial<ArchiveDeps> = {}): ArchiveDeps => ({
  ...{ pool, store, lake: { ...lakeRows(engine().client), freeDisk: async () => {} } },
  ...{ tempFolder: join(folder, 'temp'), report: () => {}, nowMs: () => NOW_MS },
  record: async (_, action) => {
    recorded.push(action)
  },
  ...changed,
})
const logon = (user: string, hour: number, more: object = {}) =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', TargetUserName: user, IpAddress: '203.0.113.9' },
    '@timestamp': new Date(Date.UTC(2026, 2, 1) + hour * 3_600_000).toISOString(),
    ...more,
  })

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.url, poolSize: 4 })
  folder = mkdtempSync(join(tmpdir(), 'svc-archive-rewrite-test-'))
  store = localStore(join(folder, 'archive'))
  const bodies = {
    acme: [logon('ann', 1), logon('Ann', 2), logon('bob', 3), logon('ann', 4), logon('eve', 25)],
    globex: [logon('ann', 1), logon('bob', 2, { Note: 'for Ann' }), logon('ann', 3, { Note: 'with zoe' })],
  }
  for (const [tenant, body] of Object.entries(bodies)) {
    await createTenant(pool, { id: tenant })
    await takeIn(engine().client, { tenant, format: 'windows', body: body.join('\n'), receivedMs: NOW_MS })
    await runArchive(deps({ rowsMax: 1 }), tenantId(tenant), NOW_MS)
  }
}, 180_000)
afterAll(async () => {
  await pool.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const files = (tenant: TenantId) => withTenant(pool, tenant, (tx) => moves(tx, ['dropped']))
const rowsOf = async (tenant: TenantId) => (await files(tenant)).map(({ day, rows }) => [day, rows])
async function paths(tenant: TenantId): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of store.list(`${tenant}/events/data`)) found.push(path)
  return found
}
async function snapshots(): Promise<number> {
  const pointer = await withTenant(pool, acme, tablePointer)
  return (JSON.parse((await store.read(pointer?.path ?? '')).toString()) as TableMetadata).snapshots.length
}
const intact = { files: expect.any(Number), rows: expect.any(Number), faults: [], lost: [] }

test('small files of a day become one, with the same events, and the table can be read as it was for a while', async () => {
  expect(await rowsOf(acme)).toHaveLength(5)
  recorded = []
  expect(await compactArchive(deps(), acme)).toEqual([{ day: '2026-03-01', files: 4, events: 4 }])
  expect(await rowsOf(acme)).toEqual([
    ['2026-03-01', 4],
    ['2026-03-02', 1],
  ])
  expect(await verifyArchive(deps(), acme)).toEqual({ files: 2, rows: 5, faults: [], lost: [] })
  expect(recorded).toEqual(['archive:compacted'])
  expect(await compactArchive(deps(), acme), 'again').toEqual([])
  expect(await paths(acme), 'the files that snapshots show').toHaveLength(6)
  expect(await expireSnapshots(deps(), acme, 7 * DAY_MS)).toEqual({ snapshots: 0, files: 0 })
  const later = deps({ nowMs: () => NOW_MS + 8 * DAY_MS })
  expect((await expireSnapshots(later, acme, 7 * DAY_MS)).snapshots).toBe(5)
  expect([await snapshots(), (await paths(acme)).length]).toEqual([1, 2])
  expect(await verifyArchive(deps(), acme)).toEqual(intact)
})

test('files outside the table are removed when they are old, and no others', async () => {
  const stray = 'acme/events/data/2026-03-01/stray.parquet'
  await store.put(stray, Buffer.from('x'))
  const at = (nowMs: number) => removeOrphans(deps({ nowMs: () => nowMs }), acme)
  expect([await at(Date.now()), await store.size(stray)], 'it may be of a commit that is being made').toEqual([0, 1])
  expect(await at(Date.now() + 2 * DAY_MS)).toBeGreaterThan(0)
  expect(await store.size(stray)).toBeNull()
  expect(await verifyArchive(deps(), acme)).toEqual(intact)
})

test('erases the events of a subject from files, snapshots and disk, with proof of before and after', async () => {
  const before = await files(acme)
  const cut = new Error('cut')
  const cutShort = deps({
    store: {
      ...store,
      put: async (path, from) => (path.endsWith('-m.avro') ? Promise.reject(cut) : store.put(path, from)),
    },
  })
  await expect(eraseArchive(cutShort, acme, { kind: 'user', value: 'ann' })).rejects.toBe(cut)
  // The next one ends what was cut, and goes on.
  recorded = []
  const erased = await eraseArchive(deps(), acme, { kind: 'user', value: 'ann' })
  const [first] = before
  expect(erased).toEqual({
    events: 3,
    files: 1,
    left: 0,
    lost: 0,
    proof: [
      {
        path: first?.path,
        before: first?.checksum,
        after: { path: expect.any(String), checksum: expect.stringMatching(/^1:/) },
      },
    ],
  })
  expect(recorded).toEqual(['archive:erased'])
  expect(await rowsOf(acme)).toEqual([
    ['2026-03-01', 1],
    ['2026-03-02', 1],
  ])
  expect([await store.size(first?.path ?? ''), await snapshots(), (await paths(acme)).length]).toEqual([null, 1, 2])
  expect(await verifyArchive(deps(), acme)).toEqual({ files: 2, rows: 2, faults: [], lost: [] })
  expect(await rowsOf(tenantId('globex')), 'of another tenant').toHaveLength(3)
  expect(await eraseArchive(deps(), acme, { kind: 'user', value: "o'nobody" })).toEqual({
    events: 0,
    files: 0,
    left: 0,
    lost: 0,
    proof: [],
  })
  expect(await eraseArchive(deps(), acme, { kind: 'ip', value: '203.0.113.9' })).toMatchObject({
    events: 2,
    files: 2,
  })
  expect([await rowsOf(acme), await paths(acme)]).toEqual([[], []])
  expect(await verifyArchive(deps(), acme)).toEqual({ files: 0, rows: 0, faults: [], lost: [] })
})

const HOLD = {
  name: 'Matter',
  matter_ref: 'M-1',
  subject_kind: 'user',
  subject_value: 'zoe',
  notes: null,
  placed_by: 'x',
} as const

test('a legal hold outranks an erasure', async () => {
  const globex = tenantId('globex')
  const { id } = await withTenant(pool, globex, (tx) => placeHold(tx, HOLD))
  const subject = { kind: 'user', value: 'ann' } as const
  await expect(eraseArchive(deps(), globex, subject)).rejects.toThrow('Matter')
  const beside = { ...subject, text: '(?i)\\bann\\b', held: '(?i)\\bzoe\\b' }
  expect(await eraseArchive(deps(), globex, beside)).toMatchObject({ events: 2, files: 2, left: 0 })
  expect(await rowsOf(globex), 'an event that names the subject of the hold too').toEqual([['2026-03-01', 1]])
  await withTenant(pool, globex, (tx) => releaseHold(tx, id, 'x', 'settled'))
  expect(await eraseArchive(deps(), globex, subject)).toMatchObject({ events: 1 })
})

test('upkeep is done once a day for each tenant', async () => {
  const log = openLog('test', 'error')
  const once = () => keepArchivesOnce(deps(), log, new AbortController().signal)
  expect([await once(), await once(), await once()]).toEqual([true, true, false])
})

test('events that a hold kept in the lake beside their files are erased from both once it is released', async () => {
  const bolt = tenantId('bolt')
  const body = [logon('ann', 1), logon('bob', 1)].join('\n')
  await createTenant(pool, { id: bolt })
  await takeIn(engine().client, { tenant: bolt, format: 'windows', body, receivedMs: NOW_MS })
  const { id } = await withTenant(pool, bolt, (tx) => placeHold(tx, { ...HOLD, subject_value: 'ann' }))
  expect((await runArchive(deps(), bolt, NOW_MS)).map(({ keptBy }) => keptBy)).toEqual([HOLD.name])
  await withTenant(pool, bolt, (tx) => releaseHold(tx, id, 'x', 'settled'))
  expect(await eraseArchive(deps(), bolt, { kind: 'user', value: 'ann' })).toMatchObject({ events: 1, left: 0 })
  expect(await rowsOf(bolt)).toEqual([['2026-03-01', 1]])
  const rows = await engine().client.query({
    query: `SELECT count() AS n FROM events WHERE tenant_id = 'bolt'`,
    format: 'JSONEachRow',
  })
  expect(await rows.json()).toEqual([{ n: 0 }])
})

test('erases events of an IPv6 address however it is spelled', async () => {
  const tenant = await createTenant(pool, { id: 'hooli' }).then(() => tenantId('hooli'))
  const body = ['2001:db8::1', '2001:db8::2', '203.0.113.9'].map((IpAddress, at) => logon('ann', at, { IpAddress }))
  await takeIn(engine().client, { tenant: 'hooli', format: 'windows', body: body.join('\n'), receivedMs: NOW_MS })
  await runArchive(deps(), tenant, NOW_MS)
  const erased = async (value: string) => (await eraseArchive(deps(), tenant, { kind: 'ip', value })).events
  expect(await erased('2001:0DB8:0:0::1')).toBe(1)
  expect(await erased('::ffff:203.0.113.9')).toBe(1)
  expect(await rowsOf(tenant)).toEqual([['2026-03-01', 1]])
})

test('retention removes older events from the archive, except those that match a hold’s pattern', async () => {
  const tenant = await createTenant(pool, { id: 'initech' }).then(() => tenantId('initech'))
  const receive = (body: string, receivedMs: number) =>
    takeIn(engine().client, { tenant: 'initech', format: 'windows', body, receivedMs })
  await receive([logon('ann', 1), logon('bob', 2)].join('\n'), NOW_MS - 2 * DAY_MS)
  await receive(logon('eve', 3), NOW_MS)
  await runArchive(deps(), tenant, NOW_MS)
  const before = new Date(NOW_MS - DAY_MS)
  expect(await expireArchive(deps(), tenant, before, '(?i)(?:^|[^a-z])ann(?:$|[^a-z])')).toEqual({
    removed: 1,
    kept: 1,
  })
  expect(await expireArchive(deps(), tenant, before, '')).toEqual({ removed: 1, kept: 0 })
  expect(await expireArchive(deps(), tenant, new Date(NOW_MS + DAY_MS), '')).toEqual({ removed: 1, kept: 0 })
})
