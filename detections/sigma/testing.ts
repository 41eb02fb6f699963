/**
 * For tests: creates rules from a detection section alone, and evaluates an expression from the truth of its leaves.
 */
import type { Expr } from '../plan/expr.ts'
import { parseSigma } from './parse.ts'
import type { Placeholders } from './placeholders.ts'

export function ruleText(detection: object, extra: object = {}): string {
  return JSON.stringify({ title: 'a rule', logsource: { product: 'windows' }, detection, ...extra })
}

/** The expression of a selection, or the reason why there is none. */
export function whereOf(selection: unknown, placeholders: Placeholders = new Map()): Expr | string {
  const { rules, faults } = parseSigma(ruleText({ sel: selection, condition: 'sel' }), 'a.yml', { placeholders })
  const body = rules[0]?.body
  return body?.kind === 'event' ? body.where : (faults[0]?.reason ?? 'neither rule nor fault')
}

export function truth(expr: Expr, leaf: (expr: Expr) => boolean): boolean {
  switch (expr.kind) {
    case 'and':
      return expr.of.every((operand) => truth(operand, leaf))
    case 'or':
      return expr.of.some((operand) => truth(operand, leaf))
    case 'not':
      return !truth(expr.of, leaf)
    case 'const':
      return expr.value
    default:
      return leaf(expr)
  }
}
