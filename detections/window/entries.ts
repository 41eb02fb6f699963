/**
 * The matches a group holds, in the order of (time, uid). An index is a number for life: it does not move when older
 * entries are let go, only when an entry is inserted before it.
 */
import { assert } from '../../platform/assert.ts'
import { Columns, type Entry } from './columns.ts'

const NOT_CHANGED = -1
/** Let-go entries are cut off when they are half of the columns and at least so many: amortised, a cut is free. */
const CUT_MIN = 32

export class Entries {
  #columns = new Columns()
  /** Index of the first of the columns. */
  #base = 0
  #start = 0

  get first(): number {
    return this.#base + this.#start
  }

  /** One past the newest. */
  get end(): number {
    return this.#base + this.#columns.length
  }

  get size(): number {
    return this.#columns.length - this.#start
  }

  timeAt(index: number): number {
    const timeMs = this.#columns.times[index - this.#base]
    assert(timeMs !== undefined && index >= this.first, 'an entry is read while it is held')
    return timeMs
  }

  feedsAt(index: number): number {
    return this.#columns.feedsAt(index - this.#base)
  }

  valueAt(index: number): string | number | null {
    return this.#columns.valueAt(index - this.#base)
  }

  newestMs(): number {
    const { times } = this.#columns
    return times.length > 0 ? (times[times.length - 1] as number) : -1
  }

  /** Where it stands now, or -1 when it was there already. Known entries learn feeds they had not matched before. */
  insert(entry: Entry): number {
    const columns = this.#columns
    if (entry.timeMs > this.newestMs()) {
      columns.push(entry)
      return this.end - 1
    }
    const at = this.#placeOf(entry)
    if (columns.times[at] !== entry.timeMs || columns.uids[at] !== entry.uid) columns.insert(at, entry)
    else if ((columns.feedsAt(at) | entry.feeds) === columns.feedsAt(at)) return NOT_CHANGED
    else columns.addFeeds(at, entry.feeds)
    return this.#base + at
  }

  /** The first entry that is not older than `timeMs`; `end` when there is none. */
  from(timeMs: number): number {
    const { times } = this.#columns
    let low = this.#start
    let high = times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((times[middle] as number) >= timeMs) high = middle
      else low = middle + 1
    }
    return this.#base + low
  }

  /** Lets go of all entries before `index`. */
  dropTo(index: number): void {
    assert(index <= this.end, 'only what is there is let go')
    if (index <= this.first) return
    this.#start = index - this.#base
    if (this.#start < CUT_MIN || this.#start * 2 < this.#columns.length) return
    this.#columns = this.#columns.from(this.#start)
    this.#base = index
    this.#start = 0
  }

  /** Estimated, of the entries `from` to `to`. */
  bytes(from: number, to: number): number {
    return this.#columns.bytes(from - this.#base, to - this.#base)
  }

  slice(from: number, to: number): readonly Entry[] {
    const length = Math.max(0, to - from)
    return Array.from({ length }, (_, i) => this.#columns.at(from + i - this.#base))
  }

  /** Place in the columns of an entry, or the one that it would take. */
  #placeOf({ timeMs, uid }: Entry): number {
    const { uids } = this.#columns
    let low = this.from(timeMs) - this.#base
    let high = this.from(timeMs + 1) - this.#base
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((uids[middle] as string) >= uid) high = middle
      else low = middle + 1
    }
    return low
  }
}
