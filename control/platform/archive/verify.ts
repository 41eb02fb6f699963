/** Verifies the whole archive of a tenant: each file against its commit, and the table against the moves. */
import type { TenantId } from '../../../platform/tenant.ts'
import { isLive, readManifest, readManifestList } from '../../../stores/iceberg/manifest.ts'
import type { ObjectStore } from '../../../stores/iceberg/object-store.ts'
import { currentSnapshot, type TableMetadata } from '../../../stores/iceberg/table-metadata.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import { type FileDeps, isTransient, readFile } from './archive-file.ts'
import { type ArchiveMove, type MoveState, markVerified, moves, type Pointer, tablePointer } from './move-store.ts'
import { pathOf } from './paths.ts'

export type Verified = {
  readonly files: number
  readonly rows: number
  readonly faults: readonly string[]
  /** Files that were marked as lost. */
  readonly lost: readonly ArchiveMove[]
}

/** States of moves whose file is in the table. */
export const TABLE_STATES: readonly MoveState[] = ['copied', 'dropping', 'dropped', 'restoring']

export async function verifyArchive(deps: FileDeps & { readonly pool: Postgres }, tenant: TenantId): Promise<Verified> {
  const { pool, store } = deps
  const { pointer, kept, lost } = await withTenant(pool, tenant, async (tx) => ({
    pointer: await tablePointer(tx),
    kept: await moves(tx, TABLE_STATES),
    lost: await moves(tx, ['lost']),
  }))
  const faults = [...(await tableFaults(store, pointer, kept))]
  for (const move of kept) {
    const read = await readFile(deps, move)
    if ('fault' in read) faults.push(`${move.day}\t${move.rows} events\t${read.fault}`)
    else await withTenant(pool, tenant, (tx) => markVerified(tx, move.id))
  }
  return { files: kept.length, rows: kept.reduce((all, { rows }) => all + (rows ?? 0), 0), faults, lost }
}

/** Files that readers of the table see, and no others. */
export async function tableFaults(
  store: ObjectStore,
  pointer: Pointer | null,
  kept: readonly ArchiveMove[],
): Promise<string[]> {
  if (pointer === null) return kept.map(({ path }) => `${path} is in no table`)
  try {
    const files = new Map(await tableFiles(store, pointer.path))
    const known = new Set(kept.map(({ path }) => path))
    const missing = kept.filter(({ path, rows }) => files.get(path) !== rows)
    return [
      ...missing.map(({ path, rows }) => `the table has ${files.get(path) ?? 'no'} events of the ${rows} in ${path}`),
      ...[...files.keys()]
        .filter((path) => !known.has(path))
        .map((path) => `the table has ${path}, which no move made`),
    ]
  } catch (error) {
    if (isTransient(error)) throw error
    return [`the table ${pointer.path} cannot be read: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Paths and rows of the files that the table has now. */
async function tableFiles(store: ObjectStore, path: string): Promise<[string, number][]> {
  const table = JSON.parse((await store.read(path)).toString()) as TableMetadata
  const snapshot = currentSnapshot(table)
  const lines = snapshot === null ? [] : readManifestList(await store.read(pathOf(snapshot['manifest-list'])))
  const entries = await Promise.all(
    lines.map(async (line) => readManifest(await store.read(pathOf(line.manifest_path)))),
  )
  return entries
    .flat()
    .filter(isLive)
    .map(({ data_file }) => [pathOf(data_file.file_path), data_file.record_count])
}
