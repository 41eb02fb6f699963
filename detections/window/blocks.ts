/**
 * Full blocks of a group with many entries, oldest first, so that a late entry only moves entries of its block and not
 * all later ones. An index is that of `Entries`.
 */
import type { Columns, Entry } from './columns.ts'

/** Entries from which on columns become a block; a block that grew to twice as many is split. */
export const BLOCK_ENTRIES = 1024

export class Blocks {
  readonly #blocks: Columns[] = []
  /** Index of the first entry of each block, and one past the last entry. */
  readonly #bounds: number[]
  /** The last block read; reads are mostly of neighbours. */
  #last = 0

  constructor(begin: number) {
    this.#bounds = [begin]
  }

  get end(): number {
    return this.#bounds[this.#blocks.length] as number
  }

  add(block: Columns): void {
    this.#bounds.push(this.end + block.length)
    this.#blocks.push(block)
  }

  /** Drops the blocks that end at or before `index`; returns false when none is left. */
  dropTo(index: number): boolean {
    let count = 0
    while (count < this.#blocks.length && (this.#bounds[count + 1] as number) <= index) count++
    if (count > 0) {
      this.#blocks.splice(0, count)
      this.#bounds.splice(0, count)
      this.#last = 0
    }
    return this.#blocks.length > 0
  }

  insert(index: number, entry: Entry): void {
    const n = this.#blockOf(index)
    const block = this.#blocks[n] as Columns
    block.insert(index - (this.#bounds[n] as number), entry)
    for (let later = n + 1; later < this.#bounds.length; later++)
      this.#bounds[later] = 1 + (this.#bounds[later] as number)
    if (block.length < 2 * BLOCK_ENTRIES) return
    this.#blocks.splice(n, 1, block.part(0, BLOCK_ENTRIES), block.part(BLOCK_ENTRIES))
    this.#bounds.splice(n + 1, 0, (this.#bounds[n] as number) + BLOCK_ENTRIES)
  }

  /** The first entry from `first` on that is not older than `timeMs`; `end` when there is none. */
  from(timeMs: number, first: number): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#blocks[middle] as Columns).newestMs() >= timeMs) high = middle
      else low = middle + 1
    }
    const begin = this.#bounds[low] as number
    return begin + (this.#blocks[low]?.from(timeMs, Math.max(0, first - begin)) ?? 0)
  }

  /** Yields each block that holds any of the entries `from` to `to`, and the range in it. */
  *parts(from: number, to: number): Generator<readonly [block: Columns, from: number, to: number]> {
    for (const [n, block] of this.#blocks.entries()) {
      const begin = this.#bounds[n] as number
      if (begin < to && begin + block.length > from)
        yield [block, Math.max(0, from - begin), Math.min(block.length, to - begin)]
    }
  }

  /** The block that holds an entry; `placeOf` gives the position in it. */
  of(index: number): Columns {
    return this.#blocks[this.#blockOf(index)] as Columns
  }

  placeOf(index: number): number {
    return index - (this.#bounds[this.#blockOf(index)] as number)
  }

  #blockOf(index: number): number {
    const bounds = this.#bounds
    if (index >= (bounds[this.#last] as number) && index < (bounds[this.#last + 1] as number)) return this.#last
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((bounds[middle] as number) <= index) low = middle
      else high = middle - 1
    }
    this.#last = low
    return low
  }
}
