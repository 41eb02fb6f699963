/**
 * Aggregates that more matches can turn back: with an upper bound, equality, an average, a percentile, the smallest
 * above or the largest below a bound.
 *
 * holds   for a span of event time [n * windowMs, (n + 1) * windowMs) with at least one match of the group, when the
 *         figure over all its matches meets the bounds. A group that is silent in a span is not judged for it
 * fires   once a group and span, when the watermark is past its end
 * time    the last millisecond of the span
 */

import type { Bound } from '../plan/plan.ts'
import type { Finding, Group, Judge } from './group.ts'
import { type Measure, measured, meets } from './measure.ts'

export class TumblingJudge implements Judge {
  readonly #windowMs: number
  readonly #measure: Measure
  readonly #bounds: readonly Bound[]

  constructor(windowMs: number, measure: Measure, bounds: readonly Bound[]) {
    this.#windowMs = windowMs
    this.#measure = measure
    this.#bounds = bounds
  }

  judge(group: Group, watermarkMs: number, found: (finding: Finding) => void): void {
    while (this.dueMs(group) < watermarkMs) {
      const timeMs = this.dueMs(group)
      const end = group.entries.from(timeMs + 1)
      this.#close(group, timeMs, end, found)
      group.dropTo(end)
    }
  }

  dueMs({ entries }: Group): number {
    if (entries.size === 0) return Number.POSITIVE_INFINITY
    return (this.#spanOf(entries.timeAt(entries.first)) + 1) * this.#windowMs - 1
  }

  expiresMs(group: Group): number {
    return Math.max(group.judgedToMs + this.#windowMs, group.entries.newestMs() + this.#windowMs)
  }

  #close(group: Group, timeMs: number, end: number, found: (finding: Finding) => void): void {
    const members = group.entries.slice(group.entries.first, end)
    const figure = measured(this.#measure, members)
    if (figure === null || !meets(figure, this.#bounds)) return
    const span = this.#spanOf(timeMs)
    const continues = group.judgedToMs >= 0 && this.#spanOf(group.judgedToMs) === span - 1
    group.judgedToMs = timeMs
    found({ mark: `span ${span}`, timeMs, members, figure, continues, settled: true, again: false })
  }

  #spanOf(timeMs: number): number {
    return Math.floor(timeMs / this.#windowMs)
  }
}
