/** Bounds of connectors. Past one of them a request is refused with the bound, or a poll ends and says why. */
export const CONNECTOR_LIMITS = {
  /** Of a tenant. */
  connectors: 200,
  intervalSecondsMin: 30,
  intervalSecondsMax: 86_400,
  intervalSecondsDefault: 300,
  /**
   * How long after its own time an event may appear at its source, where the source's table says nothing else. So much is
   * asked for again: the same event has the same id and is taken once.
   */
  lateSeconds: 300,
  /** A source that gave nothing new is asked from its newest event on, and from no longer ago than this. */
  quietHours: 24,
  /** How far back the first poll asks. */
  firstHours: 24,
  requestMs: 30_000,
  /** Until another process takes over what a dead one polled. A running poll renews it. */
  leaseSeconds: 30,
  renewSeconds: 5,
  answerBytes: 32 * 1024 * 1024,
  /** Polls of a connector that are kept. */
  polls: 200,
  /** Between polls that fail: doubled each time up to this. */
  backoffSecondsMax: 3600,
} as const
