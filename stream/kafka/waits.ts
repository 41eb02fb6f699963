/**
 * Limits the calls that wait for records: each blocks a thread of libuv's pool, which has few, and files and commits
 * need them too. Up to `max` calls may wait; beyond that a caller polls. A wait costs nothing until it ends, a poll
 * some 0.1 ms. An instance on Kafka has about forty consumers, most of them idle.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/** Interval of polls. */
const LOOK_MS = 32

export class Waits {
  #free: number

  /** Up to `max` calls wait at a time; with 0 every caller polls. */
  constructor(max: number) {
    this.#free = max
  }

  /**
   * Resolves when `call`, which waits for `ms` at most, reports that something arrived, or when the next poll is due. A
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
