/**
 * anomalies: passes the baselines' anomalies to the notifications of each tenant's followers, a tenant's in one write.
 * A separate sink writes them to the lake.
 *
 * loses   nothing: while the store is unavailable the range is tried again and the lag grows
 */
import { type Anomaly, decodeAnomalies } from '../../../schemas/anomaly.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { Sink } from '../../../stream/run-sink.ts'

export type AnomaliesPort = {
  /** Notifies once of each anomaly, however often it is passed. Rejects when the write must be repeated. */
  publish(tenant: string, anomalies: readonly Anomaly[]): Promise<void>
}

export function anomaliesSink(port: AnomaliesPort): Sink {
  return {
    name: 'anomalies',
    inputs: [TOPICS.anomalies.name],
    weigh: ({ value }) => decodeAnomalies(value).anomalies.length,
    // An analyst may have the entity's page open.
    isAwaited: () => true,
    async write(records) {
      const anomalies = records.flatMap(({ value }) => decodeAnomalies(value).anomalies)
      for (const [tenant, own] of Map.groupBy(anomalies, ({ tenant_id }) => tenant_id)) await port.publish(tenant, own)
      return []
    },
  }
}
