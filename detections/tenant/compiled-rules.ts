/** The compiled rules of one owner: a matcher, and the head and fields of each rule's signals. */

import type { MatchEvent } from '../../schemas/event-view.ts'
import type { MatchedField } from '../../schemas/signal.ts'
import { LogSourceSet } from '../match/log-source-set.ts'
import { compileMatcher, type Matcher, type MatcherOptions } from '../match/matcher.ts'
import type { RawJson } from '../match/raw-filter.ts'
import type { EventBody, LogSource, Rule } from '../plan/plan.ts'
import { isWindowed } from '../plan/windowed-rule.ts'
import { routedByClass } from './class-routes.ts'
import type { RuleHead } from './detector.ts'
import { ruleAsksFacts } from './ecs-facts.ts'
import { MatchedFields } from './matched-fields.ts'
import { headOf } from './rule-head.ts'
import { conditionSource, conditionsOf } from './window-plan.ts'

export type RunningRule = {
  readonly rule: Rule
  readonly head: RuleHead
  readonly fields: MatchedFields
  /** The key for feeds of windows: the rule's id, or `conditionSource` where it is a condition of a window. */
  readonly source: string
  /** True when a match makes no signal, because the rule is only a part of others. */
  readonly isSilent: boolean
}

export type RuleFigures = {
  readonly rule: Rule
  readonly hits: number
  readonly evaluations: number
  /** Null when none was timed. */
  readonly meanUs: number | null
  /** Evaluations that were stopped because of their work limit. */
  readonly unfinished: number
  /** Unix milliseconds of the event time of the last match; null when there was none. */
  readonly lastHitMs: number | null
}

/** Evaluations of a rule since the last call. */
export type SpentOnRule = {
  readonly ruleId: string
  readonly evaluations: number
  /** The timed evaluations, and their cost by the mean of the last timed ones. */
  readonly timed: number
  readonly costUs: number
}

export type CompileOptions = Omit<MatcherOptions, 'onFault' | 'onUnfinished'> & {
  /** Called when a rule hit its work limit on the current event; it counts as no match. */
  readonly onUnfinished?: (rule: Rule) => void
}

export class CompiledRules {
  readonly #matcher: Matcher
  /** By the matcher's number; a rule is listed once for each class to which it applies. */
  readonly #running: readonly RunningRule[]
  readonly #lastHitMs: Float64Array
  /** Evaluations that `spent` has already reported. */
  readonly #reportedAt: Float64Array
  readonly #askFacts: LogSourceSet
  readonly #hits: number[] = []
  readonly #add = (rule: number) => {
    this.#hits.push(rule)
  }

  /** `onFault` is called when a rule is disabled, while an event is matched or in this constructor. */
  constructor(
    rules: readonly Rule[],
    onFault: (rule: Rule, error: Error) => void,
    { onUnfinished, ...options }: CompileOptions = {},
    silent: ReadonlySet<string> = partsAmong(rules).silent,
  ) {
    const routed = judgedOf(rules).flatMap((one) => routedByClass(one.body).map((body) => ({ ...one, body })))
    const known = new Map<string, RunningRule>()
    this.#running = routed.map(({ rule, body, source }) => {
      const running = known.get(source)
      if (running) return running
      const isSilent = rule.body.kind === 'window' || silent.has(rule.id)
      const made = { rule, head: headOf(rule), fields: new MatchedFields(rule, body), source, isSilent }
      known.set(source, made)
      return made
    })
    this.#lastHitMs = new Float64Array(routed.length)
    this.#reportedAt = new Float64Array(routed.length)
    this.#askFacts = neededFacts(rules)
    this.#matcher = compileMatcher(
      routed.map(({ rule, body }) => ({ ...rule, body })),
      {
        ...options,
        onFault: (number, error) => onFault(this.rule(number).rule, error),
        onUnfinished: (number) => onUnfinished?.(this.rule(number).rule),
      },
    )
  }

  /**
   * True when the event needs its ECS facts (`ecs-facts.ts`). A view per event is expensive, so facts are added only
   * when a rule needs them.
   */
  asksFactsOf({ logSource }: Pick<MatchEvent, 'logSource'>): boolean {
    return this.#askFacts.covers(logSource)
  }

  /**
   * Numbers of the matching rules, valid until the next call. `raw` is the JSON text of the record, where there is one.
   */
  match(event: MatchEvent & { provideFacts?(): void }, raw?: RawJson): readonly number[] {
    if (this.asksFactsOf(event)) event.provideFacts?.()
    const hits = this.#hits
    if (hits.length > 0) hits.length = 0
    this.#matcher.match(event, this.#add, raw)
    for (let i = 0; i < hits.length; i++) this.#lastHitMs[hits[i] as number] = event.timeMs
    return hits
  }

  /** Fields that a signal shows of the last matched event, which `event` must be. */
  fieldsOf({ fields }: RunningRule, event: MatchEvent): readonly MatchedField[] {
    return fields.of(event, this.#matcher)
  }

  rule(number: number): RunningRule {
    const running = this.#running[number]
    if (running === undefined) throw new RangeError(`there is no rule number ${number}`)
    return running
  }

  /** Returns the rules that were evaluated since the last call, each with the sum over its parts. */
  spent(): readonly SpentOnRule[] {
    const byRule = new Map<string, MutableSpent>()
    for (const [number, { rule }] of this.#running.entries()) {
      const { evaluations, meanUs } = this.#matcher.statisticsOf(number)
      const since = evaluations - (this.#reportedAt[number] as number)
      this.#reportedAt[number] = evaluations
      if (since === 0) continue
      const spent = byRule.get(rule.id) ?? { ruleId: rule.id, evaluations: 0, timed: 0, costUs: 0 }
      spent.evaluations += since
      spent.timed += meanUs === null ? 0 : since
      spent.costUs += since * (meanUs ?? 0)
      byRule.set(rule.id, spent)
    }
    return [...byRule.values()]
  }

  figures(): readonly RuleFigures[] {
    return this.#running.map(({ rule }, number) => {
      const { hits, evaluations, meanUs, unfinished } = this.#matcher.statisticsOf(number)
      return { rule, hits, evaluations, meanUs, unfinished, lastHitMs: this.#lastHitMs[number] || null }
    })
  }
}

type MutableSpent = { -readonly [K in keyof SpentOnRule]: SpentOnRule[K] }

const ANY_SOURCE: LogSource = { product: null, category: null, service: null }

/** A window's grouping fields are read from every event that may feed it. */
function neededFacts(rules: readonly Rule[]): LogSourceSet {
  const asking = rules.filter(ruleAsksFacts)
  return new LogSourceSet(asking.map(({ body }) => (body.kind === 'event' ? body.logSource : ANY_SOURCE)))
}

/** The conditions on single events: event rules, and the windows' own conditions. */
export function judgedOf(
  rules: readonly Rule[],
): readonly { readonly rule: Rule; readonly body: EventBody; readonly source: string }[] {
  return rules.flatMap((rule) => {
    if (rule.body.kind === 'event') return [{ rule, body: rule.body, source: rule.id }]
    return isWindowed(rule)
      ? conditionsOf(rule.body).map(({ feed, body }) => ({ rule, body, source: conditionSource(rule.id, feed) }))
      : []
  })
}

/**
 * Rules to which correlations refer. A rule that a correlation without `generate` uses is only a part of it and emits
 * no signals, unless another correlation requires its signals.
 */
export function partsAmong(rules: readonly Rule[]): {
  readonly silent: ReadonlySet<string>
  readonly signalling: ReadonlySet<string>
} {
  const silent = new Set<string>()
  const signalling = new Set<string>()
  for (const { body } of rules) {
    if (body.kind !== 'window' || body.window.kind === 'sequence') continue
    for (const feed of body.window.feeds) if ('rule' in feed) (body.generate ? signalling : silent).add(feed.rule)
  }
  return { silent: new Set([...silent].filter((id) => !signalling.has(id))), signalling }
}
