/**
 * Rules that ask for the class of an event, as EQL's categories do. A vendor's record does not hold its class: each is
 * mapped to OCSF as the pipeline maps it, which takes several times as long as to match it.
 */
import { detectMapping, intakeOf } from '../../../connectors/index.ts'
import { compileMatcher } from '../../../detections/match/matcher.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { routedByClass } from '../../../pipeline/detect/class-routes.ts'
import { EventAtHand } from '../../../pipeline/detect/event-at-hand.ts'
import { assert } from '../../../platform/assert.ts'
import { EventRow } from '../../../schemas/event-row.ts'
import type { Evaluator, Fields, OnFault } from './evaluation.ts'

/** The full scan has no part in it: of the rules of a class at most one copy is for an event. */
export function openClassEvaluator(rules: readonly Rule[], format: string, onFault: OnFault): Evaluator {
  const intake = intakeOf(format)
  assert(intake !== null, 'the format was checked')
  const routed = rules.flatMap((rule, number) =>
    rule.body.kind === 'event' ? routedByClass(rule.body).map((body) => ({ number, rule: { ...rule, body } })) : [],
  )
  const numberOf = (at: number): number => routed[at]?.number ?? 0
  const matcher = compileMatcher(
    routed.map(({ rule }) => rule),
    { onFault: (at, error) => onFault(numberOf(at), error) },
  )
  const [row, event] = [new EventRow(), new EventAtHand()]
  const match = (record: Fields, onMatch: (rule: number) => void): void => {
    const mapping = intake === 'detect' ? detectMapping(record) : intake
    row.clear()
    // What the pipeline would put aside has no class, and is matched all the same.
    if (mapping.fill(record, row) !== null) row.clear()
    event.take({ tenantId: '', record, mapping, row })
    matcher.match(event, (at) => onMatch(numberOf(at)))
  }
  return { match, matchJson: null }
}
