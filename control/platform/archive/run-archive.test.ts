import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { takeIn } from '../../../query/testing.ts'
import { lakePort } from '../../../stores/clickhouse/lake-port.ts'
import { rows, useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { ARCHIVE_COLUMNS } from '../../../stores/iceberg/columns.ts'
import { readManifest, readManifestList } from '../../../stores/iceberg/manifest.ts'
import { localStore, type ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { currentSnapshot, type TableMetadata } from '../../../stores/iceberg/table-metadata.ts'
import { openPostgres, type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { createTenant } from '../../identity/tenants/index.ts'
import { placeHold, releaseHold } from '../governance/index.ts'
import { repairArchivesOnce } from './archive-workers.ts'
import { lakeRows } from './lake-rows.ts'
import { moves, tablePointer } from './move-store.ts'
import { pathOf } from './paths.ts'
import { overBoth } from './read-archived.ts'
import { restoreArchive } from './restore.ts'
import { type ArchiveDeps, alone, type Moved, runArchive } from './run-archive.ts'
import { verifyArchive } from './verify.ts'

const engine = useEngine({ migrated: true })
let server: TestPostgres
let pool: Postgres
let folder: string
let store: ObjectStore
let recorded: string[] = []

beforeAll(async () => {
  server = await withTestPostgres()
  pool = openPostgres({ url: server.url, poolSize: 4 })
  folder = mkdtempSync(join(tmpdir(), 'svc-archive-test-'))
  store = localStore(join(folder, 'archive'))
}, 120_000)
afterAll(async () => {
  await pool.end()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const NOW_MS = Date.UTC(2026, 2, 10)
const deps = (changed: Partial<ArchiveDeps> = {}): ArchiveDeps => ({
  pool,
  store,
  // The engine would rewrite its parts after every run of this file.
  lake: { ...lakeRows(engine().client), freeDisk: async () => {} },
  tempFolder: join(folder, 'temp'),
  record: async (_, action) => {
    recorded.push(action)
  },
  report: () => {},
  nowMs: () => NOW_MS,
  ...changed,
})
const logon = (user: string, at: string) =>
  JSON.stringify({
    ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', '@timestamp': at },
    ...{ TargetUserName: user, IpAddress: '203.0.113.9', Message: `a "quoted" \\ text of ${user}\nü \u0001` },
  })
const DAYS = ['2026-03-01T01:00:00Z', '2026-03-01T02:00:00Z', '2026-03-02T01:00:00Z'] as const

async function tenantWith(name: string, events: readonly string[]): Promise<TenantId> {
  const tenant = tenantId(name)
  await createTenant(pool, { id: name }).catch(() => {})
  if (events.length > 0)
    await takeIn(engine().client, { tenant: name, format: 'windows', body: events.join('\n'), receivedMs: NOW_MS })
  return tenant
}
const hotRows = async (tenant: TenantId) =>
  (
    await rows<{ n: number }>(
      engine().client,
      `SELECT toUInt32(count()) AS n FROM events WHERE tenant_id = {t:String}`,
      { t: tenant },
    )
  )[0]?.n
const sumOf = (moved: readonly Moved[]) => moved.reduce((all, { events }) => all + events, 0)

async function tableOf(tenant: TenantId): Promise<TableMetadata> {
  const pointer = await withTenant(pool, tenant, tablePointer)
  return JSON.parse((await store.read(pointer?.path ?? '')).toString()) as TableMetadata
}
/** Rows of the files that the table has now. */
async function archivedRows(tenant: TenantId): Promise<number> {
  const list = pathOf(currentSnapshot(await tableOf(tenant))?.['manifest-list'] ?? '')
  const lines = readManifestList(await store.read(list))
  const entries = await Promise.all(
    lines.map(async (line) => readManifest(await store.read(pathOf(line.manifest_path)))),
  )
  return entries
    .flat()
    .filter(({ status }) => status !== 2)
    .reduce((all, { data_file }) => all + data_file.record_count, 0)
}

test('has every column of events that an insert writes, and no other', async () => {
  const sql = `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'events' AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')`
  const stored = (await rows<{ name: string }>(engine().client, sql)).map(({ name }) => name)
  const restored = ARCHIVE_COLUMNS.flatMap((column) => column.restores ?? [])
  expect([...restored].sort()).toEqual([...stored].sort())
  expect(new Set(ARCHIVE_COLUMNS.map(({ id }) => id)).size).toBe(ARCHIVE_COLUMNS.length)
})

describe('a run', () => {
  test('moves days before its end in files of bounded size, and lake and archive add up', async () => {
    const other = await tenantWith('bystander', [logon('ann', DAYS[0])])
    const day = [logon('ann', DAYS[0]), logon('bob', DAYS[1]), logon('eve', DAYS[1])]
    const tenant = await tenantWith('moves', [...day, logon('zoe', DAYS[2])])
    recorded = []
    const moved = await runArchive(deps({ rowsMax: 2 }), tenant, Date.parse('2026-03-02'))
    const first = { day: '2026-03-01', keptBy: null }
    expect(moved).toMatchObject([
      { ...first, events: 2 },
      { ...first, events: 1 },
    ])
    expect([await hotRows(tenant), await archivedRows(tenant)]).toEqual([1, 3])
    expect([...recorded].sort()).toEqual(['archive:copied', 'archive:copied', 'archive:dropped', 'archive:dropped'])
    const gone = await rows<{ id: string }>(
      engine().client,
      `SELECT event_uid AS id FROM archived_rows WHERE tenant_id = 'moves'`,
    )
    const erasure = { table: 'events', idColumn: 'event_uid', timeColumn: 'ingest_time', ids: gone.map(({ id }) => id) }
    const known = await lakePort(engine().client).countIds({ ...erasure, fromMs: NOW_MS, toMs: NOW_MS })
    expect(known, 'a sink that asks for rows of an insert finds those that left').toBe(3)
    expect(await runArchive(deps(), tenant, Date.parse('2026-03-02'))).toEqual([])
    await tenantWith('moves', [logon('late', DAYS[1])])
    expect(
      (await runArchive(deps(), tenant, NOW_MS)).map(({ events }) => events),
      'late events of a day',
    ).toEqual([1, 1])
    expect([await hotRows(tenant), await archivedRows(tenant)]).toEqual([0, 5])
    expect([await hotRows(other), await withTenant(pool, other, tablePointer)], 'other tenants').toEqual([1, null])
  })

  test('copies rows under a legal hold once, and drops them after the release', async () => {
    const tenant = await tenantWith('held', [logon('ann', DAYS[0])])
    const hold = {
      name: 'Matter',
      matter_ref: 'M-1',
      subject_kind: 'user',
      subject_value: 'zoe',
      notes: null,
      placed_by: 'x',
    } as const
    const { id } = await withTenant(pool, tenant, (tx) => placeHold(tx, hold))
    expect(await runArchive(deps(), tenant, NOW_MS)).toMatchObject([{ events: 1, keptBy: 'Matter' }])
    expect(await runArchive(deps(), tenant, NOW_MS)).toEqual([])
    expect([await hotRows(tenant), await archivedRows(tenant)]).toEqual([1, 1])
    await withTenant(pool, tenant, (tx) => releaseHold(tx, id, 'x', 'settled'))
    expect(await runArchive(deps(), tenant, NOW_MS)).toMatchObject([{ events: 1, keptBy: null }])
    expect([await hotRows(tenant), await archivedRows(tenant)]).toEqual([0, 1])
  })
})

describe('a run that is cut short', () => {
  const cut = new Error('cut')
  const refuse = async () => {
    throw cut
  }
  const lakeWith = (changed: Partial<ArchiveDeps['lake']>) =>
    deps({ lake: { ...lakeRows(engine().client), ...changed } })
  const storeWith = (put: ObjectStore['put']) => deps({ store: { ...store, put } })
  /** In the order of a run, so that each run continues where the one before was cut and gets further. */
  const cuts: readonly (readonly [where: string, deps: () => ArchiveDeps, hot: number, archived: number])[] = [
    ['while rows are read', () => lakeWith({ lines: refuse }), 2, 0],
    ['while the file is put', () => refusing('.parquet'), 2, 0],
    ['after the file was put', () => lakeWith({ checksum: refuse }), 2, 0],
    ['while the manifest is put', () => refusing('-m.avro'), 2, 0],
    ['while the metadata is put', () => refusing('.json'), 2, 0],
    ['before the lake drops', () => lakeWith({ drop: refuse }), 2, 2],
    ['after the lake dropped', () => lakeWith({ count: refuse }), 0, 2],
    ['before its end is noted', () => lakeWith({ freeDisk: refuse }), 0, 2],
  ]
  const refusing = (name: string) =>
    storeWith(async (path, from) => (path.endsWith(name) ? refuse() : store.put(path, from)))

  test('wherever a run is cut, the next one continues, and nothing is lost or duplicated', async () => {
    const tenant = await tenantWith('cut', [logon('ann', DAYS[0]), logon('bob', DAYS[1])])
    const counts = async () => {
      const pointer = await withTenant(pool, tenant, tablePointer)
      return [await hotRows(tenant), pointer === null ? 0 : await archivedRows(tenant)]
    }
    for (const [where, cutDeps, hot, archived] of cuts) {
      await expect(runArchive(cutDeps(), tenant, NOW_MS), where).rejects.toBe(cut)
      expect([where, ...(await counts())]).toEqual([where, hot, archived])
    }
    expect(await runArchive(deps(), tenant, NOW_MS)).toEqual([])
    expect(await counts()).toEqual([0, 2])
    const made = await withTenant(pool, tenant, (tx) => moves(tx))
    expect(made.map(({ state }) => state).sort()).toEqual([...Array.from({ length: 5 }, () => 'abandoned'), 'dropped'])
    const files = await Promise.all(made.map(({ path }) => store.size(path)))
    expect(
      files.filter((size) => size !== null),
      'files of runs that were cut',
    ).toHaveLength(1)
  })

  test('is finished by the worker, and queries read all of it again', async () => {
    const tenant = await tenantWith('repaired', [logon('ann', DAYS[0]), logon('bob', DAYS[1])])
    const span = { fromMs: Date.parse(DAYS[0]), toMs: NOW_MS }
    const read = async () => {
      const { archived, archive } = await overBoth({ pool, store }, tenant, span, async () => null)
      return [archived.length, archive.events, await hotRows(tenant)]
    }
    const repair = () => repairArchivesOnce(deps(), openLog('test', 'error'), new AbortController().signal)
    await expect(runArchive(lakeWith({ count: refuse }), tenant, NOW_MS)).rejects.toBe(cut)
    expect(await read(), 'of rows on the way it says that they were not read').toEqual([1, 0, 0])
    await alone(pool, tenant, repair)
    expect(await read(), 'a run that lives is left alone').toEqual([1, 0, 0])
    await repair()
    expect(await read()).toEqual([0, 2, 0])
    const restored = restoreArchive(lakeWith({ dropStage: refuse }), tenant, { from: '0', to: '9' })
    await expect(restored).rejects.toBe(cut)
    expect(await read()).toEqual([1, 0, 2])
    await repair()
    expect(await read()).toEqual([0, 0, 2])
  })

  test('is finished by the worker wherever it was cut, except for rows that a legal hold keeps in the lake', async () => {
    const tenant = await tenantWith('left', [logon('ann', DAYS[0]), logon('bob', DAYS[2])])
    const repair = () => repairArchivesOnce(deps(), openLog('test', 'error'), new AbortController().signal)
    const left = async () => {
      const made = await withTenant(pool, tenant, (tx) => moves(tx))
      const kept = await Promise.all(made.map(async ({ path }) => (await store.size(path)) !== null))
      return [made.map(({ state }) => state).sort(), kept.filter(Boolean).length, await hotRows(tenant)]
    }
    await expect(runArchive(lakeWith({ checksum: refuse }), tenant, NOW_MS)).rejects.toBe(cut)
    expect(await left()).toEqual([['writing'], 1, 2])
    await repair()
    expect(await left(), 'a file without a commit is removed').toEqual([['abandoned'], 0, 2])
    let lists = 0
    const list: ArchiveDeps['lake']['list'] = (...of) =>
      ++lists > 1 ? refuse() : lakeRows(engine().client).list(...of)
    await expect(runArchive(lakeWith({ list }), tenant, NOW_MS)).rejects.toBe(cut)
    expect(await left()).toEqual([['abandoned', 'copied'], 1, 2])
    const hold = { name: 'M', matter_ref: 'M-1', subject_kind: 'user', subject_value: 'zoe', notes: null } as const
    const { id } = await withTenant(pool, tenant, (tx) => placeHold(tx, { ...hold, placed_by: 'x' }))
    await repair()
    expect(await left(), 'under a hold').toEqual([['abandoned', 'copied'], 1, 2])
    await withTenant(pool, tenant, (tx) => releaseHold(tx, id, 'x', 'settled'))
    await repair()
    expect(await left()).toEqual([['abandoned', 'dropped'], 1, 1])
  })

  test('keeps everything in the lake when the written file is damaged', async () => {
    const tenant = await tenantWith('broken', [logon('ann', DAYS[0])])
    const [move] = await withTenant(pool, tenantId('moves'), (tx) => moves(tx))
    const wrong = await store.read(move?.path ?? '')
    const lying = storeWith((path, from) => store.put(path, path.endsWith('.parquet') ? wrong : from))
    await expect(runArchive(lying, tenant, NOW_MS)).rejects.toMatchObject({ code: 'conflict' })
    expect(await hotRows(tenant)).toBe(1)
  })

  test('is the only run of its tenant', async () => {
    const tenant = await tenantWith('alone', [])
    const second: unknown[] = []
    const days: ArchiveDeps['lake']['days'] = async () => {
      second.push(await runArchive(deps(), tenant, NOW_MS).catch((error) => error.code))
      return []
    }
    await runArchive(lakeWith({ days }), tenant, NOW_MS)
    expect(second).toEqual(['conflict'])
    expect(await runArchive(deps(), tenant, NOW_MS)).toEqual([])
  })
})

describe('a restore', () => {
  const days = { from: '2026-03-01', to: '2026-03-01' }
  const eventsOf = (tenant: TenantId) =>
    rows<{ all: string }>(
      engine().client,
      `SELECT toString(tuple(* EXCEPT raw, hex(raw), ocsf)) AS all FROM events WHERE tenant_id = {t:String} ORDER BY event_uid`,
      { t: tenant },
    )

  test('restores exactly the archived rows, including invalid UTF-8, and duplicates none', async () => {
    const tenant = await tenantWith('back', [logon('ann', DAYS[0]), logon('bob', DAYS[2])])
    const odd = `INSERT INTO events (tenant_id, event_uid, time, ingest_time, src_ip, raw)
      VALUES ('back', generateUUIDv4(), '${DAYS[1].slice(0, 19)}', '2026-03-01 02:00:01.234', '2001:db8::1', unhex('636166e9225c01ff0a'))`
    await engine().client.command({ query: odd })
    const before = await eventsOf(tenant)
    expect(before.length).toBe(3)
    const seen = `SELECT toString(sum(events)) AS n FROM observables WHERE tenant_id = 'back'`
    const observed = await rows(engine().client, seen)
    await runArchive(deps(), tenant, NOW_MS)
    expect(await verifyArchive(deps(), tenant)).toMatchObject({ rows: 3, faults: [] })
    expect(sumOf(await restoreArchive(deps(), tenant, days))).toBe(2)
    expect([await hotRows(tenant), await archivedRows(tenant)]).toEqual([2, 1])
    await restoreArchive(deps(), tenant, { from: '0', to: '9' })
    expect(await eventsOf(tenant)).toEqual(before)
    expect(await rows(engine().client, seen)).toEqual(observed)
    expect([await archivedRows(tenant), await restoreArchive(deps(), tenant, days)]).toEqual([0, []])
    expect(sumOf(await runArchive(deps(), tenant, Date.parse('2026-03-02')))).toBe(2)
  })

  test('that is interrupted restores nothing twice', async () => {
    const refuse = async () => {
      throw new Error('cut')
    }
    const lake = lakeRows(engine().client)
    const broken: Readonly<Record<string, Partial<ArchiveDeps>>> = {
      filling: { lake: { ...lake, fillStage: refuse } },
      attaching: { lake: { ...lake, attachStage: refuse } },
      committing: { store: { ...store, put: refuse } },
    }
    const tenant = await tenantWith('back-cut', [logon('ann', DAYS[0])])
    await runArchive(deps(), tenant, NOW_MS)
    for (const [where, changed] of Object.entries(broken)) {
      await expect(restoreArchive(deps(changed), tenant, days), where).rejects.toThrow('cut')
      expect([where, await archivedRows(tenant)]).toEqual([where, 1])
    }
    await restoreArchive(deps(), tenant, days)
    expect([await hotRows(tenant), await archivedRows(tenant)]).toEqual([1, 0])
  })
})

test('a verification finds a changed file, a deleted file, and one that the table lacks', async () => {
  const tenant = tenantId('moves') // The archive of the first test, with several files.
  const [first, second] = await withTenant(pool, tenant, (tx) => moves(tx, ['dropped']))
  await store.put(first?.path ?? '', await store.read(second?.path ?? ''))
  expect((await verifyArchive(deps(), tenant)).faults).toEqual([expect.stringContaining(`${first?.path} holds`)])
  await store.remove(first?.path ?? '')
  expect((await verifyArchive(deps(), tenant)).faults).toEqual([
    expect.stringContaining(`${first?.path} cannot be read`),
  ])
  await withTenant(pool, tenant, (tx) =>
    tx.run(`UPDATE archive_moves SET state = 'restored' WHERE id = $1`, [second?.id]),
  )
  expect((await verifyArchive(deps(), tenant)).faults).toContainEqual(expect.stringContaining('which no move made'))
})
