/** Bounds of honeytokens. */
export const HONEYTOKEN_LIMITS = {
  /** A tenant's own, revoked ones included. */
  tokens: 10_000,
  ttlDaysMax: 3650,
  /** Touches of one decoy that are kept one by one; all are counted. */
  touches: 10_000,
  /** Alerts of one decoy within a day; past it touches are kept and raise none. */
  alertsPerDay: 50,
  /** Within which a source that comes again is the same story. */
  sameSourceMs: 3_600_000,
  /** Touches that a process has seen and not yet written: decoys and ids that are none; past it one is lost, and logged. */
  pendingIds: 20_000,
  /** Of them with who came and how; past it they are counted. */
  pendingTouches: 10_000,
  /** Of their headers; past it touches are kept without. */
  pendingHeaderChars: 8_000_000,
  metadataBytes: 16_384,
  headers: 40,
  headerChars: 500,
  /** Of one notification, spread over some ten hours. */
  webhookTries: 10,
} as const
