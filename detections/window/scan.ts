/**
 * A walk over a group's entries, one instant after another: all entries of one millisecond are added together, so the
 * result does not depend on their order of arrival.
 */
import type { Entry } from './columns.ts'
import type { Entries } from './entries.ts'
import type { Figure } from './figures.ts'

export interface Scan {
  /**
   * Adds the entries `from` to `to`, which have the same time. Returns true when the condition is fulfilled at that
   * time.
   */
  advance(entries: Entries, from: number, to: number): boolean
  /** Called before entries before `index` are dropped. */
  release(entries: Entries, index: number): void
}

/** One past the entries that have the time of the one at `from`. */
export function instantEnd(entries: Entries, from: number): number {
  const timeMs = entries.timeAt(from)
  let to = from + 1
  while (to < entries.end && entries.timeAt(to) === timeMs) to++
  return to
}

/** Fulfilled when a figure over the last `windowMs` is, both ends included. */
export class WindowScan implements Scan {
  readonly #windowMs: number
  readonly #figure: Figure
  /** The oldest entry in the figure; -1 before the first. */
  #tail = -1

  constructor(windowMs: number, figure: Figure) {
    this.#windowMs = windowMs
    this.#figure = figure
  }

  advance(entries: Entries, from: number, to: number): boolean {
    if (this.#tail < 0) this.#tail = from
    for (let i = from; i < to; i++) this.#figure.add(entries, i)
    const oldestMs = entries.timeAt(from) - this.#windowMs
    while (entries.timeAt(this.#tail) < oldestMs) this.#figure.remove(entries, this.#tail++)
    return this.#figure.met()
  }

  release(entries: Entries, index: number): void {
    if (this.#tail < 0) return
    while (this.#tail < index) this.#figure.remove(entries, this.#tail++)
  }
}

/**
 * Fulfilled when at least this many entries are in the last `windowMs`, both ends included. It has no state, so groups
 * share it.
 */
export class CountScan implements Scan {
  readonly #windowMs: number
  readonly #least: number

  constructor(windowMs: number, least: number) {
    this.#windowMs = windowMs
    this.#least = least
  }

  advance(entries: Entries, from: number, to: number): boolean {
    const oldest = to - this.#least
    return oldest >= entries.first && entries.timeAt(oldest) >= entries.timeAt(from) - this.#windowMs
  }

  release(): void {}
}

/**
 * Fulfilled at an event of the last feed when there was one of every feed in their order, the first at most `windowMs`
 * before. Events of one millisecond are ordered by the feeds that they match, and no event is used twice in the chain.
 */
export class OrderedScan implements Scan {
  readonly #windowMs: number
  /** When the youngest chain up to feed n began: that one stays within the window longest. */
  readonly #beganMs: number[]

  constructor(windowMs: number, feeds: number) {
    this.#windowMs = windowMs
    this.#beganMs = new Array<number>(feeds).fill(-1)
  }

  advance(entries: Entries, from: number, to: number): boolean {
    const timeMs = entries.timeAt(from)
    if (to - from === 1) return this.#step(timeMs, entries.feedsAt(from))
    let isMet = false
    for (const { feeds } of inFeedOrder(entries.slice(from, to))) isMet = this.#step(timeMs, feeds) || isMet
    return isMet
  }

  #step(timeMs: number, feeds: number): boolean {
    const last = this.#beganMs.length - 1
    for (let feed = last; feed >= 0; feed--) {
      if (!(feeds & (1 << feed))) continue
      const began = feed === 0 ? timeMs : (this.#beganMs[feed - 1] as number)
      this.#beganMs[feed] = Math.max(began, this.#beganMs[feed] as number)
    }
    const began = this.#beganMs[last] as number
    return (feeds & (1 << last)) !== 0 && began >= 0 && began >= timeMs - this.#windowMs
  }

  release(): void {}
}

/** Entries of one instant; those that match an earlier feed come first. */
export function inFeedOrder(instant: readonly Entry[]): readonly Entry[] {
  if (instant.length < 2) return instant
  return [...instant].sort((a, b) => firstFeed(a) - firstFeed(b) || a.feeds - b.feeds || (a.uid < b.uid ? -1 : 1))
}

export function firstFeed({ feeds }: Entry): number {
  return 31 - Math.clz32(feeds & -feeds)
}
