/**
 * The matches that a group holds, ordered by (time, uid). An index stays valid: dropping older entries does not change
 * it, only inserting an entry before it does.
 */
import { assert } from '../../platform/assert.ts'
import { BLOCK_ENTRIES, Blocks } from './blocks.ts'
import { Columns, type Entry } from './columns.ts'

const NOT_CHANGED = -1
/**
 * Dropped entries are cut off when they are half of the columns and at least this many, so that cuts cost nothing on
 * average.
 */
const CUT_MIN = 32

export class Entries {
  /** Entries before the columns; null in a group with few entries, as nearly all are. */
  #older: Blocks | null = null
  #columns = new Columns()
  /** Index of the first entry in the columns. */
  #base = 0
  #first = 0

  get first(): number {
    return this.#first
  }

  /** One past the newest. */
  get end(): number {
    return this.#base + this.#columns.length
  }

  get size(): number {
    return this.end - this.#first
  }

  timeAt(index: number): number {
    const timeMs = this.#of(index).times[this.#placeOf(index)]
    assert(timeMs !== undefined && index >= this.#first, 'an entry is read while it is held')
    return timeMs
  }

  feedsAt(index: number): number {
    return this.#of(index).feedsAt(this.#placeOf(index))
  }

  valueAt(index: number): string | number | null {
    return this.#of(index).valueAt(this.#placeOf(index))
  }

  newestMs(): number {
    return this.#columns.newestMs()
  }

  /**
   * Returns the entry's index, or -1 when it already existed. An existing entry gets the feeds that it had not matched
   * before.
   */
  insert(entry: Entry): number {
    if (entry.timeMs > this.newestMs()) {
      this.#columns.push(entry)
      this.#putAway()
      return this.end - 1
    }
    const at = this.#indexFor(entry)
    if (at === this.end || this.timeAt(at) !== entry.timeMs || this.#uidAt(at) !== entry.uid) this.#insertAt(at, entry)
    else if ((this.feedsAt(at) | entry.feeds) === this.feedsAt(at)) return NOT_CHANGED
    else this.#of(at).addFeeds(this.#placeOf(at), entry.feeds)
    return at
  }

  /** The first entry that is not older than `timeMs`; `end` when there is none. */
  from(timeMs: number): number {
    const older = this.#older ? this.#older.from(timeMs, this.#first) : this.#base
    if (older < this.#base) return older
    return this.#base + this.#columns.from(timeMs, Math.max(0, this.#first - this.#base))
  }

  /** Drops all entries before `index`. */
  dropTo(index: number): void {
    assert(index <= this.end, 'only what is there is let go')
    if (index <= this.#first) return
    this.#first = index
    this.#dropBlocks()
    const letGo = index - this.#base
    if (letGo < CUT_MIN || letGo * 2 < this.#columns.length) return
    this.#columns = this.#columns.part(letGo)
    this.#base = index
  }

  /** Estimated, of the entries `from` to `to`. */
  bytes(from: number, to: number): number {
    let bytes = 0
    for (const [columns, low, high] of this.#parts(from, to)) bytes += columns.bytes(low, high)
    return bytes
  }

  slice(from: number, to: number): readonly Entry[] {
    const length = Math.max(0, to - from)
    return Array.from({ length }, (_, i) => this.#of(from + i).at(this.#placeOf(from + i)))
  }

  #of(index: number): Columns {
    return index >= this.#base || !this.#older ? this.#columns : this.#older.of(index)
  }

  #placeOf(index: number): number {
    return index >= this.#base || !this.#older ? index - this.#base : this.#older.placeOf(index)
  }

  #uidAt(index: number): string {
    return this.#of(index).uids[this.#placeOf(index)] as string
  }

  #insertAt(index: number, entry: Entry): void {
    if (this.#older && index < this.#base) {
      this.#older.insert(index, entry)
      this.#base++
      this.#dropBlocks()
      return
    }
    this.#columns.insert(index - this.#base, entry)
    this.#putAway()
  }

  /**
   * Turns the older half of columns that are too long into a block. Less than half of them was dropped, otherwise they
   * would have been cut.
   */
  #putAway(): void {
    if (this.#columns.length <= 2 * BLOCK_ENTRIES) return
    this.#older ??= new Blocks(this.#base)
    this.#older.add(this.#columns.part(0, BLOCK_ENTRIES))
    this.#columns = this.#columns.part(BLOCK_ENTRIES)
    this.#base += BLOCK_ENTRIES
  }

  /**
   * Applies also to blocks that were split: the newest entry of a block is always held, even when its first ones are
   * dropped.
   */
  #dropBlocks(): void {
    if (this.#older && !this.#older.dropTo(this.#first)) this.#older = null
  }

  *#parts(from: number, to: number): Generator<readonly [columns: Columns, from: number, to: number]> {
    if (this.#older) yield* this.#older.parts(from, to)
    if (to > this.#base) yield [this.#columns, Math.max(0, from - this.#base), to - this.#base]
  }

  /** The index of an entry, or the one at which it would be inserted. */
  #indexFor({ timeMs, uid }: Entry): number {
    let low = this.from(timeMs)
    let high = this.from(timeMs + 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#uidAt(middle) >= uid) high = middle
      else low = middle + 1
    }
    return low
  }
}
