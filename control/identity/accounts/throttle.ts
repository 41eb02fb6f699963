import { AppError } from '../../../platform/errors.ts'

/** An attempt to sign in: the account, the device and the address. */
export type Attempt = {
  /** Key of the account, made by `accountKey`. An account that does not exist is counted like one that does. */
  readonly account: string
  /** The address of the request. */
  readonly source: string
  /** A device on which this account was signed in to before, proven by its token; null for any other. */
  readonly device: string | null
}

/**
 * Slows down guessing without letting anybody lock an account out from elsewhere. Failures are counted
 *
 * - of a known device, under the account and that device, and nowhere else;
 * - of an address that the account was signed in to from lately, under the account and that address, and nowhere else, so
 *   that nobody who shares the address keeps it out;
 * - of any other address, under the account and that address, under the address whatever the account, and under the
 *   account wherever they come from: this one only slows, so that many addresses together guess about once a minute.
 */
export type LoginThrottle = {
  /**
   * Counts an attempt as failed before it is judged, so that attempts at the same moment cannot share one guess.
   * Throws `rate_limited` with the wait when it is too early, and counts nothing then.
   */
  attempt(attempt: Attempt): Promise<Allowed>
}

/** An attempt that may be judged. */
export type Allowed = {
  /**
   * Clears the counter of the account there, takes this attempt, but no earlier failure, off the others, and remembers
   * the address for the account.
   */
  succeeded(): Promise<void>
}

/** Failures that one counter allows. They are forgotten `WINDOW_MS` after the last of them. */
export type Allowance = {
  /** Failures after which each further attempt has to wait: 2 s, then twice as long each time, 60 s at most. */
  readonly delayAfter: number
  /** Failures after which nothing is tried until the window has passed; null: it never comes to that. */
  readonly lockAfter: number | null
}

export const WINDOW_MS = 900_000
export const DELAY_MIN_MS = 2_000
export const DELAY_MAX_MS = 60_000
/** Failures of an account on one device or from one address. */
export const ACCOUNT: Allowance = { delayAfter: 5, lockAfter: 10 }
/** Many people may share an address: six times as much. */
export const SOURCE: Allowance = { delayAfter: 30, lockAfter: 60 }
/** Failures of an account from all addresses that it does not know. */
export const ELSEWHERE: Allowance = { delayAfter: 20, lockAfter: null }
/** How long an address is known to an account after a sign-in from there. */
export const KNOWN_MS = 30 * 86_400_000

/**
 * Key under which failures are counted: an e-mail address with the tenant that was named. Whoever has an account of
 * the same address in a tenant of their own thus clears, and makes known, nothing of another tenant's.
 */
export function accountKey(email: string, tenant: string | undefined): string {
  return `${email}\0${tenant ?? ''}`
}

/** How long after the last failure the next attempt is allowed, in milliseconds. */
export function pauseMs(failures: number, { delayAfter, lockAfter }: Allowance): number {
  if (lockAfter !== null && failures >= lockAfter) return WINDOW_MS
  if (failures < delayAfter) return 0
  return Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** (failures - delayAfter))
}

export function tooEarly(waitMs: number): AppError {
  return new AppError('rate_limited', 'too many failed sign-ins; try again later', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
