export const PURPLE_LIMITS = {
  /**
   * Executions of a tenant that have not ended.
   * @bound open exercises of the purple team -> 409
   */
  openExecutions: 50,
  /** Seconds that a live execution waits for rules: what windows find may take minutes. */
  waitSecondsMin: 10,
  waitSecondsMax: 3_600,
  waitSeconds: 300,
  /** Once a rule that names the technique held, others get so long as well. */
  calmMs: 5_000,
  /**
   * Rules that a dry execution evaluates; further rules are counted in `left_out`.
   * @bound rules in a dry exercise -> the others are counted in `left_out`
   */
  dryRules: 200,
  /** Interval of the checks for the results of an execution, and so the precision of its times. */
  lookMs: 2_000,
  /** No other process takes an execution for so long. */
  leaseSeconds: 120,
  /** Times that one is begun, and does not get as far as a look. */
  attempts: 5,
  /**
   * Snapshots of a tenant that are kept; the oldest go.
   * @bound kept snapshots of coverage -> the oldest are deleted
   */
  snapshots: 500,
  /** Files of one import, and characters of a file. */
  filesOfImport: 50,
  fileChars: 262_144,
  /**
   * @bound an import of tests: files, characters in one, tests in one = {filesOfImport}; {fileChars}; {} -> 422, or
   * listed as refused
   */
  testsOfFile: 100,
  platformsOfTest: 10,
  argumentsOfTest: 50,
  prerequisitesOfTest: 20,
  /**
   * Imported tests of a tenant.
   * @bound imported tests -> 409
   */
  atomics: 2_000,
  /**
   * Host runs that have not started.
   * @bound host runs that have not started -> 409
   */
  openHostRuns: 50,
  /** A host run that is not begun by then is not run at all. */
  hostRunHours: 24,
  /** Seconds that the test itself, each prerequisite and the cleanup may take. */
  limitSeconds: 120,
  /** @bound time of a command on a host -> it is killed, and the cleanup runs */
  limitSecondsMax: 1_800,
  /**
   * Characters that are kept of the output of a command.
   * @bound output of a command on a host -> cut with a note
   */
  outputChars: 16_384,
  /** Processes in the report of a runner. */
  processes: 50,
  /** Contracts of one host run, and of a tenant that are not decided. */
  expectedOfRun: 20,
  /** @bound contracts of a tenant that are not decided -> 409 */
  openExpectations: 1_000,
  /** Seconds until the deadline of a contract. */
  withinSeconds: 600,
  withinSecondsMax: 604_800,
  /**
   * Schedules of a tenant, and rounds that are kept; the oldest go.
   * @bound schedules of exercises -> 409
   */
  schedules: 20,
  /** @bound kept rounds of scheduled exercises -> the oldest are deleted */
  rounds: 1_000,
  tabletops: 500,
  /** @bound tabletops of a tenant; steps of one = {tabletops}; {} -> 409; 422 */
  steps: 500,
} as const
