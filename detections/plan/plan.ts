/**
 * The common form of all rule languages: a rule is a plan, and a plan has two targets, the matcher of the stream
 * (`match/`) and SQL over the lake (`sql/`). Nothing here knows Sigma, EQL, KQL or YARA, and nothing here knows how it
 * is run.
 */
import type { Expr } from './expr.ts'

export const SEVERITIES = ['informational', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]
export type Language = 'sigma' | 'eql' | 'kql' | 'yara'

/** The events that a rule is for, in Sigma's three words, lower case; null is "any". */
export type LogSource = {
  readonly product: string | null
  readonly category: string | null
  readonly service: string | null
}

export type Rule = {
  /** The author's own id where there is one, otherwise derived from the document's content. */
  readonly id: string
  /** Name that other rules may refer to (Sigma's `name`); null when it has none. */
  readonly name: string | null
  readonly title: string
  readonly description: string
  readonly language: Language
  readonly severity: Severity
  readonly status: string
  readonly author: string
  /** As written: `attack.t1059.001`, `attack.execution`, `cve.2021-44228`. */
  readonly tags: readonly string[]
  readonly references: readonly string[]
  readonly falsePositives: readonly string[]
  /** Shown with a match, in the author's order. */
  readonly fields: readonly string[]
  readonly body: EventBody | WindowBody
  /** File and line it was read from; '' and 0 for rules that came another way. */
  readonly file: string
  readonly line: number
}

/** Holds for single events. */
export type EventBody = {
  readonly kind: 'event'
  readonly logSource: LogSource
  readonly where: Expr
}

/** Holds for several events together, in event time. */
export type WindowBody = {
  readonly kind: 'window'
  readonly window: Window
  /** False: the events that feed the window give no signals of their own. */
  readonly generate: boolean
}

export type Window = Aggregate | Temporal | Sequence

/** The source of a window's events: the matches of another rule, or a condition of its own. */
export type Feed = { readonly rule: string } | EventBody

/** The field a feed calls by the window's name for it: Sigma's aliases, EQL's `by` in its own order. */
export type GroupKey = {
  readonly name: string
  /** One a feed, in the order of the feeds. */
  readonly fields: readonly string[]
  /** Feeds, in their order, whose events may lack the field, which is null then; absent where none may. */
  readonly optional?: readonly boolean[]
}

export type Bound = { readonly op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'neq'; readonly value: number }

/** A figure over the events of a group within any span of `windowMs`, compared with all of `bounds`. */
export type Aggregate = {
  readonly kind: 'aggregate'
  readonly feeds: readonly Feed[]
  readonly groupBy: readonly GroupKey[]
  readonly windowMs: number
  readonly measure:
    | { readonly of: 'count' }
    | { readonly of: 'distinct' | 'sum' | 'avg' | 'min' | 'max'; readonly fields: readonly string[] }
    | { readonly of: 'percentile'; readonly fields: readonly string[]; readonly percentile: number }
  readonly bounds: readonly Bound[]
}

/** Several feeds within `windowMs` of each other, in their order when `ordered`; `condition` null means all of them. */
export type Temporal = {
  readonly kind: 'temporal'
  readonly feeds: readonly Feed[]
  readonly groupBy: readonly GroupKey[]
  readonly windowMs: number
  readonly ordered: boolean
  readonly condition: FeedCondition | null
}

/** The feeds that must have been seen, by their index. */
export type FeedCondition =
  | { readonly kind: 'feed'; readonly feed: number }
  | { readonly kind: 'and' | 'or'; readonly of: readonly FeedCondition[] }
  | { readonly kind: 'not'; readonly of: FeedCondition }

/** EQL's `sequence` (ordered) and `sample` (not). */
export type Sequence = {
  readonly kind: 'sequence'
  readonly ordered: boolean
  readonly steps: readonly Step[]
  /** Null: no limit but the bound of the engine. */
  readonly maxSpanMs: number | null
  /** Ends every sequence it meets with the same key. Its `by` values stand in the last place of each key. */
  readonly until: Step | null
}

export type Step = {
  readonly feed: EventBody
  /** Values that all steps share, in the order of the sequence's `by` and the step's own. */
  readonly by: readonly string[]
  /** EQL's `?` for each value of `by`: true where the value may be null; absent where none may. */
  readonly optional?: readonly boolean[]
  /** `!`: no such event between its neighbours; proven only when the window is closed. */
  readonly missing: boolean
  /** `with runs=n`. */
  readonly runs: number
}
