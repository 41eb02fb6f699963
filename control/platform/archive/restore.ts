/**
 * Restores events from the archive to the lake. The rows of a file are first written to a staging table and compared
 * with the file; then they are moved to the events, and the file leaves the table. An interrupted restore starts again
 * from its beginning, and rows already restored are not duplicated.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withDuckdb } from '../../../stores/iceberg/duckdb.ts'
import { lakeLines, restoredChecksum } from '../../../stores/iceberg/parquet.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { DUCK_MEMORY_MB, inFolder, pastDamage, requireIntact } from './archive-file.ts'
import { commit } from './commit.ts'
import { type ArchiveMove, markMove, moves } from './move-store.ts'
import { urlOf } from './paths.ts'
import { type ArchiveDeps, about, alone, type Moved } from './run-archive.ts'

/** Days, such as 2026-01-31; both are part of it. */
export type Days = { readonly from: string; readonly to: string }

/** Files of these days. Throws `conflict` while another run works for the tenant, and for damaged files, after all others. */
export function restoreArchive(deps: ArchiveDeps, tenant: TenantId, { from, to }: Days): Promise<readonly Moved[]> {
  return alone(deps.pool, tenant, async () => {
    const there = await withTenant(deps.pool, tenant, (tx) => moves(tx, ['dropped', 'restoring']))
    const done: Moved[] = []
    const wanted = there.filter(({ day }) => day >= from && day <= to)
    await pastDamage(wanted, async (move) => {
      await restoreMove(deps, tenant, move)
      const moved = { day: move.day, events: move.rows ?? 0, bytes: move.bytes ?? 0, keptBy: null }
      done.push(moved)
      deps.report(moved)
    })
    return done
  })
}

/** Ends restores that were cut short. Its caller is alone with the archive of the tenant. */
export async function endRestores(deps: ArchiveDeps, tenant: TenantId): Promise<number> {
  const open = await withTenant(deps.pool, tenant, (tx) => moves(tx, ['restoring']))
  await pastDamage(open, (move) => restoreMove(deps, tenant, move))
  return open.length
}

async function restoreMove(deps: ArchiveDeps, tenant: TenantId, move: ArchiveMove): Promise<void> {
  const { pool, lake, record } = deps
  const { id, day, path, rows } = move
  // Before anything changes: a move whose file turned out to be damaged half way could neither go on nor back.
  await requireIntact(deps, move)
  await withTenant(pool, tenant, async (tx) => {
    if (move.state === 'restoring' || (await markMove(tx, id, 'dropped', 'restoring'))) return
    throw new AppError('conflict', 'another run has changed this move of the archive')
  })
  const stage = `restored_${id.replaceAll('-', '')}`
  await lake.makeStage(stage)
  try {
    const checksum = await fillStage(deps, path, stage)
    const staged = await lake.stageChecksum(stage)
    if (staged !== checksum)
      throw new AppError('conflict', `events of ${day} left the archive as ${checksum} and arrived as ${staged}`)
    await lake.attachStage(stage, { tenant, day })
  } finally {
    await lake.dropStage(stage)
  }
  await commit(deps, tenant, { add: [], remove: [urlOf(path)] }, async (tx) => {
    if (!(await markMove(tx, id, 'restoring', 'restored'))) return false
    await record(tx, 'archive:restored', about(id, { day, events: rows }))
    return true
  })
}

/** Resolves with the checksum of the file. */
function fillStage({ store, tempFolder, lake }: ArchiveDeps, path: string, stage: string): Promise<string> {
  return inFolder(tempFolder, async (folder) => {
    const { file, dispose } = await store.local(path, folder)
    try {
      const duck = { memoryMb: DUCK_MEMORY_MB, tempFolder: join(folder, 'spill') }
      return await withDuckdb(duck, async (open) => {
        for await (const piece of lakeLines(open, file, folder)) {
          await lake.fillStage(stage, piece)
          await rm(piece)
        }
        return restoredChecksum(open, file)
      })
    } finally {
      await dispose()
    }
  })
}
