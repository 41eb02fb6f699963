/**
 * Limits of connectors. Past a limit a request is refused with an error that names it, or a poll ends and reports it.
 */
export const CONNECTOR_LIMITS = {
  /**
   * Connectors of a tenant.
   * @bound a tenant's connectors -> 409
   */
  connectors: 200,
  intervalSecondsMin: 30,
  intervalSecondsMax: 86_400,
  intervalSecondsDefault: 300,
  /**
   * Default for how late an event may appear at its source. Polls overlap by this time: the same event has the same id
   * and is stored once.
   */
  lateSeconds: 300,
  /** A source without new events is polled from its newest event on, and from no longer ago than this. */
  quietHours: 24,
  /** Time span of the first poll. */
  firstHours: 24,
  requestMs: 30_000,
  /** Term of a lease, after which another process takes over from a dead one. A running poll renews it. */
  leaseSeconds: 30,
  /** @bound size of a response to a poll -> the poll ends and reports it */
  answerBytes: 32 * 1024 * 1024,
  /**
   * Polls of a connector that are kept.
   * @bound kept polls of a connector -> the oldest are deleted
   */
  polls: 200,
  /** Longest wait between failing polls: it doubles each time. */
  backoffSecondsMax: 3600,
} as const
