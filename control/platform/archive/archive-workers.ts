/** Upkeep of the archive: each tenant's once a day, whichever process comes first. */
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { jobs, NOW } from '../../../stores/postgres/jobs.ts'
import { withOperator } from '../../../stores/postgres/pool.ts'
import { expireSnapshots, removeOrphans, SNAPSHOTS_KEPT_MS } from './expire.ts'
import { compactArchive } from './rewrite.ts'
import type { ArchiveDeps } from './run-archive.ts'

const LOOK_MS = 600_000

export function archiveWorkers(deps: ArchiveDeps, log: Log): Worker[] {
  return [{ name: 'archive upkeep', everyMs: LOOK_MS, once: ({ stop }) => keepArchivesOnce(deps, log, stop) }]
}

/** False when no tenant is due. One whose archive another run works on has its turn the next day. */
export async function keepArchivesOnce(deps: ArchiveDeps, log: Log, stop: AbortSignal): Promise<boolean> {
  const due = await withOperator(deps.pool, 'archive upkeep', (tx) => DUE_ARCHIVES.claim(tx))
  if (due === null || stop.aborted) return false
  const { tenant } = due
  try {
    const compacted = await compactArchive(deps, tenant)
    const { snapshots, files } = await expireSnapshots(deps, tenant, SNAPSHOTS_KEPT_MS)
    const orphans = await removeOrphans(deps, tenant)
    if (compacted.length + snapshots + orphans > 0)
      log.info({ tenant, compacted: compacted.length, snapshots, files: files + orphans }, 'archive kept up')
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    log.warn({ tenant, err: error }, 'archive upkeep put off')
  }
  return true
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
