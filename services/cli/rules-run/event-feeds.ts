/**
 * Collects the input of windows from single events: matches of rules that windows are made of, and of the conditions
 * that windows have of their own, with the time and the fields that the windows need. It equals the stream's input.
 */
import type { Rule } from '../../../detections/plan/plan.ts'
import { judgedOf, partsAmong } from '../../../detections/tenant/compiled-rules.ts'
import { WindowPlan } from '../../../detections/tenant/window-plan.ts'
import { FUTURE_MS_MAX, OLDEST_MS } from '../../../pipeline/stages/intake/event-time/time-range.ts'
import type { Members } from '../../../platform/members.ts'
import type { Evaluator, ReadAgain } from './evaluation.ts'
import { EventMapper } from './event-mapper.ts'

/** One event in one group of one feed. */
export type FedMatch = {
  /** Digest of the window. */
  readonly window: string
  readonly feed: number
  /** Index of the event in its chunk, from 0. */
  readonly event: number
  readonly line: number
  readonly timeMs: number
  readonly key: readonly string[]
  readonly values: readonly (string | null)[]
  readonly carry: readonly (string | null)[]
}

export type FedChunk = {
  readonly matches: readonly FedMatch[]
  /** Events without a time, which take the time of receipt. */
  readonly timeless: number
  /** Events that the pipeline would refuse, and that are in no window. */
  readonly refused: number
  /** Groups past the bound of groups of one event. */
  readonly groupsOmitted: number
  /**
   * Newest time among the events whose time was read (those that matched, the first and the last); 0 when there are
   * none.
   */
  readonly newestMs: number
}

/** The feeds of a folder's rules. */
export class EventFeeds {
  /** The rules that single events are matched against. */
  readonly judged: readonly Rule[]
  readonly #plan: WindowPlan
  readonly #sources: readonly string[]
  readonly #numbers: readonly number[]
  readonly #emitsSignals: readonly boolean[]

  constructor(rules: readonly Rule[]) {
    const judged = judgedOf(rules)
    const { silent } = partsAmong(rules)
    const numbers = new Map(rules.map((rule, number) => [rule, number]))
    this.judged = judged.map(({ rule, body }) => ({ ...rule, body }))
    this.#plan = new WindowPlan(rules)
    this.#sources = judged.map(({ source }) => source)
    this.#numbers = judged.map(({ rule }) => numbers.get(rule) ?? 0)
    this.#emitsSignals = judged.map(({ rule }) => rule.body.kind === 'event' && !silent.has(rule.id))
  }

  /** The number of a rule, by its index in `judged`. */
  numberOf(judged: number): number {
    return this.#numbers[judged] ?? 0
  }

  /** True when a match counts for the rule itself, and not only as a part of other rules. */
  emitsSignals(judged: number): boolean {
    return this.#emitsSignals[judged] ?? false
  }

  isFed(judged: number): boolean {
    return this.#plan.isFedBy(this.#sources[judged] ?? '')
  }

  /** Returns how many groups the event was not added to. */
  feed(judged: number, { event, row }: EventMapper, at: Pick<FedMatch, 'event' | 'line'>, into: FedMatch[]): number {
    const source = this.#sources[judged] ?? ''
    const { timeMs } = row
    return this.#plan.feed(
      source,
      event,
      () => true,
      ({ window, feed }, key, values, carry) => into.push({ window, feed, ...at, timeMs, key, values, carry }),
    )
  }
}

/** The feeds of one chunk of events after the other. */
export class ChunkFeeds {
  readonly #feeds: EventFeeds
  readonly #evaluator: Evaluator
  readonly #mapper: EventMapper
  readonly #receivedMs: number
  #matches: FedMatch[] = []
  #timeless = 0
  #refused = 0
  #groupsOmitted = 0
  #newestMs = 0

  /** `evaluator` has matched the given event. */
  constructor(feeds: EventFeeds, format: string, evaluator: Evaluator, receivedMs: number) {
    this.#feeds = feeds
    this.#evaluator = evaluator
    this.#mapper = new EventMapper(format)
    this.#receivedMs = receivedMs
  }

  /** `hits`: matched indices of `EventFeeds.judged`. The record is read when a window needs it. */
  addMatches(
    hits: readonly number[],
    read: { readonly record: () => Members; readonly exact: ReadAgain },
    at: Pick<FedMatch, 'event' | 'line'>,
  ): void {
    if (!hits.some((hit) => this.#feeds.isFed(hit))) return
    const mapper = this.#evaluator.mapped() ?? this.#mapped(read.record(), read.exact)
    if (!this.#isTimed(mapper)) return
    for (const hit of hits) this.#groupsOmitted += this.#feeds.feed(hit, mapper, at, this.#matches)
  }

  /** Reads the time of an event that matches nothing: it shows how far the file goes. */
  noteTime(record: Members, exact: ReadAgain): void {
    const { row, refusal } = this.#mapped(record, exact)
    if (refusal === null && row.timeMs <= this.#receivedMs + FUTURE_MS_MAX)
      this.#newestMs = Math.max(this.#newestMs, row.timeMs)
  }

  /** Returns the input that the chunk gave, and starts the next chunk. */
  end(): FedChunk {
    const matches = this.#matches
    const [timeless, refused, groupsOmitted] = [this.#timeless, this.#refused, this.#groupsOmitted]
    const newestMs = this.#newestMs
    this.#matches = []
    this.#timeless = this.#refused = this.#groupsOmitted = this.#newestMs = 0
    return { matches, timeless, refused, groupsOmitted, newestMs }
  }

  #mapped(record: Members, exact: ReadAgain): EventMapper {
    this.#mapper.map(record, exact)
    return this.#mapper
  }

  #isTimed({ row, refusal }: EventMapper): boolean {
    const isTimeless = Number.isNaN(row.timeMs)
    if (isTimeless) {
      row.timeMs = this.#receivedMs
      this.#timeless++
    }
    const isAccepted = refusal === null && row.timeMs >= OLDEST_MS && row.timeMs <= this.#receivedMs + FUTURE_MS_MAX
    if (!isAccepted) this.#refused++
    else this.#newestMs = Math.max(this.#newestMs, row.timeMs)
    return isAccepted
  }
}
