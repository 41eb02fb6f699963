/**
 * Entries as columns instead of one object each: a window may hold millions, nearly all reads are of times alone, and
 * long-lived objects are expensive for the garbage collector. A value that all entries share takes no memory.
 */

export type Entry = {
  readonly timeMs: number
  readonly uid: string
  /** Bit n is set when feed n matched. */
  readonly feeds: number
  /** The measured value: text for distinct counts, a number for the others, null for neither. */
  readonly value: string | number | null
  readonly carry: readonly (string | null)[]
}

const FIRST_FEED = 1
const NO_CARRY: readonly (string | null)[] = []
/** Heap of an entry with its uid, and of a text beside its characters, measured on Node 24. */
const ENTRY_BYTES = 80
const TEXT_BYTES = 64

export class Columns {
  readonly times: number[]
  readonly uids: string[]
  /** Null while every entry matched only the first feed, has no value and carries nothing. */
  #feeds: number[] | null = null
  #values: (string | number | null)[] | null = null
  #carries: (readonly (string | null)[])[] | null = null

  constructor(times: number[] = [], uids: string[] = []) {
    this.times = times
    this.uids = uids
  }

  get length(): number {
    return this.times.length
  }

  at(i: number): Entry {
    const timeMs = this.times[i] as number
    const uid = this.uids[i] as string
    return { timeMs, uid, feeds: this.feedsAt(i), value: this.valueAt(i), carry: this.#carryAt(i) }
  }

  feedsAt(i: number): number {
    return this.#feeds ? (this.#feeds[i] as number) : FIRST_FEED
  }

  valueAt(i: number): string | number | null {
    return this.#values ? (this.#values[i] ?? null) : null
  }

  push(entry: Entry): void {
    const { timeMs, uid, feeds, value, carry } = entry
    if (this.#feeds || feeds !== FIRST_FEED) this.#ownFeeds().push(feeds)
    if (this.#values || value !== null) this.#ownValues().push(value)
    if (this.#carries || carry.length > 0) this.#ownCarries().push(carry)
    this.times.push(timeMs)
    this.uids.push(uid)
  }

  insert(i: number, { timeMs, uid, feeds, value, carry }: Entry): void {
    if (this.#feeds || feeds !== FIRST_FEED) this.#ownFeeds().splice(i, 0, feeds)
    if (this.#values || value !== null) this.#ownValues().splice(i, 0, value)
    if (this.#carries || carry.length > 0) this.#ownCarries().splice(i, 0, carry)
    this.times.splice(i, 0, timeMs)
    this.uids.splice(i, 0, uid)
  }

  addFeeds(i: number, feeds: number): void {
    this.#ownFeeds()[i] = this.feedsAt(i) | feeds
  }

  /** The entries `from` to `to`, as columns of their own. */
  part(from: number, to = this.length): Columns {
    const part = new Columns(this.times.slice(from, to), this.uids.slice(from, to))
    part.#feeds = this.#feeds?.slice(from, to) ?? null
    part.#values = this.#values?.slice(from, to) ?? null
    part.#carries = this.#carries?.slice(from, to) ?? null
    return part
  }

  /** The first entry from `low` on that is not older than `timeMs`; `length` when there is none. */
  from(timeMs: number, low: number): number {
    let high = this.times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.times[middle] as number) >= timeMs) high = middle
      else low = middle + 1
    }
    return low
  }

  /** -1 when there is no entry. */
  newestMs(): number {
    return this.times[this.times.length - 1] ?? -1
  }

  /** Estimated. */
  bytes(from: number, to: number): number {
    let bytes = Math.max(0, to - from) * ENTRY_BYTES
    for (let i = from; this.#values && i < to; i++) bytes += textBytes(this.#values[i] ?? null)
    for (let i = from; this.#carries && i < to; i++) for (const text of this.#carryAt(i)) bytes += textBytes(text)
    return bytes
  }

  #carryAt(i: number): readonly (string | null)[] {
    return this.#carries?.[i] ?? NO_CARRY
  }

  #ownFeeds(): number[] {
    return (this.#feeds ??= this.times.map(() => FIRST_FEED))
  }

  #ownValues(): (string | number | null)[] {
    return (this.#values ??= this.times.map(() => null))
  }

  #ownCarries(): (readonly (string | null)[])[] {
    return (this.#carries ??= this.times.map(() => NO_CARRY))
  }
}

/** As `bytes` counts it. */
export function bytesOf({ value, carry }: Entry): number {
  let bytes = ENTRY_BYTES + textBytes(value)
  for (const text of carry) bytes += textBytes(text)
  return bytes
}

function textBytes(text: string | number | null): number {
  return typeof text === 'string' ? TEXT_BYTES + 2 * text.length : 0
}
