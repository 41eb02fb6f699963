/**
 * Memory that is done with, to be filled again: fresh memory is zeroed by the kernel page by page, which costs more than
 * what is written into it, and buffers that come and go by the hundred megabytes make V8 stop and collect the whole heap
 * to be rid of them.
 *
 * bound   `bytesMax` of spares; what is given beyond that is left to the garbage collector
 */

/** Sizes are multiples of it, so that a spare fits the next who asks. */
const STEP_BYTES = 2 ** 18

export class SpareMemory {
  readonly #bytesMax: number
  readonly #spares: ArrayBuffer[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** At least so many bytes; what is in them is unknown. */
  take(bytes: number): ArrayBuffer {
    const [spare] = this.#spares.splice(this.#fitting(bytes), 1)
    this.#bytes -= spare?.byteLength ?? 0
    return spare ?? Buffer.allocUnsafeSlow(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES).buffer
  }

  /**
   * Moved into another `ArrayBuffer`, without a copy: every view of this one is empty from now on, so that nobody who
   * kept one reads another's bytes. What was given before is empty, and let go by.
   */
  give(memory: ArrayBuffer): void {
    if (memory.byteLength === 0 || this.#bytes + memory.byteLength > this.#bytesMax) return
    this.#bytes += memory.byteLength
    this.#spares.push(memory.transfer())
  }

  /** Index of the smallest that is large enough; a much larger one is left to who needs it. Behind the last if none is. */
  #fitting(bytes: number): number {
    let best = this.#spares.length
    for (const [i, { byteLength }] of this.#spares.entries()) {
      const fits = byteLength >= bytes && byteLength <= 2 * bytes + STEP_BYTES
      if (fits && byteLength < (this.#spares[best]?.byteLength ?? Number.POSITIVE_INFINITY)) best = i
    }
    return best
  }
}
