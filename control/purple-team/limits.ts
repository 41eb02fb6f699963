export const PURPLE_LIMITS = {
  /** Executions of a tenant that have not ended. */
  openExecutions: 50,
  /** Seconds that a live execution waits for rules: what windows find may take minutes. */
  waitSecondsMin: 10,
  waitSecondsMax: 3_600,
  waitSeconds: 300,
  /** Once a rule that names the technique held, others get so long as well. */
  calmMs: 5_000,
  /** Rules that a dry execution tries; what is beyond is counted `left_out`. */
  dryRules: 200,
  /** Interval of the looks for the results of an execution, and so the precision of its times. */
  lookMs: 2_000,
  /** No other process takes an execution for so long. */
  leaseSeconds: 120,
  /** Times that one is begun, and does not get as far as a look. */
  attempts: 5,
  /** Snapshots of a tenant that are kept; the oldest go. */
  snapshots: 500,
  tabletops: 500,
  steps: 500,
} as const
