import { assert } from '../../../../platform/assert.ts'
import { kernelMaker } from '../../../../platform/kernel/kernel-maker.ts'

type Exports = {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  seeds(): number
  hashes(): number
  base(): number
  hash(from: number, length: number): void
}

const PAGE_BYTES = 1 << 16
/**
 * A body up to this size is copied once for all its events, a larger one event by event; no event may be larger than
 * this.
 */
export const ROOM_BYTES = 2 << 20

const make = kernelMaker<Exports>(new URL('uid-kernel.wasm', import.meta.url))

/** Hashes ranges of bodies under two seeds: see `uid-kernel.as`. */
export class UidKernel {
  /** Two 64-bit hashes, low word first. */
  readonly hashes: Uint32Array
  readonly #exports: Exports
  readonly #seeds: BigUint64Array
  readonly #bytes: Uint8Array
  #body: Buffer | null = null
  #pair: readonly [bigint, bigint] | null = null

  constructor() {
    assert(make, 'this processor runs WebAssembly')
    const exports = make()
    this.#exports = exports
    exports.memory.grow(ROOM_BYTES / PAGE_BYTES)
    const { buffer } = exports.memory
    this.hashes = new Uint32Array(buffer, exports.hashes(), 4)
    this.#seeds = new BigUint64Array(buffer, exports.seeds(), 2)
    this.#bytes = new Uint8Array(buffer, exports.base())
  }

  /**
   * Writes the result into `hashes`. The body must not change between calls for its ranges, and no range may exceed
   * `ROOM_BYTES`.
   */
  hash(body: Buffer, start: number, end: number, pair: readonly [bigint, bigint]): void {
    if (pair !== this.#pair) {
      this.#seeds.set(pair)
      this.#pair = pair
    }
    this.#exports.hash(this.#bytes.byteOffset + this.#load(body, start, end), end - start)
  }

  /** Copies the range if needed, and returns its offset in `#bytes`. */
  #load(body: Buffer, start: number, end: number): number {
    if (body === this.#body) return start
    const isSmall = body.length <= ROOM_BYTES
    this.#body = isSmall ? body : null
    this.#bytes.set(isSmall ? body : body.subarray(start, end))
    return isSmall ? start : 0
  }
}
