/**
 * Maps a true predicate to the programs that it makes candidates: a flat hash table, since most predicates select none.
 */
export class Triggers {
  private readonly slots: Int32Array
  private readonly mask: number
  /** Lists of programs, each ended by -1. */
  readonly lists: Int32Array

  constructor(byPredicate: ReadonlyMap<number, readonly number[]>) {
    this.mask = 2 ** Math.ceil(Math.log2(byPredicate.size * 2 + 2)) - 1
    this.slots = new Int32Array((this.mask + 1) * 2).fill(-1)
    const lists: number[] = []
    for (const [predicate, programs] of byPredicate) {
      let slot = hash(predicate) & this.mask
      while ((this.slots[slot * 2] as number) >= 0) slot = (slot + 1) & this.mask
      this.slots[slot * 2] = predicate
      this.slots[slot * 2 + 1] = lists.length
      for (const program of programs) lists.push(program)
      lists.push(-1)
    }
    this.lists = Int32Array.from(lists)
  }

  /** Start of a predicate's list; -1 when it has none. */
  listOf(predicate: number): number {
    const { slots, mask } = this
    for (let slot = hash(predicate) & mask; ; slot = (slot + 1) & mask) {
      const found = slots[slot * 2] as number
      if (found === predicate) return slots[slot * 2 + 1] as number
      if (found < 0) return -1
    }
  }
}

function hash(predicate: number): number {
  return Math.imul(predicate, 0x9e3779b1) >>> 7
}
