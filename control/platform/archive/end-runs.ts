/** Ends runs and restores that were cut short. Queries do not read rows that are being dropped or restored until then. */
import type { TenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { moves } from './move-store.ts'
import { endRestores } from './restore.ts'
import { type ArchiveDeps, alone, endCutShort, unfinishedMoves } from './run-archive.ts'

export type Ended = { readonly moved: number; readonly restored: number }

/** The caller must hold the lock on the tenant's archive. */
export async function endRuns(deps: ArchiveDeps, tenant: TenantId): Promise<Ended> {
  const moved = await endCutShort(deps, tenant)
  return { moved: moved.length, restored: await endRestores(deps, tenant) }
}

/** Throws `conflict` while another run works for the tenant. */
export const repairArchive = (deps: ArchiveDeps, tenant: TenantId): Promise<Ended> =>
  alone(deps.pool, tenant, () => endRuns(deps, tenant))

/** True while a run or a restore works, and after one was cut short. */
export const isUnfinished = async (tx: TenantTx): Promise<boolean> =>
  (await unfinishedMoves(tx)).length > 0 || (await moves(tx, ['restoring'])).length > 0
