/**
 * One commit to the table of a tenant. Its files are written first; then one transaction moves the pointer from the old
 * metadata to the new one and stores the state of the move. A commit that lost the race is built again.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import {
  addedEntry,
  type DataFile,
  deletedEntry,
  isLive,
  keptEntry,
  type ManifestEntry,
  type ManifestOfList,
  manifestLine,
  readManifest,
  readManifestList,
  writeManifest,
  writeManifestList,
} from '../../../stores/iceberg/manifest.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import {
  currentSnapshot,
  newTable,
  type TableMetadata,
  withColumns,
  withSnapshot,
} from '../../../stores/iceberg/table-metadata.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { movePointer, type Pointer, tablePointer } from './move-store.ts'
import { metadataPath, pathOf, tableFolder, urlOf } from './paths.ts'

export type CommitDeps = {
  readonly pool: Postgres
  readonly store: ObjectStore
  readonly nowMs: () => number
}

export type TableChange = {
  readonly add: readonly DataFile[]
  /** Paths, as readers of the table name them. */
  readonly remove: readonly string[]
  /** True for a table that is written anew, without reading the one before: its past states are gone. */
  readonly isNew?: boolean
}

/**
 * More manifests of a snapshot are written into one.
 * @bound manifests of a snapshot of the archive -> they are merged into one
 */
const MANIFESTS_MAX = 100
const TRIES_MAX = 8

/** When `inTransaction` returns false, the commit is rolled back and throws `conflict`. */
export async function commit(
  deps: CommitDeps,
  tenant: TenantId,
  change: TableChange,
  inTransaction: (tx: TenantTx) => Promise<boolean>,
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const pointer = await withTenant(deps.pool, tenant, tablePointer)
    const written = new Written(deps.store, tenant)
    const path = await writeTable(deps, tenant, pointer, change, written)
    const outcome = await withTenant(deps.pool, tenant, async (tx) => {
      if (!(await movePointer(tx, pointer, path))) return 'overtaken'
      if (await inTransaction(tx)) return 'done'
      throw new AppError('conflict', 'another run has ended this move of the archive')
    }).catch(async (error) => {
      await keepIfCommitted(deps, tenant, path, written)
      throw error
    })
    if (outcome === 'done') return
    await written.removeAll()
  }
  throw new AppError('unavailable', 'other commits to the archive were first, every time', { retryAfterSeconds: 5 })
}

/** A connection that breaks at the commit leaves open whether it happened: files of one that did are never removed. */
async function keepIfCommitted({ pool }: CommitDeps, tenant: TenantId, path: string, written: Written): Promise<void> {
  const now = await withTenant(pool, tenant, tablePointer).catch(() => undefined)
  if (now !== undefined && now?.path !== path) await written.removeAll()
}

class Written {
  readonly #store: ObjectStore
  readonly #tenant: TenantId
  readonly #paths: string[] = []

  constructor(store: ObjectStore, tenant: TenantId) {
    this.#store = store
    this.#tenant = tenant
  }

  async put(name: string, bytes: Buffer): Promise<string> {
    const path = metadataPath(this.#tenant, name)
    this.#paths.push(path)
    await this.#store.put(path, bytes)
    return path
  }

  async removeAll(): Promise<void> {
    for (const path of this.#paths) await this.#store.remove(path)
  }
}

async function writeTable(
  { store, nowMs }: CommitDeps,
  tenant: TenantId,
  pointer: Pointer | null,
  change: TableChange,
  written: Written,
): Promise<string> {
  const before =
    pointer === null || change.isNew === true
      ? newTable(urlOf(tableFolder(tenant)), nowMs())
      : (JSON.parse((await store.read(pointer.path)).toString()) as TableMetadata)
  const table = withColumns(before)
  const schemaId = table['current-schema-id']
  const parent = currentSnapshot(table)
  const sequence = table['last-sequence-number'] + 1
  const id = randomInt(1, 2 ** 48 - 1)
  const lines = parent === null ? [] : readManifestList(await store.read(pathOf(parent['manifest-list'])))
  const write = async (entries: readonly ManifestEntry[]): Promise<ManifestOfList> => {
    const bytes = writeManifest(schemaId, entries)
    const path = await written.put(`${randomUUID()}-m.avro`, bytes)
    return manifestLine({ path: urlOf(path), length: bytes.length }, entries, id, sequence)
  }
  const kept = await keptLines(store, lines, new Set(change.remove), { id, write })
  const added = change.add.length === 0 ? [] : [await write(change.add.map((file) => addedEntry(file, id)))]
  const all = [...added, ...kept.lines]
  if (kept.removed.length !== change.remove.length)
    throw new AppError('conflict', 'a file that is to leave the archive is not in its table')
  const list = writeManifestList({ id, parentId: parent?.['snapshot-id'] ?? null, sequence }, all)
  const listPath = await written.put(`snap-${id}-${randomUUID()}.avro`, list)
  const next = withSnapshot(
    table,
    {
      'snapshot-id': id,
      ...(parent === null ? {} : { 'parent-snapshot-id': parent['snapshot-id'] }),
      'sequence-number': sequence,
      'timestamp-ms': Math.max(nowMs(), table['last-updated-ms']),
      'manifest-list': urlOf(listPath),
      summary: summaryOf(change, kept.removed, all, parent?.summary),
      'schema-id': schemaId,
    },
    pointer === null || change.isNew === true ? null : urlOf(pointer.path),
  )
  const name = `${String((pointer?.version ?? 0) + 1).padStart(6, '0')}-${randomUUID()}.metadata.json`
  return written.put(name, Buffer.from(JSON.stringify(next)))
}

type Rewrite = {
  readonly id: number
  readonly write: (entries: readonly ManifestEntry[]) => Promise<ManifestOfList>
}

/** Rewrites manifests that contain a removed file, and merges all of them when there are too many. */
async function keptLines(
  store: ObjectStore,
  lines: readonly ManifestOfList[],
  remove: ReadonlySet<string>,
  { id, write }: Rewrite,
): Promise<{ readonly lines: readonly ManifestOfList[]; readonly removed: readonly ManifestEntry[] }> {
  const isMerged = lines.length >= MANIFESTS_MAX
  const kept: ManifestOfList[] = []
  const merged: ManifestEntry[] = []
  const removed: ManifestEntry[] = []
  for (const line of lines) {
    if (line.added_files_count + line.existing_files_count === 0) continue
    if (remove.size === 0 && !isMerged) {
      kept.push(line)
      continue
    }
    const live = readManifest(await store.read(pathOf(line.manifest_path))).filter(isLive)
    const gone = live.filter(({ data_file }) => remove.has(data_file.file_path))
    removed.push(...gone)
    const entries = live.map((entry) =>
      gone.includes(entry) ? deletedEntry(entry, line.sequence_number, id) : keptEntry(entry, line.sequence_number),
    )
    if (isMerged) merged.push(...entries)
    else kept.push(gone.length === 0 ? line : await write(entries))
  }
  if (merged.length > 0) kept.push(await write(merged))
  return { lines: kept, removed }
}

function summaryOf(
  { add }: TableChange,
  removed: readonly ManifestEntry[],
  lines: readonly ManifestOfList[],
  before: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const files = sum(lines.map((line) => line.added_files_count + line.existing_files_count))
  const rows = sum(lines.map((line) => line.added_rows_count + line.existing_rows_count))
  const addedBytes = sum(add.map(({ bytes }) => bytes))
  const removedBytes = sum(removed.map(({ data_file }) => data_file.file_size_in_bytes))
  return {
    operation: removed.length === 0 ? 'append' : add.length === 0 ? 'delete' : 'overwrite',
    'added-data-files': String(add.length),
    'added-records': String(sum(add.map((file) => file.rows))),
    'added-files-size': String(addedBytes),
    'deleted-data-files': String(removed.length),
    'deleted-records': String(sum(removed.map(({ data_file }) => data_file.record_count))),
    'removed-files-size': String(removedBytes),
    'total-data-files': String(files),
    'total-records': String(rows),
    'total-files-size': String(Number(before?.['total-files-size'] ?? 0) + addedBytes - removedBytes),
    'total-delete-files': '0',
    'total-position-deletes': '0',
    'total-equality-deletes': '0',
  }
}
