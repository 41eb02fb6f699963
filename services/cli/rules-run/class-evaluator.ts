/**
 * Rules that ask for the class of an event, as EQL's categories do. A vendor's record does not hold its class: each is
 * mapped to OCSF as the pipeline maps it, which takes several times as long as to match it. What the pipeline would put
 * aside has no class, and is matched all the same.
 */
import { compileMatcher } from '../../../detections/match/matcher.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { routedByClass } from '../../../pipeline/detect/class-routes.ts'
import type { Evaluator, Fields, OnFault } from './evaluation.ts'
import { EventMapper } from './event-mapper.ts'

/** The full scan has no part in it: of the rules of a class at most one copy is for an event. */
export function openClassEvaluator(rules: readonly Rule[], format: string, onFault: OnFault): Evaluator {
  const routed = rules.flatMap((rule, number) =>
    rule.body.kind === 'event' ? routedByClass(rule.body).map((body) => ({ number, rule: { ...rule, body } })) : [],
  )
  const numberOf = (at: number): number => routed[at]?.number ?? 0
  const matcher = compileMatcher(
    routed.map(({ rule }) => rule),
    { onFault: (at, error) => onFault(numberOf(at), error) },
  )
  const mapper = new EventMapper(format)
  const match = (record: Fields, onMatch: (rule: number) => void): void => {
    mapper.take(record)
    matcher.match(mapper.event, (at) => onMatch(numberOf(at)))
  }
  return { match, matchJson: null, mapper }
}
