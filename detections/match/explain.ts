/** Why a rule did or did not match an event: its condition with what each part came to. */
import type { MatchEvent } from '../../schemas/event-view.ts'
import type { Expr } from '../plan/expr.ts'
import type { EventBody } from '../plan/plan.ts'
import { compileGetter, readExactly } from './read-field.ts'
import { coversLogSource, scanExpr } from './scan.ts'

export type Explanation = {
  /** False when the rule is meant for other log sources; `where` is said all the same. */
  readonly isForLogSource: boolean
  readonly matches: boolean
  readonly where: ExplainedExpr
}

export type ExplainedExpr =
  | { readonly kind: 'and' | 'or' | 'not'; readonly held: boolean; readonly of: readonly ExplainedExpr[] }
  | {
      readonly kind: 'test'
      readonly held: boolean
      readonly expr: Expr
      /** What the event has in the field that is tested; undefined when it has none, or no single field is tested. */
      readonly value: unknown
    }

/** Throws `BadRule` when the rule cannot be run. */
export function explainMatch(body: EventBody, event: MatchEvent): Explanation {
  const where = explainExpr(body.where, event)
  const isForLogSource = coversLogSource(body.logSource, event.logSource)
  return { isForLogSource, matches: isForLogSource && where.held, where }
}

function explainExpr(expr: Expr, event: MatchEvent): ExplainedExpr {
  if (expr.kind === 'not') {
    const of = explainExpr(expr.of, event)
    return { kind: 'not', held: !of.held, of: [of] }
  }
  if (expr.kind === 'and' || expr.kind === 'or') {
    const of = expr.of.map((part) => explainExpr(part, event))
    return { kind: expr.kind, held: expr.kind === 'and' ? of.every(isHeld) : of.some(isHeld), of }
  }
  const value = expr.kind === 'field' ? readExactly(compileGetter(event.view, expr.field), event) : undefined
  return { kind: 'test', held: scanExpr(expr)(event), expr, value }
}

function isHeld({ held }: ExplainedExpr): boolean {
  return held
}
