/**
 * The matches a group holds, in the order of (time, uid). An index is a number for life: it does not move when older
 * entries are let go, only when an entry is inserted before it.
 */
import { assert } from '../../platform/assert.ts'

export type Entry = {
  readonly timeMs: number
  readonly uid: string
  /** Bit n: matched feed n. */
  feeds: number
  /** What is measured: text for distinct counts, a number for the others, null for neither. */
  readonly value: string | number | null
  readonly carry: readonly (string | null)[]
}

const NOT_CHANGED = -1
/** Let-go entries are cut off when they are half of the array and at least so many: amortised, a cut is free. */
const CUT_MIN = 32

export class Entries {
  #list: Entry[] = []
  /** Times of the entries, side by side: most questions are about time alone and read nothing else. */
  #times: number[] = []
  /** Index of `#list[0]`. */
  #base = 0
  #start = 0

  get first(): number {
    return this.#base + this.#start
  }

  /** One past the newest. */
  get end(): number {
    return this.#base + this.#list.length
  }

  get size(): number {
    return this.#list.length - this.#start
  }

  at(index: number): Entry {
    const entry = this.#list[index - this.#base]
    assert(entry && index >= this.first, 'an entry is read while it is held')
    return entry
  }

  timeAt(index: number): number {
    const timeMs = this.#times[index - this.#base]
    assert(timeMs !== undefined && index >= this.first, 'an entry is read while it is held')
    return timeMs
  }

  newestMs(): number {
    return this.#times[this.#times.length - 1] ?? -1
  }

  /** Where it stands now, or -1 when it was there already. Known entries learn feeds they had not matched before. */
  insert(entry: Entry): number {
    if (entry.timeMs > this.newestMs()) {
      this.#list.push(entry)
      this.#times.push(entry.timeMs)
      return this.end - 1
    }
    const at = this.#placeOf(entry)
    const held = this.#list[at]
    if (held?.timeMs !== entry.timeMs || held.uid !== entry.uid) {
      this.#list.splice(at, 0, entry)
      this.#times.splice(at, 0, entry.timeMs)
    } else if ((held.feeds | entry.feeds) === held.feeds) return NOT_CHANGED
    else held.feeds |= entry.feeds
    return this.#base + at
  }

  /** The first entry that is not older than `timeMs`; `end` when there is none. */
  from(timeMs: number): number {
    let low = this.#start
    let high = this.#times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#times[middle] as number) >= timeMs) high = middle
      else low = middle + 1
    }
    return this.#base + low
  }

  /** Lets go of all entries before `index`. */
  dropTo(index: number): void {
    assert(index <= this.end, 'only what is there is let go')
    if (index <= this.first) return
    this.#start = index - this.#base
    if (this.#start < CUT_MIN || this.#start * 2 < this.#list.length) return
    this.#list = this.#list.slice(this.#start)
    this.#times = this.#times.slice(this.#start)
    this.#base = index
    this.#start = 0
  }

  slice(from: number, to: number): readonly Entry[] {
    return this.#list.slice(from - this.#base, to - this.#base)
  }

  /** Place in `#list` of an entry, or the one that it would take. */
  #placeOf({ timeMs, uid }: Entry): number {
    let low = this.from(timeMs) - this.#base
    let high = this.from(timeMs + 1) - this.#base
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#list[middle] as Entry).uid >= uid) high = middle
      else low = middle + 1
    }
    return low
  }
}
