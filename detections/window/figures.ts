/**
 * Figures that are maintained while a window slides: entries are added at one end and removed at the other, each in
 * constant time, whatever the window holds. They exist only for rising measures (`isRising`); counts do not need one
 * (`CountScan`).
 */
import type { Bound } from '../plan/plan.ts'
import { type Condition, holds } from './condition.ts'
import type { Entries } from './entries.ts'
import { ExactSum } from './exact-sum.ts'
import { type Measure, meets } from './measure.ts'

export interface Figure {
  add(entries: Entries, index: number): void
  /** Removes an entry that was added, in the order of adding. */
  remove(entries: Entries, index: number): void
  /** True when the condition is fulfilled for the current entries. */
  met(): boolean
}

export function figureOf(measure: Exclude<Measure, { of: 'count' }>, bounds: readonly Bound[]): Figure {
  if (measure.of === 'distinct') return new DistinctFigure(bounds)
  if (measure.of === 'sum') return new SumFigure(bounds)
  return new AnyFigure(bounds)
}

class DistinctFigure implements Figure {
  readonly #bounds: readonly Bound[]
  /** Number of occurrences of each value; at most as many keys as the window has entries. */
  readonly #times = new Map<unknown, number>()

  constructor(bounds: readonly Bound[]) {
    this.#bounds = bounds
  }

  add(entries: Entries, index: number): void {
    const value = entries.valueAt(index)
    this.#times.set(value, (this.#times.get(value) ?? 0) + 1)
  }

  remove(entries: Entries, index: number): void {
    const value = entries.valueAt(index)
    const left = (this.#times.get(value) ?? 0) - 1
    if (left > 0) this.#times.set(value, left)
    else this.#times.delete(value)
  }

  met(): boolean {
    return meets(this.#times.size, this.#bounds)
  }
}

class SumFigure implements Figure {
  readonly #bounds: readonly Bound[]
  readonly #sum = new ExactSum()

  constructor(bounds: readonly Bound[]) {
    this.#bounds = bounds
  }

  add(entries: Entries, index: number): void {
    const value = entries.valueAt(index)
    this.#sum.add(value as number)
  }

  remove(entries: Entries, index: number): void {
    const value = entries.valueAt(index)
    this.#sum.add(-(value as number))
  }

  met(): boolean {
    return meets(this.#sum.value(), this.#bounds)
  }
}

/** For the largest value above a bound, or the smallest below one: true exactly when some value is. */
class AnyFigure implements Figure {
  readonly #bounds: readonly Bound[]
  #meeting = 0

  constructor(bounds: readonly Bound[]) {
    this.#bounds = bounds
  }

  add(entries: Entries, index: number): void {
    const value = entries.valueAt(index)
    if (meets(value as number, this.#bounds)) this.#meeting++
  }

  remove(entries: Entries, index: number): void {
    const value = entries.valueAt(index)
    if (meets(value as number, this.#bounds)) this.#meeting--
  }

  met(): boolean {
    return this.#meeting > 0
  }
}

/** Counts the feeds that are present. */
export class FeedFigure implements Figure {
  readonly #condition: Condition
  readonly #times: number[]

  constructor(condition: Condition, feeds: number) {
    this.#condition = condition
    this.#times = new Array<number>(feeds).fill(0)
  }

  add(entries: Entries, index: number): void {
    const feeds = entries.feedsAt(index)
    this.#count(feeds, 1)
  }

  remove(entries: Entries, index: number): void {
    const feeds = entries.feedsAt(index)
    this.#count(feeds, -1)
  }

  met(): boolean {
    return holds(this.#condition, this.seen(), 0)
  }

  /** Bit n is set when feed n is present. */
  seen(): number {
    let seen = 0
    for (let feed = 0; feed < this.#times.length; feed++) if (this.#times[feed] !== 0) seen |= 1 << feed
    return seen
  }

  #count(feeds: number, by: number): void {
    for (let feed = 0; feed < this.#times.length; feed++) {
      if (feeds & (1 << feed)) this.#times[feed] = (this.#times[feed] as number) + by
    }
  }
}
