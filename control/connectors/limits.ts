/** Bounds of connectors. Past one of them a request is refused with the bound, or a poll ends and says why. */
export const CONNECTOR_LIMITS = {
  /** Of a tenant. */
  connectors: 200,
  intervalSecondsMin: 30,
  intervalSecondsMax: 86_400,
  intervalSecondsDefault: 300,
  /** What is asked for again, for events that appear late: the same event has the same id and is taken once. */
  lookbackSeconds: 300,
  /** How far back the first poll asks. */
  firstHours: 24,
  requestMs: 30_000,
  /** Until another process takes a poll over. */
  leaseSeconds: 300,
  answerBytes: 32 * 1024 * 1024,
  /** Polls of a connector that are kept. */
  polls: 200,
  /** Between polls that fail: doubled each time up to this. */
  backoffSecondsMax: 3600,
} as const
