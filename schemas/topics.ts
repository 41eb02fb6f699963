/**
 * Every topic in one table; `pipeline/topology.ts` lists its readers and writers. The partition counts are those of a
 * new installation; a running one keeps its counts, because a key must stay in its partition.
 */

/** The logs of an embedded instance, each with one writing process; see `stream/embedded`. */
export type LogName = 'ingest' | 'control' | 'alerts' | 'pipeline'

export type TopicSpec = {
  readonly name: string
  /** Partitions on brokers, when `security.events` has `PARTITIONS`. */
  readonly partitions: number
  /**
   * The embedded log always uses one partition: that keeps the lake's inserts large, and one process runs every stage
   * anyway.
   */
  readonly isOneEmbedded?: true
  readonly log: LogName
  /** The key selects the partition; order is guaranteed within one key. */
  readonly key: string
  /** Avro schema of the value in `schemas/avro`. */
  readonly schema: string
  readonly compacted: boolean
}

/** Partitions of `security.events`, unless an installation is created with another count. */
export const PARTITIONS = 4

export const TOPICS = {
  securityEvents: {
    name: 'security.events',
    partitions: PARTITIONS,
    log: 'ingest',
    key: 'tenant + connector',
    schema: 'event-batch',
    compacted: false,
  },
  normalizedEvents: {
    name: 'svc.normalized_events',
    partitions: 2,
    isOneEmbedded: true,
    log: 'pipeline',
    key: 'tenant + primary entity',
    schema: 'normalized-events',
    compacted: false,
  },
  signals: {
    name: 'svc.signals',
    partitions: 2,
    isOneEmbedded: true,
    log: 'pipeline',
    key: 'tenant',
    schema: 'signals',
    compacted: false,
  },
  alertDrafts: {
    name: 'svc.alert_drafts',
    partitions: 2,
    isOneEmbedded: true,
    log: 'pipeline',
    key: 'tenant',
    schema: 'alert-drafts',
    compacted: false,
  },
  ruleMatches: {
    name: 'svc.rule_matches',
    partitions: PARTITIONS,
    isOneEmbedded: true,
    log: 'pipeline',
    key: 'tenant + window + group, or + windows that feed each other',
    schema: 'rule-matches',
    compacted: false,
  },
  entityObservations: {
    name: 'svc.entity_observations',
    partitions: PARTITIONS,
    isOneEmbedded: true,
    log: 'pipeline',
    key: 'tenant + entity type + entity',
    schema: 'entity-observations',
    compacted: false,
  },
  anomalies: {
    name: 'svc.anomalies',
    partitions: 1,
    log: 'pipeline',
    key: 'none',
    schema: 'anomalies',
    compacted: false,
  },
  deadLetters: {
    name: 'svc.dead_letters',
    partitions: 1,
    log: 'pipeline',
    key: 'tenant',
    schema: 'dead-letter',
    compacted: false,
  },
  schemaDrift: {
    name: 'svc.schema_drift',
    partitions: 1,
    log: 'pipeline',
    key: 'tenant',
    schema: 'schema-drift',
    compacted: false,
  },
  ledger: {
    name: 'svc.ledger',
    partitions: 1,
    log: 'pipeline',
    key: 'tenant + source',
    schema: 'ledger-entries',
    compacted: false,
  },
  entityChanges: {
    name: 'svc.alerts.fused',
    partitions: 1,
    log: 'alerts',
    key: 'tenant',
    schema: 'entity-change',
    compacted: false,
  },
  control: {
    name: 'svc.control',
    partitions: 1,
    log: 'control',
    key: 'tenant + kind + id',
    schema: 'control-change',
    compacted: true,
  },
} as const satisfies Record<string, TopicSpec>
