/** Rules of one owner, compiled: a matcher, and what a signal says of each. */
import { compileMatcher, type Matcher, type MatcherOptions } from '../../detections/match/matcher.ts'
import type { EventBody, Rule } from '../../detections/plan/plan.ts'
import type { MatchEvent } from '../../schemas/event-view.ts'
import type { RuleHead } from '../detector.ts'
import { routedByClass } from './class-routes.ts'
import { MatchedFields } from './matched-fields.ts'
import { headOf } from './rule-head.ts'

export type RunningRule = { readonly rule: Rule; readonly head: RuleHead; readonly fields: MatchedFields }

export type RuleFigures = {
  readonly rule: Rule
  readonly hits: number
  readonly evaluations: number
  /** Null: none was timed. */
  readonly meanUs: number | null
  /** Unix milliseconds of the event time of the last match; null when there was none. */
  readonly lastHitMs: number | null
}

export class CompiledRules {
  readonly #matcher: Matcher
  /** By the matcher's number: a rule stands there once for each class that it is for. */
  readonly #running: readonly RunningRule[]
  readonly #lastHitMs: Float64Array
  readonly #hits: number[] = []
  readonly #add = (rule: number) => {
    this.#hits.push(rule)
  }

  /** `onFault` is told of a rule that was disabled, with the event at hand or while this is made. */
  constructor(
    rules: readonly Rule[],
    onFault: (rule: Rule, error: Error) => void,
    options: Omit<MatcherOptions, 'onFault'> = {},
  ) {
    const routed = eventRules(rules).flatMap(({ rule, body }) =>
      routedByClass(body).map((one) => ({ rule, body: one })),
    )
    const known = new Map<Rule, RunningRule>()
    this.#running = routed.map(({ rule, body }) => {
      let running = known.get(rule)
      if (!running) known.set(rule, (running = { rule, head: headOf(rule), fields: new MatchedFields(rule, body) }))
      return running
    })
    this.#lastHitMs = new Float64Array(routed.length)
    this.#matcher = compileMatcher(
      routed.map(({ rule, body }) => ({ ...rule, body })),
      { ...options, onFault: (number, error) => onFault(this.rule(number).rule, error) },
    )
  }

  /** Numbers of the rules that hold, good until the next call. */
  match(event: MatchEvent): readonly number[] {
    const hits = this.#hits
    hits.length = 0
    this.#matcher.match(event, this.#add)
    for (let i = 0; i < hits.length; i++) this.#lastHitMs[hits[i] as number] = event.timeMs
    return hits
  }

  rule(number: number): RunningRule {
    const running = this.#running[number]
    if (running === undefined) throw new RangeError(`there is no rule number ${number}`)
    return running
  }

  figures(): readonly RuleFigures[] {
    return this.#running.map(({ rule }, number) => {
      const { hits, evaluations, meanUs } = this.#matcher.statisticsOf(number)
      return { rule, hits, evaluations, meanUs, lastHitMs: this.#lastHitMs[number] || null }
    })
  }
}

/**
 * Rules over one event that give signals of their own. A rule that correlations without `generate` refer to is part of
 * them and silent, unless another correlation asks for its signals.
 */
function eventRules(rules: readonly Rule[]): readonly { readonly rule: Rule; readonly body: EventBody }[] {
  const silent = new Set<string>()
  const heard = new Set<string>()
  for (const { body } of rules) {
    if (body.kind !== 'window' || body.window.kind === 'sequence') continue
    for (const feed of body.window.feeds) if ('rule' in feed) (body.generate ? heard : silent).add(feed.rule)
  }
  return rules.flatMap((rule) => {
    const isSilent = silent.has(rule.id) && !heard.has(rule.id)
    return rule.body.kind === 'event' && !isSilent ? [{ rule, body: rule.body }] : []
  })
}
