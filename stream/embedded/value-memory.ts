/**
 * Memory for the values that are read, which is reused once all its values are spent.
 *
 * bound   `SPARES_BYTES_MAX` of spare memory; the garbage collector frees the rest, and values that are never spent
 */
import { SpareMemory } from '../../platform/buffer-pool.ts'
import type { LogRecord } from '../driver.ts'

/** Smaller ones are left to the garbage collector. */
const WORTH_BYTES = 16 * 1024
/**
 * Two full ranges of the lake sink: pieces have many sizes, and a range seldom fits into the memory of the one before.
 */
const SPARES_BYTES_MAX = 256 * 2 ** 20

export class ValueMemory {
  readonly #spares = new SpareMemory(SPARES_BYTES_MAX)
  /** Number of unspent values, by piece of memory. */
  readonly #values = new WeakMap<ArrayBufferLike, number>()

  /** Returns memory for a run that will hold this many values; its content is arbitrary. */
  allocate(bytes: number, values: number): Buffer {
    if (bytes < WORTH_BYTES) return Buffer.allocUnsafeSlow(bytes)
    const memory = this.#spares.allocate(bytes)
    this.#values.set(memory, values)
    return Buffer.from(memory, 0, bytes)
  }

  /** A later read of one of these values finds it empty, never filled with another value's bytes. */
  spent(records: readonly LogRecord[]): void {
    for (const { value } of records) {
      const memory = value.buffer
      const left = (this.#values.get(memory) ?? 0) - 1
      if (left > 0) this.#values.set(memory, left)
      else if (left === 0) {
        this.#values.delete(memory)
        this.#spares.give(memory as ArrayBuffer)
      }
    }
  }
}
