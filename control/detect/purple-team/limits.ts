export const PURPLE_LIMITS = {
  /** Executions of a tenant that have not ended. */
  openExecutions: 50,
  /** Seconds that a live execution waits for rules: what windows find may take minutes. */
  waitSecondsMin: 10,
  waitSecondsMax: 3_600,
  waitSeconds: 300,
  /** Once a rule that names the technique held, others get so long as well. */
  calmMs: 5_000,
  /** Rules that a dry execution evaluates; further rules are counted in `left_out`. */
  dryRules: 200,
  /** Interval of the checks for the results of an execution, and so the precision of its times. */
  lookMs: 2_000,
  /** No other process takes an execution for so long. */
  leaseSeconds: 120,
  /** Times that one is begun, and does not get as far as a look. */
  attempts: 5,
  /** Snapshots of a tenant that are kept; the oldest go. */
  snapshots: 500,
  /** Files of one import, and characters of a file. */
  filesOfImport: 50,
  fileChars: 262_144,
  testsOfFile: 100,
  platformsOfTest: 10,
  argumentsOfTest: 50,
  prerequisitesOfTest: 20,
  /** Imported tests of a tenant. */
  atomics: 2_000,
  /** Host runs that have not started. */
  openHostRuns: 50,
  /** A host run that is not begun by then is not run at all. */
  hostRunHours: 24,
  /** Seconds that the test itself, each prerequisite and the cleanup may take. */
  limitSeconds: 120,
  limitSecondsMax: 1_800,
  /** Characters that are kept of the output of a command. */
  outputChars: 16_384,
  /** Processes in the report of a runner. */
  processes: 50,
  /** Contracts of one host run, and of a tenant that are not decided. */
  expectedOfRun: 20,
  openExpectations: 1_000,
  /** Seconds until the deadline of a contract. */
  withinSeconds: 600,
  withinSecondsMax: 604_800,
  /** Schedules of a tenant, and rounds that are kept; the oldest go. */
  schedules: 20,
  rounds: 1_000,
  tabletops: 500,
  steps: 500,
} as const
