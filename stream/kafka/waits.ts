/**
 * A call of the client that waits for a record holds a thread of libuv's pool, which has few, and files and commits need
 * them too. So many may wait; where all of those do, a caller looks again and again. A wait costs nothing until it ends,
 * a look some 0.1 ms: an instance on Kafka has about forty consumers, of which most have nothing to say.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/** Between two looks. */
const LOOK_MS = 32

export class Waits {
  #free: number

  /** `max` calls at a time; with 0 all look. */
  constructor(max: number) {
    this.#free = max
  }

  /**
   * Resolves when `call`, which waits for `ms` at most, says that something came, or when it is time to look again. A
   * call that fails at once, as it does without a broker, is not repeated at once.
   */
  async within(ms: number, call: (ms: number) => Promise<boolean>): Promise<void> {
    const until = performance.now() + Math.min(ms, LOOK_MS)
    if (this.#free > 0 && (await this.#hold(ms, call))) return
    const leftMs = until - performance.now()
    if (leftMs > 0) await sleep(leftMs)
  }

  async #hold(ms: number, call: (ms: number) => Promise<boolean>): Promise<boolean> {
    this.#free--
    try {
      return await call(ms)
    } finally {
      this.#free++
    }
  }
}
