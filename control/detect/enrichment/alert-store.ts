/** Stores the enrichment of an alert from its arrival, or from the last request for it. */

import { int, type Row, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Alert } from '../../soc/alerts/index.ts'
import { type Entity, entityOf } from './entity.ts'
import { ENRICHMENT_LIMITS, type Enriched } from './fan-out.ts'

export type AlertEnrichment = {
  readonly entities: readonly Enriched[]
  /** Entities past the limit, which were not looked up. */
  readonly left_out: number
  readonly enriched_at: Date
}

/** Entities that the alert names, each once, and how many more there were than are enriched. */
export function entitiesOf({ affectedIps, affectedHosts, affectedUsers }: Alert) {
  const named = [
    ...affectedIps.map((value) => entityOf('ip', value)),
    ...affectedHosts.map((value) => entityOf('host', value)),
    ...affectedUsers.map((value) => entityOf('user', value)),
  ].filter((entity): entity is Entity => entity !== null)
  const all = [...new Map(named.map((one) => [`${one.kind}/${one.value}`, one])).values()]
  const entities = all.slice(0, ENRICHMENT_LIMITS.entities)
  return { entities, leftOut: all.length - entities.length }
}

export async function saveEnrichment(
  tx: TenantTx,
  alertId: string,
  { entities, left_out, enriched_at }: AlertEnrichment,
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO alert_enrichments (alert_id, entities, left_out, enriched_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, alert_id) DO UPDATE SET entities = EXCLUDED.entities, left_out = EXCLUDED.left_out,
      enriched_at = EXCLUDED.enriched_at`
  await tx.run(sql, [alertId, JSON.stringify(entities), left_out, enriched_at])
}

export function enrichmentOfAlert(tx: TenantTx, alertId: string): Promise<AlertEnrichment | null> {
  const sql = /* sql */ `SELECT entities, left_out, enriched_at FROM alert_enrichments WHERE alert_id = $1`
  const read = (row: Row) => ({
    entities: row.entities as readonly Enriched[],
    left_out: int(row, 'left_out'),
    enriched_at: time(row, 'enriched_at'),
  })
  return tx.maybeOne(read, sql, [alertId])
}
