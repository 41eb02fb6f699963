/** Anomalies of entities and snapshots of their baselines, on their way to the lake. */
import { decodeAvro, encodeAvro } from './avro.ts'
import type { EntityType } from './entity-observation.ts'

export type Anomaly = {
  /** UUID, derived from the anomaly and its severity: a growing anomaly is reported again with a higher severity. */
  readonly row_id: string
  /** UUID, derived from tenant, entity, metric and hour. */
  readonly anomaly_id: string
  readonly tenant_id: string
  readonly entity_type: EntityType
  readonly entity: string
  readonly metric: string
  /** Beginning of the hour. */
  readonly time_ms: number
  readonly received_ms: number
  readonly observed: number
  /** Mean for the hour, in the unit of the metric. */
  readonly mean: number
  readonly stddev: number
  readonly z_score: number
  /** 0 to 1. */
  readonly tail_probability: number
  /** Hours that the baseline knows. */
  readonly samples: number
  /** OCSF: 3 medium to 5 critical. */
  readonly severity_id: number
  /** Some of the counted items. */
  readonly items: readonly string[]
  /** Uid of one event of the hour. */
  readonly event_uid: string
}

export type BaselineSnapshot = {
  readonly row_id: string
  readonly tenant_id: string
  readonly entity_type: EntityType
  readonly entity: string
  readonly metric: string
  /** Beginning of the last hour in it. */
  readonly time_ms: number
  readonly received_ms: number
  /** Mean for the next hour of the week. */
  readonly mean: number
  readonly stddev: number
  readonly samples: number
}

export type Anomalies = { readonly anomalies: readonly Anomaly[]; readonly baselines: readonly BaselineSnapshot[] }

export function encodeAnomalies(anomalies: Anomalies): Buffer {
  return encodeAvro('anomalies', anomalies)
}

export function decodeAnomalies(value: Buffer): Anomalies {
  return decodeAvro<Anomalies>('anomalies', value)
}
