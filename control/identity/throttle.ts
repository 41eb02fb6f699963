import { AppError } from '../../platform/errors.ts'

/**
 * Slows down guessing: one counter of failures an account and one a source address. Who may not try now learns how long
 * to wait. An account that does not exist is counted like one that does.
 */
export type LoginThrottle = {
  /**
   * Counts an attempt as failed before it is judged, so that attempts at the same moment cannot share one guess.
   * Throws `rate_limited` with the wait when it is too early, and counts nothing then.
   */
  attempt(account: string, source: string): Promise<void>
  /** Clears the account's counter, and takes this attempt, but no earlier failure, off the source's. */
  succeeded(account: string, source: string): Promise<void>
}

/** What one counter allows. Failures are forgotten `WINDOW_MS` after the last of them. */
export type Allowance = {
  /** Failures after which each further attempt has to wait: 2 s, then twice as long each time, 60 s at most. */
  readonly delayAfter: number
  /** Failures after which nothing is tried until the window has passed. */
  readonly lockAfter: number
}

export const WINDOW_MS = 900_000
export const DELAY_MIN_MS = 2_000
export const DELAY_MAX_MS = 60_000
export const ACCOUNT: Allowance = { delayAfter: 5, lockAfter: 10 }
/** Many people may share an address: six times as much. */
export const SOURCE: Allowance = { delayAfter: 30, lockAfter: 60 }

/** How long after the last failure the next attempt is allowed, in milliseconds. */
export function pauseMs(failures: number, { delayAfter, lockAfter }: Allowance): number {
  if (failures >= lockAfter) return WINDOW_MS
  if (failures < delayAfter) return 0
  return Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** (failures - delayAfter))
}

export function tooEarly(waitMs: number): AppError {
  return new AppError('rate_limited', 'too many failed sign-ins; try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
