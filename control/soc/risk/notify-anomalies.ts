/** Publishes anomalies of baselines to subscribers of the tenant. */
import type { Anomaly } from '../../../schemas/anomaly.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { publishChanges } from '../../platform/acting/index.ts'

/** An anomaly for subscribers, with the fields of `GET /ueba/anomalies`. */
export type AnomalyNotification = {
  readonly id: string
  readonly entity_id: string
  readonly entity_type: Anomaly['entity_type']
  readonly metric_name: string
  readonly observed_value: number
  readonly baseline_mean: number
  readonly baseline_stddev: number
  readonly z_score: number
  /** OCSF: 3 medium to 5 critical. */
  readonly severity_id: number
  readonly detected_at: string
}

/**
 * Publishes each anomaly once, however often it is written: published ids are stored in the same transaction. Returns
 * the number of new ones.
 */
export async function notifyAnomalies(tx: TenantTx, anomalies: readonly Anomaly[]): Promise<number> {
  const byRow = new Map(anomalies.map((anomaly) => [anomaly.row_id, anomaly]))
  if (byRow.size === 0) return 0
  const fresh = new Set(await tx.many((row) => text(row, 'row_id'), REMEMBER, [[...byRow.keys()].sort()]))
  await tx.run(/* sql */ `DELETE FROM told_anomalies WHERE told_at < clock_timestamp() - interval '7 days'`)
  const freshAnomalies = [...byRow.values()].filter(({ row_id }) => fresh.has(row_id))
  await publishChanges(tx, 'anomaly_detected', freshAnomalies.map(notificationOf))
  return freshAnomalies.length
}

const REMEMBER = /* sql */ `
  INSERT INTO told_anomalies (row_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING row_id`

function notificationOf(anomaly: Anomaly): AnomalyNotification {
  return {
    id: anomaly.anomaly_id,
    entity_id: anomaly.entity,
    entity_type: anomaly.entity_type,
    metric_name: anomaly.metric,
    observed_value: anomaly.observed,
    baseline_mean: anomaly.mean,
    baseline_stddev: anomaly.stddev,
    z_score: anomaly.z_score,
    severity_id: anomaly.severity_id,
    detected_at: new Date(anomaly.time_ms).toISOString(),
  }
}
