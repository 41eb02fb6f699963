/**
 * anomalies: what the baselines found goes to where those who follow a tenant are told of it, each tenant's in one write.
 * The lake has them from a sink of its own.
 *
 * loses   nothing: while the store is away the range is tried again and the lag grows
 */
import { type Anomaly, decodeAnomalies } from '../../../schemas/anomaly.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { Sink } from '../../../stream/run-sink.ts'

export type AnomaliesPort = {
  /** Tells of each once, however often it is given. Rejects when the store may take them later. */
  tell(tenant: string, anomalies: readonly Anomaly[]): Promise<void>
}

export function anomaliesSink(port: AnomaliesPort): Sink {
  return {
    name: 'anomalies',
    inputs: [TOPICS.anomalies.name],
    weigh: ({ value }) => decodeAnomalies(value).anomalies.length,
    // Somebody may be looking at the entity.
    isAwaited: () => true,
    async write(records) {
      const anomalies = records.flatMap(({ value }) => decodeAnomalies(value).anomalies)
      for (const [tenant, own] of Map.groupBy(anomalies, ({ tenant_id }) => tenant_id)) await port.tell(tenant, own)
      return []
    },
  }
}
