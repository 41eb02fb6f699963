/** Bounds of notifications. */
export const NOTIFY_LIMITS = {
  /**
   * Maximum receivers of one notification; the receipt says how many were left out.
   * @bound receivers of a notification -> the others are left out
   */
  receivers: 200,
  titleChars: 400,
  bodyChars: 5_000,
  /**
   * Messages to one receiver over one channel within `burstMs`; past it they become one message with a count.
   * @bound messages to a receiver = {} in {burstMs}, then one in {digestEveryMs} with a count -> held back and combined
   */
  burst: 10,
  burstMs: 5 * 60_000,
  /** Time between two such messages. */
  digestEveryMs: 60_000,
  /** Notifications that one message lists; the others are in its count. */
  digested: 500,
  digestShown: 20,
  /**
   * Time since queueing after which a message has failed.
   * @bound time of retries of a message -> failed with its reason
   */
  retryForMs: 60 * 60_000,
  retryMaxMs: 60_000,
  /** Lease of an attempt: another process takes over after it. */
  leaseMs: 90_000,
  /** @bound age of receipts of notifications -> they are deleted */
  keptDays: 90,
} as const
