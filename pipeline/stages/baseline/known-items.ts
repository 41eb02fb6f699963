/** The items that an entity was seen with, as a Bloom filter of fixed size: past some 400 it is too full to tell. */
const BITS = 2048
export const KNOWN_BYTES = BITS / 8
const HASHES = 3
/** Beyond this share of bits an item that is new is too often taken for known. */
const FULL = 0.6

export class KnownItems {
  readonly bytes: Buffer
  #set = 0

  constructor(bytes: Buffer = Buffer.alloc(KNOWN_BYTES)) {
    this.bytes = bytes
    for (const byte of bytes) for (let rest = byte; rest > 0; rest &= rest - 1) this.#set++
  }

  /** Nothing is new to it any more, and nothing can be said. */
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
