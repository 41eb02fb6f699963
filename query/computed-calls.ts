/** Counts the function calls in a condition, over all places of a rule, as a measure of how much it computes. */
import type { Expr, Value } from '../detections/plan/expr.ts'

export function computedCalls(expr: Expr): number {
  switch (expr.kind) {
    case 'and':
    case 'or':
      return sum(expr.of.map(computedCalls))
    case 'not':
      return computedCalls(expr.of)
    case 'computed':
      return callsIn(expr.value)
    default:
      return 0
  }
}

function callsIn(value: Value): number {
  if (value.kind === 'list') return sum(value.of.map(callsIn))
  return value.kind === 'call' ? 1 + sum(value.args.map(callsIn)) : 0
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
