/** Enriches alerts on arrival, so that an analyst who opens one sees the enrichment of its entities at once. */
import type { Log } from '../../../platform/log.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type Postgres, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import {
  type Alert,
  alertOrNull,
  arrivedAlerts,
  putBackArrival,
  takeArrivals,
  tenantsWithArrivals,
} from '../../soc/alerts/index.ts'
import { entitiesOf, saveEnrichment } from './alert-store.ts'
import type { Enrichment } from './fan-out.ts'

export type EnrichmentDeps = {
  readonly pool: Postgres
  readonly enrichment: Enrichment
  readonly log: Log
  readonly nowMs: () => number
}

const EVERY_MS = 2_000
/** Alerts of one tenant in a turn: tenants take turns. */
const ALERTS_OF_TENANT = 4

export function enrichmentWorkers(deps: EnrichmentDeps): Worker[] {
  const once = async () => {
    const tenants = await withOperator(deps.pool, 'alerts to enrich', (tx) => tenantsWithArrivals(tx, 'enrichment'))
    const counts = []
    for (const tenant of tenants) counts.push(await enrichArrivals(deps, tenant))
    return counts.some((count) => count === ALERTS_OF_TENANT)
  }
  return [{ name: 'enrichment of alerts', everyMs: EVERY_MS, once }]
}

/**
 * Returns the number of arrivals that are done. Alerts leave the queue before the lookups, because these take seconds; a
 * failed one is queued again. If the process dies meanwhile, the alert is enriched at the next request for it.
 */
async function enrichArrivals(deps: EnrichmentDeps, tenant: TenantId): Promise<number> {
  const { pool, log } = deps
  const [ids, alerts] = await withTenant(pool, tenant, async (tx) => {
    const newAlerts = await takeArrivals(tx, 'enrichment', ALERTS_OF_TENANT)
    return [newAlerts, await arrivedAlerts(tx, newAlerts)] as const
  })
  const outcomes = await Promise.allSettled(alerts.map((alert) => enrichAlert(deps, tenant, alert)))
  let failed = 0
  for (const [n, { id }] of alerts.entries()) {
    const outcome = outcomes[n]
    if (outcome?.status !== 'rejected') continue
    failed++
    log.error({ err: outcome.reason, tenant, alert: id }, 'alert enrichment failed, retrying')
    await withTenant(pool, tenant, (tx) => putBackArrival(tx, 'enrichment', id))
  }
  return ids.length - failed
}

async function enrichAlert(deps: EnrichmentDeps, tenant: TenantId, alert: Alert): Promise<void> {
  const { pool, enrichment, nowMs } = deps
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(pool, tenant, work)
  const { entities, leftOut } = entitiesOf(alert)
  const call = { tenant, inTenant, nowMs: nowMs() }
  // An alert without entities is marked as done too.
  const enriched = entities.length === 0 ? [] : await enrichment.enrich(call, entities)
  const found = { entities: enriched, left_out: leftOut, enriched_at: new Date(call.nowMs) }
  await inTenant(async (tx) => {
    const present = await alertOrNull(tx, alert.id)
    if (present === null) return
    if (present.id === alert.id) return saveEnrichment(tx, alert.id, found)
    // It became part of another alert during the lookups, which has more entities than were looked up.
    await putBackArrival(tx, 'enrichment', present.id)
  })
}
