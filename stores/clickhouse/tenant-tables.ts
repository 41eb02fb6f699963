/** Every table with a `tenant_id`: the filter of a tenant's reads names each of them. A test compares it with the engine. */
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
