/** The clock of the runtime's loops, for ages, back-offs and metrics. A stage must never base a decision on it. */
export type Clock = {
  /** Monotonic milliseconds from an arbitrary start. */
  now(): number
  /** Resolves after `ms`, or as soon as `stop` aborts. */
  wait(ms: number, stop: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (ms, stop) =>
    new Promise((resolve) => {
      if (stop.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        stop.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      stop.addEventListener('abort', done)
    }),
}
