/** Expires old snapshots of a table, and removes files that no snapshot refers to. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { isLive, readManifest, readManifestList } from '../../../stores/iceberg/manifest.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { type Snapshot, type TableMetadata, withoutSnapshots } from '../../../stores/iceberg/table-metadata.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { CommitDeps } from './commit.ts'
import { movePointer, moves, tablePointer } from './move-store.ts'
import { metadataPath, pathOf, tableFolder, urlOf } from './paths.ts'

/** How long past states of a table stay readable. */
export const SNAPSHOTS_KEPT_MS = 7 * 86_400_000
/** A file that nothing names may be of a commit that is being made. */
const ORPHAN_MS = 86_400_000
/** Orphaned files that one sweep removes; the next sweep continues. */
const ORPHANS_MAX = 10_000

export type Expired = { readonly snapshots: number; readonly files: number }

/**
 * Removes older snapshots except the newest, with the files that only they refer to. Files left by an interruption are
 * orphans, and `removeOrphans` deletes them. Throws `conflict` when another commit came first.
 */
export async function expireSnapshots(deps: CommitDeps, tenant: TenantId, keptMs: number): Promise<Expired> {
  const { pool, store, nowMs } = deps
  const pointer = await withTenant(pool, tenant, tablePointer)
  if (pointer === null) return { snapshots: 0, files: 0 }
  const table = JSON.parse((await store.read(pointer.path)).toString()) as TableMetadata
  const newest = table['current-snapshot-id']
  // With `keptMs` 0 the age is ignored, so snapshots of a machine whose clock is ahead go too.
  const isYoung = (one: Snapshot) => keptMs > 0 && one['timestamp-ms'] > nowMs() - keptMs
  const isKept = (one: Snapshot) => one['snapshot-id'] === newest || isYoung(one)
  const gone = table.snapshots.filter((one) => !isKept(one))
  if (gone.length === 0) return { snapshots: 0, files: 0 }
  const shown = await filesOf(store, table.snapshots.filter(isKept))
  const unshown = [...(await filesOf(store, gone))].filter((path) => !shown.has(path))
  const name = `${String(pointer.version + 1).padStart(6, '0')}-${randomUUID()}.metadata.json`
  const path = metadataPath(tenant, name)
  const next = withoutSnapshots(table, new Set(gone.map((one) => one['snapshot-id'])), urlOf(pointer.path), nowMs())
  await store.put(path, Buffer.from(JSON.stringify(next)))
  if (!(await withTenant(pool, tenant, (tx) => movePointer(tx, pointer, path)))) {
    await store.remove(path)
    throw new AppError('conflict', 'another commit to the archive was first')
  }
  for (const file of unshown) await store.remove(file)
  return { snapshots: gone.length, files: unshown.length }
}

/** Manifest lists, manifests and data files. A list that is gone already shows nothing. */
async function filesOf(store: ObjectStore, snapshots: readonly Snapshot[]): Promise<Set<string>> {
  const files = new Set<string>()
  const manifests = new Set<string>()
  for (const snapshot of snapshots) {
    const list = pathOf(snapshot['manifest-list'])
    files.add(list)
    const bytes = await readOrNull(store, list)
    for (const line of bytes === null ? [] : readManifestList(bytes)) manifests.add(pathOf(line.manifest_path))
  }
  for (const manifest of manifests) {
    files.add(manifest)
    const bytes = await readOrNull(store, manifest)
    const entries = bytes === null ? [] : readManifest(bytes)
    for (const { data_file } of entries.filter(isLive)) files.add(pathOf(data_file.file_path))
  }
  return files
}

function readOrNull(store: ObjectStore, path: string): Promise<Buffer | null> {
  return store.read(path).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
}

/**
 * Removes unreferenced files of the tenant's folder that are at least a day old; interrupted commits and moves leave
 * such files. Resolves with their number.
 */
export async function removeOrphans({ pool, store, nowMs }: CommitDeps, tenant: TenantId): Promise<number> {
  const { pointer, open } = await withTenant(pool, tenant, async (tx) => ({
    pointer: await tablePointer(tx),
    open: await moves(tx, ['writing', 'copied', 'dropping', 'dropped', 'restoring']),
  }))
  const named = new Set(open.map(({ path }) => path))
  if (pointer !== null) {
    const table = JSON.parse((await store.read(pointer.path)).toString()) as TableMetadata
    named.add(pointer.path)
    for (const line of table['metadata-log']) named.add(pathOf(line['metadata-file']))
    for (const file of await filesOf(store, table.snapshots)) named.add(file)
  }
  let removed = 0
  for await (const { path, changedMs } of store.list(tableFolder(tenant))) {
    if (named.has(path) || changedMs > nowMs() - ORPHAN_MS) continue
    await store.remove(path)
    if (++removed >= ORPHANS_MAX) break
  }
  return removed
}
