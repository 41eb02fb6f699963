/**
 * Temporal windows with a `not` in their condition.
 *
 * holds   at the time T of a match when the condition does, where a feed outside of `not` was seen if it matched from
 *         T - windowMs to T, and a feed under `not` was seen if it matched from T - windowMs to T + windowMs: nothing
 *         negated is near, before or after
 * fires   once a group and span of T, [n * windowMs, (n + 1) * windowMs), at its first instant, when the watermark is past
 *         T + windowMs
 * time    T + windowMs, the end of the proof; members are the matches from T - windowMs to T
 */
import { type Condition, holds } from './condition.ts'
import type { Entries } from './entries.ts'
import { FeedFigure } from './figures.ts'
import type { Finding, Group, Judge } from './group.ts'
import { instantEnd } from './scan.ts'

export class NegatedJudge implements Judge {
  readonly #windowMs: number
  readonly #condition: Condition
  readonly #feeds: number

  constructor(windowMs: number, condition: Condition, feeds: number) {
    this.#windowMs = windowMs
    this.#condition = condition
    this.#feeds = feeds
  }

  judge(group: Group, watermarkMs: number, found: (finding: Finding) => void): void {
    if (this.dueMs(group) >= watermarkMs) return
    const { entries } = group
    const begin = entries.from(group.judgedToMs + 1)
    const sweep = new Sweep(entries, this.#windowMs, this.#feeds, entries.timeAt(begin))
    for (let at = begin; at < entries.end && entries.timeAt(at) + this.#windowMs < watermarkMs; ) {
      const timeMs = entries.timeAt(at)
      sweep.moveTo(timeMs)
      if (holds(this.#condition, sweep.before.seen(), sweep.around.seen())) this.#fire(group, timeMs, found)
      group.judgedToMs = timeMs
      at = instantEnd(entries, at)
    }
    group.dropBefore(watermarkMs - 2 * this.#windowMs)
  }

  dueMs({ entries, judgedToMs }: Group): number {
    const next = entries.from(judgedToMs + 1)
    return next < entries.end ? entries.timeAt(next) + this.#windowMs : Number.POSITIVE_INFINITY
  }

  expiresMs({ entries, raised }: Group): number {
    const last = raised.at(-1)
    return Math.max(entries.newestMs() + 2 * this.#windowMs, last ? (last.span + 3) * this.#windowMs : -1)
  }

  #fire(group: Group, timeMs: number, found: (finding: Finding) => void): void {
    const span = Math.floor(timeMs / this.#windowMs)
    const last = group.raised.at(-1)
    if (last?.span === span) return
    group.raised = [{ span, timeMs, passedOn: true, isReported: true, isNews: false }]
    found({
      mark: `span ${span}`,
      timeMs: timeMs + this.#windowMs,
      members: group.entries.slice(group.entries.from(timeMs - this.#windowMs), group.entries.from(timeMs + 1)),
      figure: null,
      continues: last?.span === span - 1,
      settled: true,
      again: false,
    })
  }
}

/** Sweeps the feeds of two windows over a group's entries together. */
class Sweep {
  readonly before: FeedFigure
  readonly around: FeedFigure
  readonly #entries: Entries
  readonly #windowMs: number
  #tail: number
  #middle: number
  #head: number

  constructor(entries: Entries, windowMs: number, feeds: number, timeMs: number) {
    this.before = new FeedFigure({ kind: 'and', of: [] }, feeds)
    this.around = new FeedFigure({ kind: 'and', of: [] }, feeds)
    this.#entries = entries
    this.#windowMs = windowMs
    this.#tail = this.#middle = this.#head = entries.from(timeMs - windowMs)
  }

  moveTo(timeMs: number): void {
    const entries = this.#entries
    const isUpTo = (at: number, endMs: number) => at < entries.end && entries.timeAt(at) <= endMs
    while (isUpTo(this.#head, timeMs + this.#windowMs)) this.around.add(entries, this.#head++)
    while (isUpTo(this.#middle, timeMs)) this.before.add(entries, this.#middle++)
    while (isUpTo(this.#tail, timeMs - this.#windowMs - 1)) {
      this.before.remove(entries, this.#tail)
      this.around.remove(entries, this.#tail++)
    }
  }
}
