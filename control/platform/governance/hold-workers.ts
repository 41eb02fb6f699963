/**
 * Excludes tenants with a legal hold, or with a retention period of their own, from the engine's retention;
 * `retention/` removes their rows.
 */
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { markKept, tenantsOutOfRetention } from './hold-store.ts'

export type HoldWorkerDeps = {
  /** Signs in as the owner, because it reads the holds of all tenants. */
  readonly pool: Postgres
  /** The engine drops nothing of these tenants by itself any more, and of no others is anything kept. */
  readonly hold: (tenants: readonly TenantId[]) => Promise<void>
}

const POLL_MS = 5_000

/** Applies legal holds to the lake. While holds cannot be read, the lake keeps the last known ones. */
export function holdWorkers(deps: HoldWorkerDeps): Worker[] {
  const once = async () => {
    await keepHoldsOnce(deps)
    return false
  }
  return [{ name: 'legal holds', everyMs: POLL_MS, once }]
}

export async function keepHoldsOnce({ pool, hold }: HoldWorkerDeps): Promise<void> {
  const tenants = await withOperator(pool, 'tenants with legal holds', tenantsOutOfRetention)
  await hold(tenants)
  for (const tenant of tenants) await withTenant(pool, tenant, markKept)
}
