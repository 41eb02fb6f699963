/**
 * Memory that values are read into, and read into again once they are spent. Fresh memory is zeroed by the kernel page
 * by page, and buffers that come and go by the hundred megabytes make V8 stop and collect the whole heap to be rid of
 * them.
 *
 * bound   `SPARES_BYTES_MAX` kept; what is spent beyond that, or never, is left to the garbage collector
 */
import type { LogRecord } from '../driver.ts'

/** Smaller runs come out of a cursor's window, or are not worth it. */
const WORTH_BYTES = 64 * 1024
/** Capacities are multiples of it, so that a spare fits the next run. */
const STEP_BYTES = 2 ** 20
/** About one full range of the lake and what waits behind it. */
const SPARES_BYTES_MAX = 160 * 2 ** 20

export class ValueMemory {
  readonly #spares: ArrayBuffer[] = []
  #spareBytes = 0
  /** Of each piece of memory, how many values in it are not spent. */
  readonly #values = new WeakMap<ArrayBufferLike, number>()

  /** Memory for a run in which so many values will lie; what is in it is unknown. */
  take(bytes: number, values: number): Buffer {
    if (bytes < WORTH_BYTES) return Buffer.allocUnsafeSlow(bytes)
    const memory = this.#spare(bytes) ?? Buffer.allocUnsafeSlow(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES).buffer
    this.#values.set(memory, values)
    return Buffer.from(memory, 0, bytes)
  }

  /** Whoever looks at one of these values afterwards finds it empty, never another's bytes. */
  spent(records: readonly LogRecord[]): void {
    for (const { value } of records) {
      const memory = value.buffer
      const left = (this.#values.get(memory) ?? 0) - 1
      if (left > 0) this.#values.set(memory, left)
      else if (left === 0) this.#keep(memory as ArrayBuffer)
    }
  }

  /** The smallest that fits; a much larger one is left to a larger run. */
  #spare(bytes: number): ArrayBuffer | undefined {
    let best = -1
    for (const [i, { byteLength }] of this.#spares.entries()) {
      const fits = byteLength >= bytes && byteLength <= 2 * bytes + STEP_BYTES
      if (fits && byteLength < (this.#spares[best]?.byteLength ?? Number.POSITIVE_INFINITY)) best = i
    }
    const [spare] = best < 0 ? [] : this.#spares.splice(best, 1)
    this.#spareBytes -= spare?.byteLength ?? 0
    return spare
  }

  /** Moved into a new `ArrayBuffer`, without a copy, so that every view of the old one is of nothing. */
  #keep(memory: ArrayBuffer): void {
    this.#values.delete(memory)
    if (this.#spareBytes + memory.byteLength > SPARES_BYTES_MAX) return
    this.#spareBytes += memory.byteLength
    this.#spares.push(memory.transfer())
  }
}
