/** Repeatable chance: mulberry32 (Tommy Ettinger, public domain), 32 bits of state, plenty for one simulated run. */
export class Random {
  #state: number

  constructor(seed: number) {
    // Neighbouring seeds must not give similar sequences.
    this.#state = Math.imul(seed ^ (seed >>> 16) ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b_79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }
}
