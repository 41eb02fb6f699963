/**
 * Every topic, in one table. The partition counts are those of a new installation; a running one keeps what it
 * started with, because a key must stay in its partition.
 */
export type TopicSpec = {
  readonly name: string
  readonly partitions: number
  /** What the partition is chosen by; also what order is promised within. */
  readonly key: string
  /** Avro schema of the value in `schemas/avro`. */
  readonly schema: string
  readonly compacted: boolean
}

export const TOPICS = {
  securityEvents: {
    name: 'security.events',
    partitions: 4,
    key: 'tenant + connector',
    schema: 'event-batch',
    compacted: false,
  },
  normalizedEvents: {
    name: 'svc.normalized_events',
    partitions: 2,
    key: 'tenant + primary entity',
    schema: 'normalized-events',
    compacted: false,
  },
  signals: { name: 'svc.signals', partitions: 2, key: 'tenant', schema: 'signals', compacted: false },
  alertDrafts: { name: 'svc.alert_drafts', partitions: 2, key: 'tenant', schema: 'alert-drafts', compacted: false },
  ruleMatches: {
    name: 'svc.rule_matches',
    partitions: 4,
    key: 'tenant + window + group, or + windows that feed each other',
    schema: 'rule-matches',
    compacted: false,
  },
  deadLetters: { name: 'svc.dead_letters', partitions: 1, key: 'tenant', schema: 'dead-letter', compacted: false },
  schemaDrift: { name: 'svc.schema_drift', partitions: 1, key: 'tenant', schema: 'schema-drift', compacted: false },
  ledger: { name: 'svc.ledger', partitions: 1, key: 'tenant + source', schema: 'ledger-entries', compacted: false },
  fusedAlerts: { name: 'svc.alerts.fused', partitions: 1, key: 'tenant', schema: 'alert-change', compacted: false },
  control: { name: 'svc.control', partitions: 1, key: 'tenant + kind + id', schema: 'control-change', compacted: true },
} as const satisfies Record<string, TopicSpec>
