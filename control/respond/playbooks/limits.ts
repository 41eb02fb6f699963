/** Limits of playbooks. Beyond a limit a document is refused, or a run ends with the reason. */
export const PLAYBOOK_LIMITS = {
  /**
   * A tenant's own.
   * @bound a tenant's playbooks -> 409
   */
  playbooks: 500,
  /** @bound steps of a playbook -> 422 */
  steps: 100,
  /**
   * Elements that a step is done for.
   * @bound list elements that a step is done for -> the others are left out
   */
  elements: 100,
  /**
   * Steps of one run, repeated ones included.
   * @bound executed steps of a run of a playbook -> the run fails
   */
  executed: 1000,
  /**
   * Playbooks that start one another.
   * @bound playbooks that start one another -> the step fails
   */
  depth: 5,
  everyMinutesMin: 5,
  everyMinutesMax: 7 * 1440,
  waitSecondsMax: 30 * 86_400,
  approvalSecondsMax: 7 * 86_400,
  /** Time for an immediate step, after which another process may take over the run. */
  stepMs: 60_000,
  /** Time after the end of a wait until the run is given up. */
  graceMs: 5 * 60_000,
  retries: 5,
  backoffSecondsMax: 30,
  /**
   * Runs of one tenant that have not ended.
   * @bound open runs of playbooks of a tenant -> 429
   */
  openRuns: 20_000,
  textChars: 4000,
  /** Length of a value that keeps its type, as JSON. */
  valueChars: 16_000,
  /** Length of the body of an http step, filled in. */
  bodyChars: 64_000,
  documentBytes: 256 * 1024,
  secrets: 200,
  hooks: 200,
  hookRunsPerMinute: 120,
  hookBodyBytes: 64 * 1024,
  /** Maximum size of a response to an http step, and the length that the run stores. */
  answerBytes: 1 << 20,
  answerKeptChars: 16_000,
} as const
