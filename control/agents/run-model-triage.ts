/** A model's words on what the rules have triaged, in any number of replicas. The rules never wait for it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'
import { pauseAfter } from '../../platform/pause-after.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { text } from '../../stores/postgres/columns.ts'
import { type Postgres, withOperator, withTenant } from '../../stores/postgres/pool.ts'
import { type AskDeps, askOfAlert } from './ask-of-alert.ts'

export type ModelTriageDeps = AskDeps & {
  /** Signs in as the owner: who has something to ask is looked up over all tenants. */
  readonly pool: Postgres
  readonly log: Log
  readonly nowMs: () => number
  readonly pollMs?: number
}

const POLL_MS = 1_000
/** Tenants that are asked for at once: a slow model of one does not keep the others waiting. */
const LANES = 8

/** Until `stop` aborts; what fails is tried again. */
export async function runModelTriage(deps: ModelTriageDeps, stop: AbortSignal): Promise<void> {
  let failures = 0
  while (!stop.aborted) {
    try {
      const asked = await modelTriageOnce(deps)
      failures = 0
      if (asked > 0) continue
    } catch (err) {
      failures++
      deps.log.warn({ err }, 'cannot ask models about alerts, retrying')
    }
    await delay(pauseAfter(failures, deps.pollMs ?? POLL_MS), undefined, { signal: stop }).catch(() => {})
  }
}

/** One alert of each tenant that has one. Gives how many alerts were brought on. */
export async function modelTriageOnce(deps: Omit<ModelTriageDeps, 'log'>): Promise<number> {
  const tenants = await withOperator(deps.pool, 'alerts that a model is to be asked about', (tx) => {
    const sql = /* sql */ `
      SELECT DISTINCT tenant_id FROM model_asks WHERE lease_until IS NULL OR lease_until <= $1 LIMIT 500`
    return tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [new Date(deps.nowMs())])
  })
  let asked = 0
  const lane = async () => {
    for (let tenant = tenants.shift(); tenant !== undefined; tenant = tenants.shift())
      asked += await askFor(deps, tenant)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return asked
}

function askFor({ pool, audit, models }: Omit<ModelTriageDeps, 'log'>, tenant: TenantId): Promise<number> {
  return askOfAlert((work) => withTenant(pool, tenant, work), { audit, models })
}
