/**
 * Triages new alerts, in any number of replicas: each alert is claimed by one, and is claimed again when that one dies.
 */
import type { Worker } from '../../../platform/workers.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { RecordAct } from '../../platform/acting/index.ts'
import { tenantsWithArrivals } from '../../soc/alerts/index.ts'
import { type TriageSettings, triageArrivals } from './run-triage.ts'

export type TriageDeps = {
  /** Connects as the owner, because arrivals are read over all tenants at once. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly settings: TriageSettings
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 1_000

/** Triages alerts that arrived. */
export function triageWorkers(deps: TriageDeps): Worker[] {
  return [{ name: 'triage', everyMs: deps.pollMs ?? POLL_MS, once: async () => (await triageOnce(deps)) > 0 }]
}

/** Gives how many alerts were looked at. */
export async function triageOnce({ pool, audit, settings, nowMs }: TriageDeps): Promise<number> {
  const tenants = await withOperator(pool, 'alerts that triage has not seen', (tx) => tenantsWithArrivals(tx, 'triage'))
  let looked = 0
  for (const tenant of tenants)
    looked += await withTenant(pool, tenant, (tx) => triageArrivals(tx, { audit }, settings, nowMs()))
  return looked
}
