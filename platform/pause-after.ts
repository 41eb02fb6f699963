const PAUSE_MS_MAX = 2_000

/** How long to wait after so many failures in a row, at least one: twice as long each time, and 2 s at most. */
export function pauseAfter(failures: number, firstMs: number): number {
  return Math.max(firstMs, Math.min(PAUSE_MS_MAX, firstMs * 2 ** (failures - 1)))
}
