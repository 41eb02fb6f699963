/**
 * The clock by which the cost of rules is judged. A thread that waits for its turn on a busy machine, or that a container's
 * limit of CPU or a virtual machine pauses, spends nothing: by the clock on the wall its rules would be stopped for it.
 */

/** A shorter time counts as it is, because reading the CPU time of a thread costs as much as several evaluations. */
const DOUBTFUL_MS = 2

export class RuleClock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Milliseconds of CPU that this thread has used. */
  readonly #cpuMs: () => number
  #markedMs: number

  constructor(now?: () => number, cpuMs?: () => number) {
    this.now = now ?? (() => performance.now())
    this.#cpuMs = cpuMs ?? now ?? threadCpuMs
    this.#markedMs = this.#cpuMs()
  }

  /** Call it before every few evaluations: a long time counts at most as the CPU that was used since. */
  mark(): void {
    this.#markedMs = this.#cpuMs()
  }

  /** Milliseconds since a result of `now`, without a pause of the thread. */
  since(startedAt: number): number {
    const ms = this.now() - startedAt
    return ms < DOUBTFUL_MS ? ms : Math.min(ms, this.#cpuMs() - this.#markedMs)
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
