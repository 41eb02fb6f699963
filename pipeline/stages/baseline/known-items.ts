/**
 * The items seen for an entity, as a Bloom filter of fixed size: with more than some 400 items it is too full to
 * answer.
 */
const BITS = 2048
export const KNOWN_BYTES = BITS / 8
const HASHES = 3
/** Above this share of set bits a new item is too often reported as known. */
const FULL = 0.6

export class KnownItems {
  readonly bytes: Buffer
  #set = 0

  constructor(bytes: Buffer = Buffer.alloc(KNOWN_BYTES)) {
    this.bytes = bytes
    for (const byte of bytes) for (let rest = byte; rest > 0; rest &= rest - 1) this.#set++
  }

  /** True when the filter is too full: it would report every item as known. */
  get isFull(): boolean {
    return this.#set > FULL * BITS
  }

  has(fingerprint: number): boolean {
    for (let n = 0; n < HASHES; n++) {
      const bit = bitOf(fingerprint, n)
      if (((this.bytes[bit >> 3] as number) & (1 << (bit & 7))) === 0) return false
    }
    return true
  }

  add(fingerprint: number): void {
    for (let n = 0; n < HASHES; n++) {
      const bit = bitOf(fingerprint, n)
      const byte = this.bytes[bit >> 3] as number
      if ((byte & (1 << (bit & 7))) !== 0) continue
      this.bytes[bit >> 3] = byte | (1 << (bit & 7))
      this.#set++
    }
  }
}

function bitOf(fingerprint: number, n: number): number {
  return (fingerprint + Math.imul(n, (fingerprint >>> 16) | 1)) & (BITS - 1)
}
