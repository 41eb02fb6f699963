/** Sees to it that the lake drops nothing of a tenant with a legal hold, and says since when. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'
import { pauseAfter } from '../../platform/pause-after.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { type Postgres, withOperator, withTenant } from '../../stores/postgres/pool.ts'
import { markKept, tenantsWithHolds } from './hold-store.ts'

export type KeepHoldsDeps = {
  /** Signs in as the owner: which tenants have holds is asked over all of them. */
  readonly pool: Postgres
  /** Nothing of these tenants is dropped any more, and of no others is anything kept. */
  readonly hold: (tenants: readonly TenantId[]) => Promise<void>
  readonly log: Log
}

const POLL_MS = 5_000

/** Until `stop` aborts. While holds cannot be read, the lake keeps those that it knows. */
export async function keepHolds(deps: KeepHoldsDeps, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    try {
      await keepHoldsOnce(deps)
      failures = 0
    } catch (err) {
      failures++
      deps.log.warn({ err }, 'legal holds cannot be applied to the lake, retrying')
    }
    await delay(pauseAfter(failures, POLL_MS), undefined, { signal: stop }).catch(() => {})
  }
}

export async function keepHoldsOnce({ pool, hold }: Omit<KeepHoldsDeps, 'log'>): Promise<void> {
  const tenants = await withOperator(pool, 'tenants with legal holds', tenantsWithHolds)
  await hold(tenants)
  for (const tenant of tenants) await withTenant(pool, tenant, markKept)
}
