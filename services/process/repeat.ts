/**
 * Does `work` every so often as long as the process runs, and not while it is still at it. A failure is the work's own to
 * tell; the next time comes all the same.
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
