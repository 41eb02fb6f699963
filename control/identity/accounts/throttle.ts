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
 * Slows down guessing without letting anyone lock an account out from elsewhere. Failures are counted
 *
 * - from a known device: only under the account and that device;
 * - from an address with a recent sign-in to the account: only under the account and that address, so that others
 * behind the same address cannot lock it out;
 * - from any other address: under the account and that address, under the address for all accounts, and under the
 * account for all addresses. The last counter only slows, so that many addresses together guess about once a minute.
 */
export type LoginThrottle = {
  /**
   * Counts an attempt as failed before it is checked, so that simultaneous attempts cannot share one guess. Throws
   * `rate_limited` with the wait when it is too early; nothing is counted then.
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

/** Failures that one counter allows. A counter is reset `WINDOW_MS` after its last failure. */
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
/** How long an address stays known to an account after a sign-in from it. */
export const KNOWN_MS = 30 * 86_400_000

/**
 * Key of the failure counters: an e-mail address with the named tenant. So a person with an account of the same address
 * in another tenant can neither clear these counters nor make an address known here.
 */
export function accountKey(email: string, tenant: string | undefined): string {
  return `${email}\0${tenant ?? ''}`
}

/** Milliseconds after the last failure until the next attempt is allowed. */
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
