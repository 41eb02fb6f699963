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
  /** Fields shown with a match, in the author's order. */
  readonly fields: readonly string[]
  readonly body: EventBody | WindowBody
  /** Source file and line; '' and 0 for rules from elsewhere. */
  readonly file: string
  readonly line: number
}

/** A rule that matches single events. */
export type EventBody = {
  readonly kind: 'event'
  readonly logSource: LogSource
  readonly where: Expr
}

/** A rule that matches several events together, in event time. */
export type WindowBody = {
  readonly kind: 'window'
  readonly window: Window
  /** False when the events that feed the window emit no signals of their own. */
  readonly generate: boolean
}

export type Window = Aggregate | Temporal | Sequence

/** The source of a window's events: matches of another rule, or a condition of the window itself. */
export type Feed = { readonly rule: string } | EventBody

/** A group field that the feeds call differently: Sigma's aliases, or EQL's `by` with different fields. */
export type GroupKey = {
  readonly name: string
  /** One field per feed, in the order of the feeds. */
  readonly fields: readonly string[]
  /** For each feed, true when its events may lack the field, which is then null; absent when none may. */
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

/** The feeds that must have matched, by index. */
export type FeedCondition =
  | { readonly kind: 'feed'; readonly feed: number }
  | { readonly kind: 'and' | 'or'; readonly of: readonly FeedCondition[] }
  | { readonly kind: 'not'; readonly of: FeedCondition }

/** EQL's `sequence` (ordered) and `sample` (not). */
export type Sequence = {
  readonly kind: 'sequence'
  readonly ordered: boolean
  readonly steps: readonly Step[]
  /** Null means no limit except the engine's bound. */
  readonly maxSpanMs: number | null
  /** Ends every sequence with the same key when it matches. Its `by` values are last in each key. */
  readonly until: Step | null
}

export type Step = {
  readonly feed: EventBody
  /** Values that all steps share, ordered as in the sequence's `by` and then the step's own. */
  readonly by: readonly string[]
  /** EQL's `?` for each value of `by`: true when it may be null; absent when none may. */
  readonly optional?: readonly boolean[]
  /** `!`: no such event may lie between its neighbours, which is proven only when the window has closed. */
  readonly missing: boolean
  /** `with runs=n`. */
  readonly runs: number
}
