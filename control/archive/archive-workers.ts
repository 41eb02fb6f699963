/** Upkeep of the archive: each tenant's once a day, whichever process comes first. */
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import type { Worker } from '../../platform/workers.ts'
import { text } from '../../stores/postgres/columns.ts'
import { withOperator } from '../../stores/postgres/pool.ts'
import { expireSnapshots, removeOrphans, SNAPSHOTS_KEPT_MS } from './expire.ts'
import { compactArchive } from './rewrite.ts'
import type { ArchiveDeps } from './run-archive.ts'

const LOOK_MS = 600_000

export function archiveWorkers(deps: ArchiveDeps, log: Log): Worker[] {
  return [{ name: 'archive upkeep', everyMs: LOOK_MS, once: ({ stop }) => keepArchivesOnce(deps, log, stop) }]
}

/** False when no tenant is due. One whose archive another run works on has its turn the next day. */
export async function keepArchivesOnce(deps: ArchiveDeps, log: Log, stop: AbortSignal): Promise<boolean> {
  const tenant = await dueTenant(deps)
  if (tenant === null || stop.aborted) return false
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

/** It counts as kept from now on, so that one that fails keeps no other waiting. */
function dueTenant({ pool }: ArchiveDeps): Promise<TenantId | null> {
  return withOperator(pool, 'archive upkeep', (tx) => {
    const sql = /* sql */ `
      UPDATE archive_tables SET kept_at = clock_timestamp()
      WHERE tenant_id = (SELECT tenant_id FROM archive_tables WHERE kept_at < clock_timestamp() - interval '1 day'
        ORDER BY kept_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING tenant_id`
    return tx.maybeOne((row) => tenantId(text(row, 'tenant_id')), sql)
  })
}
