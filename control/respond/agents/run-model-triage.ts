/** Sends alerts that rules have triaged to a model, in any number of replicas. The rules never wait for it. */
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Turn, Worker } from '../../../platform/workers.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import type { AskDeps } from './ask-deps.ts'
import { MODEL_ASKS } from './ask-queue.ts'
import { askOfAlert } from './run-alert-question.ts'

export type ModelTriageDeps = Omit<AskDeps, 'lake' | 'holding'> & {
  /** Undefined: there is no lake, and no event is shown. */
  readonly lake?: (tenant: TenantId) => Reader
  /** Signs in as the owner: who has something to ask is looked up over all tenants. */
  readonly pool: Postgres
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 1_000
/** Tenants that are served at once, so that a slow model of one does not delay the others. */
const LANES = 8
/** A turn lasts as long as its slowest model, so that further turns serve the other tenants meanwhile. */
const AT_ONCE = 4
/** Alerts of one tenant that are sent to its model at once: a model that hangs occupies no more turns. */
const OF_TENANT_MAX = 2

/** Asks models about alerts that rules have triaged. */
export function modelTriageWorkers(deps: ModelTriageDeps): Worker[] {
  const once = async ({ stop }: Turn) => (await modelTriageOnce(deps, stop)) > 0
  const oldestSeconds = () => MODEL_ASKS.oldestSeconds(deps.pool)
  return [{ name: 'model triage', everyMs: deps.pollMs ?? POLL_MS, once, atOnce: AT_ONCE, oldestSeconds }]
}

/** Asks about one alert of each tenant that has one. Gives the number of alerts that were brought on. */
export async function modelTriageOnce(deps: ModelTriageDeps, stop?: AbortSignal): Promise<number> {
  const tenants = await withOperator(deps.pool, 'alerts that a model is to be asked about', (tx) => {
    const sql = /* sql */ `
      SELECT tenant_id FROM model_asks GROUP BY tenant_id
      HAVING count(*) FILTER (WHERE lease_until IS NULL OR lease_until <= $1) > 0
        AND count(*) FILTER (WHERE lease IS NOT NULL AND lease_until > $1) < $2
      ORDER BY min(queued_at), tenant_id LIMIT 500`
    return tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [new Date(deps.nowMs()), OF_TENANT_MAX])
  })
  let calls = 0
  const lane = async () => {
    for (let tenant = tenants.shift(); tenant !== undefined; tenant = tenants.shift())
      calls += await askFor(deps, tenant, stop)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return calls
}

function askFor(deps: ModelTriageDeps, tenant: TenantId, stop: AbortSignal | undefined): Promise<number> {
  const { pool, lake, audit, models, closeFrom, escalateFrom = null, log } = deps
  return askOfAlert((work) => withTenant(pool, tenant, work), {
    audit,
    models,
    closeFrom,
    escalateFrom,
    holding: { pool, log, ...(stop && { stop }) },
    lake: lake?.(tenant) ?? null,
  })
}
