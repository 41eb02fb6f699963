/** Conditions over the feeds of a temporal window. Sets of feeds are bits: feed n is bit n. */
import type { FeedCondition } from '../plan/plan.ts'

export type Condition = FeedCondition

/** The condition that all feeds were seen. */
export function allOf(feeds: number): Condition {
  return { kind: 'and', of: Array.from({ length: feeds }, (_, feed) => ({ kind: 'feed', feed })) }
}

/**
 * `seen` holds the bits of feeds for plain names, `near` those for names under a `not`. Depth is bounded by `faultIn`.
 */
export function holds(condition: Condition, seen: number, near: number): boolean {
  if (condition.kind === 'feed') return (seen & (1 << condition.feed)) !== 0
  if (condition.kind === 'not') return !holds(condition.of, near, seen)
  for (const part of condition.of) {
    if (holds(part, seen, near) === (condition.kind === 'or')) return condition.kind === 'or'
  }
  return condition.kind === 'and'
}

export function hasNegation(condition: Condition): boolean {
  if (condition.kind === 'not') return true
  return condition.kind !== 'feed' && condition.of.some(hasNegation)
}

const DEPTH_MAX = 64

/** Why it cannot be evaluated, or null. */
export function faultIn(condition: Condition, feeds: number, depth = 0): string | null {
  if (depth > DEPTH_MAX) return `the condition is nested deeper than ${DEPTH_MAX}`
  if (condition.kind === 'feed')
    return condition.feed < feeds ? null : `the condition names feed ${condition.feed} of ${feeds}`
  const parts = condition.kind === 'not' ? [condition.of] : condition.of
  for (const part of parts) {
    const fault = faultIn(part, feeds, depth + 1)
    if (fault) return fault
  }
  return null
}
