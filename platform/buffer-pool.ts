/**
 * A pool of buffers for reuse. The kernel zeroes fresh memory page by page, which costs more than filling it, and
 * hundreds of megabytes of short-lived buffers make V8 stop and collect the whole heap.
 *
 * bound   `bytesMax` of spare buffers; the garbage collector frees what is given back beyond that
 */

/** Sizes are multiples of this, so that a spare buffer fits later requests. */
const STEP_BYTES = 2 ** 18

export class SpareMemory {
  readonly #bytesMax: number
  readonly #spares: ArrayBuffer[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Returns a buffer of at least this many bytes; its content is arbitrary. */
  allocate(bytes: number): ArrayBuffer {
    const [spare] = this.#spares.splice(this.#fitting(bytes), 1)
    this.#bytes -= spare?.byteLength ?? 0
    return spare ?? Buffer.allocUnsafeSlow(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES).buffer
  }

  /**
   * Takes a buffer back. Its memory moves into another `ArrayBuffer` without a copy, so every old view becomes empty
   * and cannot show another user's bytes. A buffer that was given back before is empty, and ignored.
   */
  give(memory: ArrayBuffer): void {
    if (memory.byteLength === 0 || this.#bytes + memory.byteLength > this.#bytesMax) return
    this.#bytes += memory.byteLength
    this.#spares.push(memory.transfer())
  }

  /**
   * Index of the smallest buffer that is large enough; much larger ones are left for larger requests. The list's length
   * when none fits.
   */
  #fitting(bytes: number): number {
    let best = this.#spares.length
    for (const [i, { byteLength }] of this.#spares.entries()) {
      const fits = byteLength >= bytes && byteLength <= 2 * bytes + STEP_BYTES
      if (fits && byteLength < (this.#spares[best]?.byteLength ?? Number.POSITIVE_INFINITY)) best = i
    }
    return best
  }
}
