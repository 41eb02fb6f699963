/** Time as the loops of the runtime see it: ages, back-offs, figures. Never for a decision of a stage. */
export type Clock = {
  /** Milliseconds from any beginning, never going back. */
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
