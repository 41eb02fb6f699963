/** Judges what waits to be judged, for every tenant that has something. */
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { RecordAct } from '../../platform/acting/index.ts'
import { judgeRisks } from './judge-risk.ts'

export type WatchRiskDeps = {
  /** Signs in as the owner, because it looks for changed entities over all tenants. */
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly log: Log
  readonly nowMs: () => number
}

const POLL_MS = 1000

/** Judges entity risk. A tenant that fails is retried with the next pass and delays no other tenant. */
export function riskWorkers(deps: WatchRiskDeps): Worker[] {
  const once: Worker['once'] = async ({ stop }) => {
    if (!(await watchRiskOnce(deps, stop))) throw new Error('the entity risk of a tenant cannot be judged')
    return false
  }
  return [{ name: 'entity risk', everyMs: POLL_MS, once }]
}

/** False: that of some tenant could not be judged. */
export async function watchRiskOnce({ pool, audit, log, nowMs }: WatchRiskDeps, stop?: AbortSignal): Promise<boolean> {
  let isWell = true
  for (const tenant of await waiting(pool)) {
    if (stop?.aborted) break
    await withTenant(pool, tenant, (tx) => judgeRisks(tx, { audit }, nowMs())).catch((err) => {
      isWell = false
      log.warn({ err, tenant }, 'cannot compute the entity risk of a tenant')
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
