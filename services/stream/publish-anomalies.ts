/** Writes anomalies for subscribers of a tenant to the outbox in Postgres, one transaction for each tenant. */
import { notifyAnomalies } from '../../control/soc/risk/index.ts'
import type { AnomaliesPort } from '../../pipeline/sinks/anomalies/sink.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { tenantId } from '../../platform/tenant.ts'
import type { Anomaly } from '../../schemas/anomaly.ts'
import { type Postgres, withTenant } from '../../stores/postgres/pool.ts'
import { writeTakeable } from './row-faults.ts'

export function publishAnomalies(pool: Postgres, metrics: Metrics, log: Log): AnomaliesPort {
  const announced = metrics.counter('svc_told_anomalies_total', 'anomaly notifications sent')
  const refused = metrics.counter(
    'svc_told_anomalies_refused_total',
    'anomaly notifications dropped: rejected by Postgres',
  )
  return {
    publish(tenant, anomalies) {
      const notify = async (some: readonly Anomaly[]) =>
        announced.inc(await withTenant(pool, tenantId(tenant), (tx) => notifyAnomalies(tx, some)))
      return writeTakeable(anomalies, notify, ({ anomaly_id: anomaly }, err) => {
        refused.inc(1)
        log.error({ err, tenant, anomaly }, 'anomaly notification dropped: rejected by Postgres')
      })
    },
  }
}
