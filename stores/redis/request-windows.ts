/** Requests of a caller in the minute that began with the first of them. */
export type WindowCount = {
  /** This one included. */
  readonly count: number
  /** Until the window ends and the count begins again, rounded up. */
  readonly resetSeconds: number
}

/**
 * Counts requests in fixed windows, which tell a caller exactly how many are left and when the count restarts; a token
 * bucket cannot. At the border of two windows twice the limit may pass within a moment.
 */
export interface RequestWindows {
  count(key: string): Promise<WindowCount>
}

export const WINDOW_MS = 60_000
