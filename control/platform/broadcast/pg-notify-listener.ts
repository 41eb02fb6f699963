/** Wakes one waiter; a ring without a waiter wakes the next one at once. */
export type Bell = {
  ring(): void
  /** Resolves at the next ring, after `ms`, or when `stop` aborts. */
  wait(ms: number, stop: AbortSignal): Promise<void>
}

export function openBell(): Bell {
  let rung = false
  let wake: (() => void) | null = null
  const ring = () => {
    rung = true
    wake?.()
  }
  return {
    ring,
    async wait(ms, stop) {
      if (!rung && !stop.aborted) {
        const timer = setTimeout(ring, ms)
        stop.addEventListener('abort', ring)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
        stop.removeEventListener('abort', ring)
      }
      rung = false
      wake = null
    },
  }
}
