import type { Expr } from '../plan/expr.ts'

/** Number of tests of an expression; shared parts are counted each time that they are used. */
export function sizeOf(expr: Expr): number {
  if (expr.kind === 'and' || expr.kind === 'or') return expr.of.reduce((sum, operand) => sum + sizeOf(operand), 0)
  return expr.kind === 'not' ? sizeOf(expr.of) : 1
}
