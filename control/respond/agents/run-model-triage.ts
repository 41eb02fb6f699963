/** A model's words on what the rules have triaged, in any number of replicas. The rules never wait for it. */
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { AskDeps } from './ask-deps.ts'
import { askOfAlert } from './ask-of-alert.ts'

export type ModelTriageDeps = Omit<AskDeps, 'lake'> & {
  /** Left out: there is none, and no event is shown. */
  readonly lake?: (tenant: TenantId) => Reader
  /** Signs in as the owner: who has something to ask is looked up over all tenants. */
  readonly pool: Postgres
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 1_000
/** Tenants that are asked for at once: a slow model of one does not keep the others waiting. */
const LANES = 8

/** Asks models about alerts that rules have triaged. */
export function modelTriageWorkers(deps: ModelTriageDeps): Worker[] {
  const once = async () => (await modelTriageOnce(deps)) > 0
  return [{ name: 'model triage', everyMs: deps.pollMs ?? POLL_MS, once }]
}

/** Asks about one alert of each tenant that has one. Gives the number of alerts that were brought on. */
export async function modelTriageOnce(deps: ModelTriageDeps): Promise<number> {
  const tenants = await withOperator(deps.pool, 'alerts that a model is to be asked about', (tx) => {
    const sql = /* sql */ `
      SELECT DISTINCT tenant_id FROM model_asks WHERE lease_until IS NULL OR lease_until <= $1 LIMIT 500`
    return tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [new Date(deps.nowMs())])
  })
  let calls = 0
  const lane = async () => {
    for (let tenant = tenants.shift(); tenant !== undefined; tenant = tenants.shift())
      calls += await askFor(deps, tenant)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return calls
}

function askFor(
  { pool, lake, audit, models, closeFrom, escalateFrom = null }: ModelTriageDeps,
  tenant: TenantId,
): Promise<number> {
  return askOfAlert((work) => withTenant(pool, tenant, work), {
    ...{ audit, models, closeFrom, escalateFrom },
    lake: lake?.(tenant) ?? null,
  })
}
