/**
 * The latest fingerprints of one source, 128 bits each; the oldest is dropped first. A ring holds them in order of
 * arrival, an open-addressing table finds them; both double in size until `max`. They are numbered from the source's
 * beginning, so that pages of the ring can be stored and overwritten by number.
 *
 * bound   `max` fingerprints, 24 bytes each
 * loses   past `max`, the oldest fingerprints: an old duplicate may pass
 */
import { assert } from '../../../../platform/assert.ts'

const START = 64

export class Fingerprints {
  /** Four words a fingerprint, at `number % capacity`. */
  #ring = new Uint32Array(START * 4)
  /** 1 + index in the ring, 0 for a free entry; twice the capacity, so that probing stays short. */
  #table = new Int32Array(START * 2)
  #capacity = START
  readonly #max: number
  /** Numbers of the oldest held fingerprint, and of the next one to be added. */
  #first = 0
  #next = 0

  constructor(max: number, first = 0) {
    assert(max >= START && (max & (max - 1)) === 0, 'the bound is a power of two')
    this.#max = max
    this.#first = first
    this.#next = first
  }

  get first(): number {
    return this.#first
  }

  get next(): number {
    return this.#next
  }

  get size(): number {
    return this.#next - this.#first
  }

  get bytes(): number {
    return this.#ring.byteLength + this.#table.byteLength
  }

  /** Adds the fingerprint; returns false when it was already present. */
  add(uid: Uint32Array): boolean {
    const a = uid[0] as number
    const b = uid[1] as number
    const c = uid[2] as number
    const d = uid[3] as number
    if (this.#find(a, b, c, d) >= 0) return false
    if (this.size === this.#capacity) this.#makeRoom()
    const place = this.#next % this.#capacity
    const ring = this.#ring
    ring[place * 4] = a
    ring[place * 4 + 1] = b
    ring[place * 4 + 2] = c
    ring[place * 4 + 3] = d
    this.#insert(place)
    this.#next++
    return true
  }

  /** The number of a held fingerprint; -1 when it is not held. */
  numberOf(uid: Uint32Array): number {
    const at = this.#find(uid[0] as number, uid[1] as number, uid[2] as number, uid[3] as number)
    if (at < 0) return -1
    const place = (this.#table[at] as number) - 1
    const behindFirst = (place - (this.#first % this.#capacity) + this.#capacity) % this.#capacity
    return this.#first + behindFirst
  }

  /** Fingerprints `from` to `to` by number, as bytes. */
  slice(from: number, to: number): Buffer {
    return Buffer.from(this.#words(from, to).buffer)
  }

  /** The fingerprints in the ring: one piece, or two when they wrap around its end. */
  #words(from: number, to: number): Uint32Array<ArrayBuffer> {
    const words = new Uint32Array((to - from) * 4)
    const start = (from % this.#capacity) * 4
    const head = this.#ring.subarray(start, Math.min(start + words.length, this.#ring.length))
    words.set(head)
    words.set(this.#ring.subarray(0, words.length - head.length), head.length)
    return words
  }

  #find(a: number, b: number, c: number, d: number): number {
    const mask = this.#table.length - 1
    for (let at = a & mask; ; at = (at + 1) & mask) {
      const entry = this.#table[at] as number
      if (entry === 0) return -1
      const word = (entry - 1) * 4
      const ring = this.#ring
      if (ring[word + 1] === b && ring[word] === a && ring[word + 2] === c && ring[word + 3] === d) return at
    }
  }

  #insert(place: number): void {
    const mask = this.#table.length - 1
    let at = (this.#ring[place * 4] as number) & mask
    while (this.#table[at] !== 0) at = (at + 1) & mask
    this.#table[at] = place + 1
  }

  #makeRoom(): void {
    if (this.#capacity < this.#max) this.#double()
    else this.#forgetOldest()
  }

  #double(): void {
    const words = this.#words(this.#first, this.#next)
    this.#capacity *= 2
    this.#ring = new Uint32Array(this.#capacity * 4)
    this.#table = new Int32Array(this.#capacity * 2)
    const start = (this.#first % this.#capacity) * 4
    const head = words.subarray(0, this.#ring.length - start)
    this.#ring.set(head, start)
    this.#ring.set(words.subarray(head.length))
    for (let number = this.#first; number < this.#next; number++) this.#insert(number % this.#capacity)
  }

  #forgetOldest(): void {
    const word = (this.#first % this.#capacity) * 4
    const ring = this.#ring
    const at = this.#find(
      ring[word] as number,
      ring[word + 1] as number,
      ring[word + 2] as number,
      ring[word + 3] as number,
    )
    assert(at >= 0, 'every fingerprint in the ring is in the table')
    this.#free(at)
    this.#first++
  }

  /** Closes the gap, so that probing never has to step over removed entries. */
  #free(gap: number): void {
    const mask = this.#table.length - 1
    let hole = gap
    for (let at = (gap + 1) & mask; this.#table[at] !== 0; at = (at + 1) & mask) {
      const home = (this.#ring[((this.#table[at] as number) - 1) * 4] as number) & mask
      const isBetween = hole <= at ? home > hole && home <= at : home > hole || home <= at
      if (isBetween) continue
      this.#table[hole] = this.#table[at] as number
      hole = at
    }
    this.#table[hole] = 0
  }
}
