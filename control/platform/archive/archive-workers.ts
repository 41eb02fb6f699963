/** Upkeep of the archive: each tenant's once a day, whichever process comes first; and the end of runs that were cut short. */
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type Row, text } from '../../../stores/postgres/columns.ts'
import { jobs, NOW } from '../../../stores/postgres/jobs.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { DamagedFile } from './archive-file.ts'
import { endRuns, isUnfinished } from './end-runs.ts'
import { expireSnapshots, removeOrphans, SNAPSHOTS_KEPT_MS } from './expire.ts'
import { archiveFiles } from './move-store.ts'
import { compactArchive } from './rewrite.ts'
import { type ArchiveDeps, alone } from './run-archive.ts'

const LOOK_MS = 600_000
const REPAIR_MS = 10_000

export function archiveWorkers(deps: ArchiveDeps, log: Log): Worker[] {
  return [
    { name: 'archive upkeep', everyMs: LOOK_MS, once: ({ stop }) => keepArchivesOnce(deps, log, stop) },
    { name: 'archive repairs', everyMs: REPAIR_MS, once: ({ stop }) => repairArchivesOnce(deps, log, stop) },
  ]
}

/** A run holds its tenant's lock while it works, so a move in progress without the lock was interrupted. */
export async function repairArchivesOnce(deps: ArchiveDeps, log: Log, stop: AbortSignal): Promise<boolean> {
  const sql = /* sql */ `
    SELECT DISTINCT tenant_id FROM archive_moves
    WHERE state IN ('writing', 'copied', 'dropping', 'restoring') ORDER BY tenant_id`
  const read = (row: Row) => text(row, 'tenant_id') as TenantId
  for (const tenant of await withOperator(deps.pool, 'archive repairs', (tx) => tx.many(read, sql))) {
    if (stop.aborted) break
    if (!(await withTenant(deps.pool, tenant, isUnfinished))) continue
    const end = async () => {
      try {
        const { moved, restored } = await endRuns(deps, tenant)
        if (moved + restored > 0) log.info({ tenant, moved, restored }, 'interrupted archive runs finished')
      } catch (error) {
        log.warn({ tenant, err: error }, 'cannot finish an interrupted archive run, retrying')
      }
    }
    await alone(deps.pool, tenant, end).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    })
  }
  return false
}

/** Returns false when no tenant is due. A tenant whose archive another run holds is done the next day. */
export async function keepArchivesOnce(deps: ArchiveDeps, log: Log, stop: AbortSignal): Promise<boolean> {
  const due = await withOperator(deps.pool, 'archive upkeep', (tx) => DUE_ARCHIVES.claim(tx))
  if (due === null || stop.aborted) return false
  const { tenant } = due
  try {
    const gone = await goneFiles(deps, tenant)
    if (gone.length > 0)
      log.error(
        { tenant, files: gone.slice(0, 10), count: gone.length },
        'files of the archive are gone: see svc archive verify',
      )
    const compacted = await compactArchive(deps, tenant).catch((error: unknown) => {
      if (!(error instanceof DamagedFile)) throw error
      log.error({ tenant, err: error }, 'a file of the archive is damaged: see svc archive verify')
      return []
    })
    const { snapshots, files } = await expireSnapshots(deps, tenant, SNAPSHOTS_KEPT_MS)
    const orphans = await removeOrphans(deps, tenant)
    if (compacted.length + snapshots + orphans > 0)
      log.info({ tenant, compacted: compacted.length, snapshots, files: files + orphans }, 'archive maintenance done')
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    log.warn({ tenant, err: error }, 'archive maintenance failed, retrying')
  }
  return true
}

/** Files of the table that the store does not have, or has with another length: a look at each, which reads none. */
async function goneFiles({ pool, store }: ArchiveDeps, tenant: TenantId): Promise<string[]> {
  const { archived } = await withTenant(pool, tenant, archiveFiles)
  const gone: string[] = []
  for (const { path, bytes } of archived) if ((await store.size(path)) !== bytes) gone.push(path)
  return gone
}

/** An archive counts as kept from the claim on, so that one that fails keeps no other waiting. */
const DUE_ARCHIVES = jobs({
  table: 'archive_tables',
  id: 'tenant_id',
  until: 'kept_at',
  lease: null,
  seconds: 0,
  due: `j.kept_at < ${NOW} - interval '1 day'`,
  order: 'j.kept_at',
  since: 'kept_at',
  returning: 'j.tenant_id',
  read: () => ({}),
})
