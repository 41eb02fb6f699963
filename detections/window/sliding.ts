/**
 * Rising windows: aggregates whose bounds can only be crossed by more matches, feeds seen together in any order or in
 * theirs, EQL's `sample`.
 *
 * holds   at the time T of a match when the condition holds for the matches from T - windowMs to T, both included; of
 *         feeds in their order the last has to match at T
 * fires   once a group and span of event time [n * windowMs, (n + 1) * windowMs) that has an instant at which it holds.
 *         Spans are fixed, because anything that depends on the alert before could be undone by a late match; one burst
 *         over the edge of a span therefore gives two alerts, of which the second `continues` the first
 * time    the first such instant of the span; members are the matches of the window that ends there
 * early   judged up to the newest match; reported again when a late match changes the first instant, the members or
 *         `continues`
 */
import type { Entry } from './columns.ts'
import type { Finding, Group, Judge, Raised } from './group.ts'
import { instantEnd, type Scan } from './scan.ts'

export type Sliding = {
  readonly windowMs: number
  scan(): Scan
  /** How long before the first instant to be judged a scan must begin. */
  readonly leadMs: number
  /** A scan without state: all groups share it, and it may be used for an instant that is not over. */
  readonly shared: Scan | null
  /** The figure of the window's entries, at whose end the condition is fulfilled. */
  figure(entries: readonly Entry[]): number | null
  members(entries: readonly Entry[]): readonly Entry[]
  /** True when other windows wait for settled alerts of this one. */
  readonly hasFollowers: boolean
}

export class SlidingJudge implements Judge {
  readonly #sliding: Sliding

  constructor(sliding: Sliding) {
    this.#sliding = sliding
  }

  judge(group: Group, watermarkMs: number, found: (finding: Finding) => void): void {
    this.#scan(group)
    this.#give(group, watermarkMs, found)
    this.#forget(group, watermarkMs)
  }

  passes(group: Group, index: number, settledMs: number): boolean {
    const { entries } = group
    const { shared, windowMs } = this.#sliding
    const scan = shared ?? group.scan
    if (!scan || group.late || group.scannedTo !== index || index !== entries.end - 1) return false
    const timeMs = entries.timeAt(index)
    const isNewInstant = timeMs > group.scannedMs
    if (!isNewInstant && !shared) return false
    if (scan.advance(entries, index, index + 1) && !this.#isKnown(group, timeMs)) {
      if (!isNewInstant) return false
      this.#cross(group, timeMs, -1)
    }
    group.scannedTo = index + 1
    group.scannedMs = timeMs
    if (group.isGrown) group.dropBefore(settledMs - windowMs)
    return group.raised.length === 0 || !group.raised.some(isNews)
  }

  /** Without new entries, only windows that feed another must be judged again. */
  dueMs(group: Group): number {
    if (!this.#sliding.hasFollowers) return Number.POSITIVE_INFINITY
    let dueMs = Number.POSITIVE_INFINITY
    for (const raised of group.raised) if (!raised.passedOn) dueMs = Math.min(dueMs, raised.timeMs)
    return dueMs
  }

  expiresMs(group: Group): number {
    const { windowMs } = this.#sliding
    const last = group.raised.at(-1)
    return Math.max(group.entries.newestMs() + windowMs, last ? (last.span + 2) * windowMs : -1)
  }

  #give(group: Group, watermarkMs: number, found: (finding: Finding) => void): void {
    const { raised: all } = group
    const news = all.filter(isNews).map(({ span }) => span)
    for (const raised of all) {
      const isSettled = this.#sliding.hasFollowers && !raised.passedOn && raised.timeMs < watermarkMs
      const isChanged = raised.isNews || news.includes(raised.span - 1)
      if (!isSettled && !isChanged) continue
      raised.passedOn ||= isSettled
      found(this.#finding(group, raised, isSettled))
      raised.isReported = true
      raised.isNews = false
    }
  }

  #scan(group: Group): void {
    const { entries } = group
    const lateToMs = group.late ? group.late.toMs : -1
    const fromMs = this.#rewind(group)
    group.late = null
    const { scan } = group
    for (let at = group.scannedTo; scan && at < entries.end; at = group.scannedTo) {
      const to = instantEnd(entries, at)
      const timeMs = entries.timeAt(at)
      const isMet = scan.advance(entries, at, to)
      group.scannedTo = to
      group.scannedMs = timeMs
      if (isMet && timeMs >= fromMs) this.#cross(group, timeMs, lateToMs)
    }
  }

  /**
   * Positions the scan where the judgement must begin. Returns the first instant that is not judged or must be judged
   * again.
   */
  #rewind(group: Group): number {
    const { entries, late } = group
    if (!late && (group.scan || group.scannedTo >= entries.end)) return 0
    const fromMs = late ? late.fromMs : entries.timeAt(group.scannedTo)
    group.scan = this.#sliding.scan()
    group.scannedTo = entries.from(fromMs - this.#sliding.leadMs)
    return fromMs
  }

  /** True when an earlier instant is already known as the first of the newest alert's span. */
  #isKnown({ raised }: Group, timeMs: number): boolean {
    const last = raised[raised.length - 1]
    return last !== undefined && last.timeMs < timeMs && last.span === Math.floor(timeMs / this.#sliding.windowMs)
  }

  /** Reports when this instant is the first of its span and not known as that, or when late matches touched it. */
  #cross(group: Group, timeMs: number, lateToMs: number): void {
    const span = Math.floor(timeMs / this.#sliding.windowMs)
    const at = group.raised.findLastIndex((raised) => raised.span <= span)
    const known = group.raised[at]
    if (known?.span !== span) {
      group.raised.splice(at + 1, 0, { span, timeMs, passedOn: false, isReported: false, isNews: true })
      return
    }
    const isTouched = timeMs === known.timeMs && lateToMs >= timeMs - this.#sliding.windowMs
    if (timeMs > known.timeMs || (timeMs === known.timeMs && !isTouched)) return
    known.timeMs = timeMs
    known.isNews = true
  }

  #finding({ entries, raised: all }: Group, { span, timeMs, isReported }: Raised, settled: boolean): Finding {
    const window = entries.slice(
      Math.max(entries.first, entries.from(timeMs - this.#sliding.windowMs)),
      entries.from(timeMs + 1),
    )
    return {
      mark: `span ${span}`,
      timeMs,
      members: this.#sliding.members(window),
      figure: this.#sliding.figure(window),
      continues: all.some((other) => other.span === span - 1),
      settled,
      again: isReported,
    }
  }

  /** Later matches are not older than the watermark, and look back one window. */
  #forget(group: Group, watermarkMs: number): void {
    const { windowMs } = this.#sliding
    group.dropBefore(watermarkMs - windowMs)
    const isOver = ({ span, passedOn }: Raised) =>
      (span + 2) * windowMs <= watermarkMs && (passedOn || !this.#sliding.hasFollowers)
    if (group.raised[0] && isOver(group.raised[0])) group.raised = group.raised.filter((raised) => !isOver(raised))
  }
}

function isNews(raised: Raised): boolean {
  return raised.isNews
}
