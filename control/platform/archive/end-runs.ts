/** Ends runs and restores that were cut short while rows were on the way: questions do not read those until then. */
import type { TenantId } from '../../../platform/tenant.ts'
import { endRestores } from './restore.ts'
import { type ArchiveDeps, alone, endCutShort } from './run-archive.ts'

export type Ended = { readonly moved: number; readonly restored: number }

/** The caller must hold the lock on the tenant's archive. */
export async function endRuns(deps: ArchiveDeps, tenant: TenantId): Promise<Ended> {
  const moved = await endCutShort(deps, tenant)
  return { moved: moved.length, restored: await endRestores(deps, tenant) }
}

/** Throws `conflict` while another run works for the tenant. */
export const repairArchive = (deps: ArchiveDeps, tenant: TenantId): Promise<Ended> =>
  alone(deps.pool, tenant, () => endRuns(deps, tenant))
