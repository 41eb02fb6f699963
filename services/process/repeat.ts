/**
 * Runs `work` at an interval as long as the process runs, and never twice at the same time. `work` reports its own
 * failures; the interval continues after one.
 */
export function repeat(everyMs: number, work: () => Promise<void>): void {
  let isAtIt = false
  setInterval(() => {
    if (isAtIt) return
    isAtIt = true
    void work()
      .catch(() => undefined)
      .finally(() => {
        isAtIt = false
      })
  }, everyMs).unref()
}
