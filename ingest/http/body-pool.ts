import type { Hold } from './in-flight.ts'

/** Larger bodies are not pooled. */
const POOLED_BYTES_MAX = 2 * 1024 * 1024
const POOLED_BUFFERS_MAX = 32

/**
 * Memory for bodies, reused once a request has settled: a good part of the cost of receiving a body is the kernel's
 * zeroing of fresh pages. Only correct when `append` keeps no reference to a buffer.
 */
export class BodyPool {
  readonly #free: Buffer[] = []
  readonly #isOn: boolean

  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  /** Joins the chunks into one buffer, which belongs to the request until `hold` frees its bytes. */
  gather(chunks: readonly Buffer[], size: number, hold: Hold): Buffer {
    if (!this.#isOn || size > POOLED_BYTES_MAX) return Buffer.concat(chunks, size)
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(POOLED_BYTES_MAX)
    let at = 0
    for (const chunk of chunks) at += chunk.copy(buffer, at)
    hold.whenFree(() => {
      if (this.#free.length < POOLED_BUFFERS_MAX) this.#free.push(buffer)
    })
    return buffer.subarray(0, size)
  }
}
