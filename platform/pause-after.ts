const PAUSE_MS_MAX = 2_000

/** How long to wait after so many failures in a row: twice as long each time from the second on, and 2 s at most. */
export function pauseAfter(failures: number, firstMs: number): number {
  return Math.max(firstMs, Math.min(PAUSE_MS_MAX, firstMs * 2 ** Math.max(0, failures - 1)))
}
