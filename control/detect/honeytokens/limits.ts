/** Bounds of honeytokens. */
export const HONEYTOKEN_LIMITS = {
  /** A tenant's own, revoked ones included. */
  tokens: 10_000,
  ttlDaysMax: 3650,
  /** Assets that get a decoy in one request. */
  planted: 200,
  /** Touches of one decoy that are kept one by one; all are counted. */
  touches: 10_000,
  /** Alerts of one decoy within a day; past it touches are kept and raise none. */
  alertsPerDay: 50,
  /** Time within which a source that comes again is the same story. */
  sameSourceMs: 3_600_000,
  /**
   * Ids of touches not yet written, known and unknown ones; further ones are dropped with a log line.
   * @bound ids of honeytoken touches that wait to be written -> lost, logged and counted
   */
  pendingIds: 20_000,
  /**
   * Pending touches that keep their source and request; past it touches are only counted.
   * @bound honeytoken touches that wait with their source -> further ones are only counted
   */
  pendingTouches: 10_000,
  /**
   * Characters of the headers of pending touches; past it touches are kept without headers.
   * @bound headers of honeytoken touches that wait -> further touches are stored without headers
   */
  pendingHeaderChars: 8_000_000,
  /**
   * Entries of the ignore list, and the widest networks of one.
   * @bound ignored sources of honeytokens; days of one = {}; {ignoredDaysMax} -> 409; 422
   */
  ignores: 200,
  ignoredBitsOfV4: 8,
  ignoredBitsOfV6: 32,
  ignoredDaysMax: 365,
  /**
   * Time within which the marked touch of a self-test has to come.
   * @bound duration of a self-test of honeytokens -> a later touch counts as real
   */
  selfTestSeconds: 900,
  metadataBytes: 16_384,
  headers: 40,
  headerChars: 500,
  /** Tries of one notification, spread over some ten hours. */
  webhookTries: 10,
} as const
