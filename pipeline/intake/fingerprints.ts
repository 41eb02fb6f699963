/**
 * The last fingerprints of one source, 128 bits each, oldest out first. A ring holds them in order of arrival, an open
 * table finds them; both double until `max`. Numbered from the source's beginning, so that pages of the ring can be
 * stored and overwritten by number.
 *
 * bound   `max` fingerprints, 24 bytes each
 * loses   past `max`, the memory of the oldest: an old duplicate may pass
 */
import { assert } from '../../platform/assert.ts'

const START = 64

export class Fingerprints {
  /** Four words a fingerprint, at `number % capacity`. */
  #ring = new Uint32Array(START * 4)
  /** 1 + place in the ring, 0 is free; twice the capacity, so that probing stays short. */
  #table = new Int32Array(START * 2)
  #capacity = START
  readonly #max: number
  /** Numbers of the oldest one held, and of the next to come. */
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

  /** False when it was there already; otherwise it is now. */
  add(uid: Uint32Array): boolean {
    if (this.#find(uid[0] as number, uid[1] as number, uid[2] as number, uid[3] as number) >= 0) return false
    if (this.size === this.#capacity) this.#makeRoom()
    const place = this.#next % this.#capacity
    this.#ring.set(uid, place * 4)
    this.#insert(place)
    this.#next++
    return true
  }

  /** Fingerprints `from` to `to` by number, as bytes. */
  slice(from: number, to: number): Buffer {
    const words = new Uint32Array((to - from) * 4)
    for (let number = from; number < to; number++) {
      const at = (number % this.#capacity) * 4
      words.set(this.#ring.subarray(at, at + 4), (number - from) * 4)
    }
    return Buffer.from(words.buffer)
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
    const words = new Uint32Array(this.slice(this.#first, this.#next).buffer)
    this.#capacity *= 2
    this.#ring = new Uint32Array(this.#capacity * 4)
    this.#table = new Int32Array(this.#capacity * 2)
    for (let i = 0; i < words.length; i += 4) {
      const place = (this.#first + i / 4) % this.#capacity
      this.#ring.set(words.subarray(i, i + 4), place * 4)
      this.#insert(place)
    }
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
    assert(at >= 0, 'what the ring holds, the table finds')
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
