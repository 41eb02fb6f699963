/** An archive in a bucket of a real S3 server, whose files are removed and changed behind its back. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { takeIn } from '../../../query/testing.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { localStore, type ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { moto, openMotoBucket, startMoto } from '../../../stores/iceberg/test-moto.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { keepArchivesOnce } from './archive-workers.ts'
import { repairArchive } from './end-runs.ts'
import { lakeRows } from './lake-rows.ts'
import { type ArchiveMove, moves, tablePointer } from './move-store.ts'
import { overBoth } from './read-archived.ts'
import { mendArchive } from './repair.ts'
import { restoreArchive } from './restore.ts'
import { compactArchive, eraseArchive } from './rewrite.ts'
import { type ArchiveDeps, runArchive } from './run-archive.ts'
import { verifyArchive } from './verify.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.UTC(2026, 2, 10)
const SPAN = { fromMs: Date.UTC(2026, 1, 20), toMs: NOW_MS }
let server: TestPostgres
let pool: Postgres
let folder: string
let store: ObjectStore
let motoServer: ChildProcess | undefined
let recorded: { action: string; changes: Readonly<Record<string, unknown>> }[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.url, poolSize: 4 })
  folder = mkdtempSync(join(tmpdir(), 'svc-archive-mend-test-'))
  store = localStore(join(folder, 'archive'))
  if (moto.missing !== undefined) return
  const { child, port } = await startMoto()
  motoServer = child
  store = await openMotoBucket(port)
}, 180_000)
afterAll(async () => {
  motoServer?.kill()
  await pool.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const deps = (changed: Partial<ArchiveDeps> = {}): ArchiveDeps => ({
  ...{ pool, store, lake: { ...lakeRows(engine().client), freeDisk: async () => {} } },
  ...{ tempFolder: join(folder, 'temp'), report: () => {}, nowMs: () => NOW_MS },
  record: async (_, action, { changes = {} }) => {
    recorded.push({ action, changes })
  },
  ...changed,
})
const logon = (user: string, day: number, hour: number) =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', TargetUserName: user, IpAddress: '203.0.113.9' },
    '@timestamp': new Date(Date.UTC(2026, 2, day, hour)).toISOString(),
  })

/** Three days of two events, a file each. */
async function archived(name: string, changed: Partial<ArchiveDeps> = {}): Promise<TenantId> {
  const tenant = tenantId(name)
  await createTenant(pool, { id: name })
  const body = [1, 2, 3].flatMap((day) => [logon('ann', day, 1), logon('bob', day, 2)]).join('\n')
  await takeIn(engine().client, { tenant: name, format: 'windows', body, receivedMs: NOW_MS })
  await runArchive(deps(changed), tenant, NOW_MS)
  recorded = []
  return tenant
}
const filesOf = (tenant: TenantId) => withTenant(pool, tenant, (tx) => moves(tx))
const statesOf = async (tenant: TenantId) => (await filesOf(tenant)).map(({ state }) => state)
const count = async (tenant: TenantId) =>
  overBoth({ pool, store }, tenant, SPAN, async (files) => {
    const reader = tenantReader(engine().client, tenant, { rowsMax: 0, ...(files && { archive: files }) })
    const [row] = await reader.query<{ n: number }>('SELECT toUInt32(count()) AS n FROM events')
    return row?.n
  })
function third<T>(of: readonly T[]): readonly [T, T, T] {
  const [a, b, c] = of
  if (a === undefined || b === undefined || c === undefined) throw new Error('three files were expected')
  return [a, b, c]
}
const damage = async ({ path }: ArchiveMove) => {
  const bytes = Buffer.from(await store.read(path))
  bytes.fill(0, 100, bytes.length - 100)
  await store.put(path, bytes)
}

test('a lost and a damaged file are named, cost an answer only themselves, and are given up on request alone', async () => {
  const tenant = await archived('lost')
  const [first, second] = third(await filesOf(tenant))
  const kept = await store.read(first.path)
  await store.remove(first.path)
  const isGone = await count(tenant)
  expect([isGone.answer, isGone.archive.files]).toEqual([4, 2])
  expect(isGone.archived, 'the answer names the time of the file').toEqual([
    { fromMs: Date.UTC(2026, 2, 1, 1), toMs: Date.UTC(2026, 2, 1, 2) + 1, reason: 'lost' },
  ])
  await damage(second)
  const isDamaged = await count(tenant)
  expect([isDamaged.archive.files, isDamaged.archived.map(({ reason }) => reason)], 'of the same length').toEqual([
    1,
    ['lost', 'lost'],
  ])
  const { faults } = await verifyArchive(deps(), tenant)
  expect(faults).toEqual([
    expect.stringMatching(`^2026-03-01\t2 events\t${first.path} cannot be read`),
    expect.stringMatching(`^2026-03-02\t2 events\t${second.path} `),
  ])
  const outcomes = ({ files }: Awaited<ReturnType<typeof mendArchive>>) =>
    files.map(({ day, outcome }) => [day, outcome])
  expect(outcomes(await mendArchive(deps(), tenant, null))).toEqual([
    ['2026-03-01', 'damaged'],
    ['2026-03-02', 'damaged'],
  ])
  expect([await statesOf(tenant), recorded], 'nothing was changed').toEqual([['dropped', 'dropped', 'dropped'], []])
  expect(outcomes(await mendArchive(deps(), tenant, 'disk of the bucket failed'))).toEqual([
    ['2026-03-01', 'lost'],
    ['2026-03-02', 'lost'],
  ])
  expect(await statesOf(tenant)).toEqual(['lost', 'lost', 'dropped'])
  const rows = { events: 2, in_lake: 0, reason: 'disk of the bucket failed' }
  expect(recorded).toEqual([
    { action: 'archive:lost', changes: expect.objectContaining({ ...rows, day: '2026-03-01' }) },
    { action: 'archive:lost', changes: expect.objectContaining({ ...rows, day: '2026-03-02' }) },
  ])
  const after = await verifyArchive(deps(), tenant)
  expect([after.faults, after.rows, after.lost.map(({ day }) => day)]).toEqual([[], 2, ['2026-03-01', '2026-03-02']])
  const known = await count(tenant)
  expect([known.answer, known.isMoving]).toEqual([2, false])
  expect(
    known.archived.map(({ reason }) => reason),
    'answers go on saying so',
  ).toEqual(['lost', 'lost'])
  await store.put(first.path, kept)
  expect(outcomes(await mendArchive(deps(), tenant, null)), 'a backup was put back').toEqual([['2026-03-01', 'found']])
  expect([(await count(tenant)).answer, (await verifyArchive(deps(), tenant)).faults]).toEqual([4, []])
}, 120_000)

test('damaged files keep no other file from being restored, merged or erased', async () => {
  const tenant = await archived('beside', { rowsMax: 1 })
  const files = await filesOf(tenant)
  await store.remove(files[0]?.path ?? '')
  await expect(compactArchive(deps(), tenant)).rejects.toThrow('svc archive repair')
  expect((await statesOf(tenant)).filter((state) => state === 'replaced')).toHaveLength(4)
  await expect(eraseArchive(deps(), tenant, { kind: 'user', value: 'bob' })).rejects.toThrow('svc archive repair')
  expect((await count(tenant)).answer, 'bob is in none of the others').toBe(2)
  await mendArchive(deps(), tenant, 'gone')
  expect(await eraseArchive(deps(), tenant, { kind: 'user', value: 'bob' })).toMatchObject({ events: 0, lost: 1 })
  await store.put(files[0]?.path ?? '', await store.read(files[1]?.path ?? '').catch(() => Buffer.from('x')))
  expect((await mendArchive(deps(), tenant, null)).files, 'after an erasure it is not taken in again').toEqual([])
  expect((await restoreArchive(deps(), tenant, { from: '0', to: '9' })).length).toBe(2)
}, 120_000)

test('a damaged file is restored from no half of it: its move stays as it was', async () => {
  const tenant = await archived('whole')
  const [first] = third(await filesOf(tenant))
  await damage(first)
  const all = { from: '0', to: '9' }
  await expect(restoreArchive(deps(), tenant, all)).rejects.toThrow(first.path)
  expect(await statesOf(tenant)).toEqual(['dropped', 'restored', 'restored'])
})

test('rows of a damaged copy that the lake still has are archived again', async () => {
  const cut = { drop: () => Promise.reject(new Error('cut')) }
  const lake = { ...lakeRows(engine().client), ...cut }
  await expect(archived('again', { lake })).rejects.toThrow('cut')
  const tenant = tenantId('again')
  const [first, second] = third(await filesOf(tenant))
  await store.remove(first.path)
  await damage(second)
  await expect(runArchive(deps(), tenant, NOW_MS)).rejects.toThrow('svc archive repair')
  recorded = []
  const { files } = await mendArchive(deps(), tenant, null)
  expect(files.map(({ outcome }) => outcome)).toEqual(['withdrawn', 'withdrawn'])
  expect(recorded.map(({ action }) => action)).toEqual(['archive:withdrawn', 'archive:withdrawn'])
  await repairArchive(deps(), tenant)
  await runArchive(deps(), tenant, NOW_MS)
  const { rows, faults } = await verifyArchive(deps(), tenant)
  expect([rows, faults, (await count(tenant)).answer]).toEqual([6, [], 6])
}, 120_000)

test('the files of a merge take the place of a merged one that is gone', async () => {
  const tenant = await archived('merged', { rowsMax: 1 })
  await compactArchive(deps(), tenant)
  const [merged] = await withTenant(pool, tenant, (tx) => moves(tx, ['dropped']))
  await store.remove(merged?.path ?? '')
  const { files } = await mendArchive(deps(), tenant, null)
  expect(files).toMatchObject([{ outcome: 'put back', events: 2, path: merged?.path }])
  expect((await verifyArchive(deps(), tenant)).faults).toEqual([])
  expect((await count(tenant)).answer).toBe(6)
}, 120_000)

test('a table that cannot be read is written anew from its files', async () => {
  const tenant = await archived('table')
  const [first] = third(await filesOf(tenant))
  const pointer = await withTenant(pool, tenant, tablePointer)
  await store.remove(pointer?.path ?? '')
  await store.remove(first.path)
  expect((await verifyArchive(deps(), tenant)).faults.join()).toContain(`the table ${pointer?.path} cannot be read`)
  const { isRebuilt, files } = await mendArchive(deps(), tenant, null)
  expect([isRebuilt, files.map(({ outcome }) => outcome)]).toEqual([true, ['damaged']])
  expect(recorded).toEqual([{ action: 'archive:rebuilt', changes: { files: 3, events: 6 } }])
  expect((await verifyArchive(deps(), tenant)).faults, 'the damaged file is left to be mended').toHaveLength(1)
  await mendArchive(deps(), tenant, 'gone')
  expect((await verifyArchive(deps(), tenant)).faults).toEqual([])
  expect((await restoreArchive(deps(), tenant, { from: '0', to: '9' })).length).toBe(2)
}, 120_000)

test('a store that does not answer is no damage', async () => {
  const tenant = await archived('away')
  const away = { ...store, local: () => openMotoBucket(1).then((bucket) => bucket.local('x', folder)) }
  await expect(mendArchive(deps({ store: away }), tenant, 'gone')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await statesOf(tenant)).toEqual(['dropped', 'dropped', 'dropped'])
})

test('there is nothing to mend in an archive that is intact or empty', async () => {
  const tenant = await archived('fine')
  expect(await mendArchive(deps(), tenant, 'gone')).toEqual({ files: [], isRebuilt: false })
  await createTenant(pool, { id: 'empty' })
  expect(await mendArchive(deps(), tenantId('empty'), 'gone')).toEqual({ files: [], isRebuilt: false })
})

test('the daily upkeep logs which files are gone, and goes on with the others', async () => {
  const tenant = await archived('kept', { rowsMax: 1 })
  const [first] = await filesOf(tenant)
  await store.remove(first?.path ?? '')
  const logged: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  while (await keepArchivesOnce(deps({ nowMs: Date.now }), log, new AbortController().signal));
  const mine = logged.filter((line) => (line as { tenant: string }).tenant === tenant)
  expect(mine).toMatchObject([
    { files: [first?.path], count: 1 },
    { err: { message: expect.stringContaining(first?.path ?? '') } },
  ])
  expect((await statesOf(tenant)).filter((state) => state === 'replaced')).toHaveLength(4)
})
