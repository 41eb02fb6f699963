/** Judges what waits to be judged, for every tenant that has something. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'
import { pauseAfter } from '../../platform/pause-after.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { text } from '../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../stores/postgres/pool.ts'
import type { RecordAct } from '../acting/index.ts'
import { judgeRisks } from './judge-risk.ts'

export type WatchRiskDeps = {
  /** Signs in as the owner: which tenants have something to judge is asked over all of them. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly log: Log
  readonly nowMs: () => number
}

const POLL_MS = 1000

/** Until `stop` aborts. A tenant whose risks cannot be judged is tried with the next turn, and holds up no other. */
export async function watchRisk(deps: WatchRiskDeps, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    try {
      failures = (await watchRiskOnce(deps, stop)) ? 0 : failures + 1
    } catch (err) {
      failures++
      deps.log.warn({ err }, 'risks of entities cannot be judged, retrying')
    }
    await delay(pauseAfter(failures, POLL_MS), undefined, { signal: stop }).catch(() => {})
  }
}

/** False: that of some tenant could not be judged. */
export async function watchRiskOnce({ pool, audit, log, nowMs }: WatchRiskDeps, stop?: AbortSignal): Promise<boolean> {
  let isWell = true
  for (const tenant of await waiting(pool)) {
    if (stop?.aborted) break
    await withTenant(pool, tenant, (tx) => judgeRisks(tx, { audit }, nowMs())).catch((err) => {
      isWell = false
      log.warn({ err, tenant }, 'the risk of entities of a tenant cannot be judged')
    })
  }
  return isWell
}

function waiting(pool: Postgres): Promise<TenantId[]> {
  const sql = /* sql */ `
    SELECT tenant_id FROM risk_due UNION SELECT tenant_id FROM entity_risks WHERE alert_id IS NOT NULL`
  return withOperator(pool, 'tenants with risks to judge', (tx) =>
    tx.many((row) => tenantId(text(row, 'tenant_id')), sql),
  )
}
