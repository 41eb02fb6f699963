/** Every table with a `tenant_id`: each needs a row policy. A test compares the list with the engine. */
export const TENANT_TABLES = [
  'events',
  'signals',
  'ledger',
  'dead_letters',
  'schema_drift',
  'rule_costs',
  'anomalies',
  'baselines',
  'observables',
  'archived_rows',
] as const
