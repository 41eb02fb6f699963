import type { Hold } from './in-flight.ts'

/** Bodies above this get memory of their own. */
const POOLED_BYTES_MAX = 2 * 1024 * 1024
const POOLED_BUFFERS_MAX = 32

/**
 * Memory for bodies, used again once a request has settled. A good part of what receiving a body costs is
 * touching fresh pages; a pooled buffer has been touched before. Only sound when the append keeps nothing.
 */
export class BodyPool {
  readonly #free: Buffer[] = []
  readonly #isOn: boolean

  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  /** One buffer of all chunks. It belongs to the request until `hold` frees its bytes. */
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
