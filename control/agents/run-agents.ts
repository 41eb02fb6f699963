/** Triage of whatever arrives, in any number of replicas: an arrival is taken by one, and comes back when that one dies. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'
import { pauseAfter } from '../../platform/pause-after.ts'
import { tenantId } from '../../platform/tenant.ts'
import { text } from '../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../stores/postgres/pool.ts'
import type { RecordAct } from '../acting/index.ts'
import { type TriageSettings, triageArrivals } from './run-triage.ts'

export type TriageDeps = {
  /** Signs in as the owner: where something arrived is asked over all tenants at once. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly settings: TriageSettings
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 1_000

/** Until `stop` aborts; what fails is tried again. */
export async function runTriage(deps: TriageDeps, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    try {
      const looked = await triageOnce(deps)
      failures = 0
      if (looked > 0) continue
    } catch (err) {
      failures++
      deps.log.warn({ err }, 'cannot triage alerts, retrying')
    }
    await delay(pauseAfter(failures, deps.pollMs ?? POLL_MS), undefined, { signal: stop }).catch(() => {})
  }
}

/** Gives how many alerts were looked at. */
export async function triageOnce({ pool, audit, settings, nowMs }: Omit<TriageDeps, 'log'>): Promise<number> {
  const tenants = await withOperator(pool, 'alerts that triage has not seen', (tx) => {
    const sql = /* sql */ `SELECT DISTINCT tenant_id FROM alert_arrivals WHERE consumer = 'triage' LIMIT 500`
    return tx.many((row) => tenantId(text(row, 'tenant_id')), sql)
  })
  let looked = 0
  for (const tenant of tenants)
    looked += await withTenant(pool, tenant, (tx) => triageArrivals(tx, { audit }, settings, nowMs()))
  return looked
}
