/** Explains why a rule did or did not match an event: its condition with the result of each part. */
import type { MatchEvent } from '../../schemas/event-view.ts'
import type { Expr } from '../plan/expr.ts'
import type { EventBody } from '../plan/plan.ts'
import { EVALUATION_WORK, withinWork, work } from '../plan/work.ts'
import { compileGetter, readExactly } from './read-field.ts'
import { coversLogSource, scanExpr } from './scan.ts'

export type Explanation = {
  /** False when the rule is meant for other log sources; `where` is explained all the same. */
  readonly isForLogSource: boolean
  readonly matches: boolean
  /** True when the work limit of one evaluation was exceeded: some tests were stopped, and the rule does not match. */
  readonly isUnfinished: boolean
  readonly where: ExplainedExpr
}

export type ExplainedExpr =
  | { readonly kind: 'and' | 'or' | 'not'; readonly held: boolean; readonly of: readonly ExplainedExpr[] }
  | {
      readonly kind: 'test'
      readonly held: boolean
      readonly expr: Expr
      /**
       * The event's value of the tested field; undefined when it has none, or when the test is not about a single
       * field.
       */
      readonly value: unknown
    }

/** Throws `BadRule` when the rule cannot run. */
export function explainMatch(body: EventBody, event: MatchEvent): Explanation {
  const room = { left: Math.min(EXPLAINED_WORK, work.left), isUnfinished: false }
  const where = explainExpr(body.where, event, room)
  const isForLogSource = coversLogSource(body.logSource, event.logSource)
  const { isUnfinished } = room
  return { isForLogSource, matches: isForLogSource && where.held && !isUnfinished, isUnfinished, where }
}

/** Evaluates every test, including those after one that decides the result. */
const EXPLAINED_WORK = 2 * EVALUATION_WORK

/** A test is made for each event anew. */
const TEST_UNITS = 16

type Room = { left: number; isUnfinished: boolean }

function explainExpr(expr: Expr, event: MatchEvent, room: Room): ExplainedExpr {
  if (expr.kind === 'not') {
    const of = explainExpr(expr.of, event, room)
    return { kind: 'not', held: !of.held, of: [of] }
  }
  if (expr.kind === 'and' || expr.kind === 'or') {
    const of = expr.of.map((part) => explainExpr(part, event, room))
    return { kind: expr.kind, held: expr.kind === 'and' ? of.every(isHeld) : of.some(isHeld), of }
  }
  const value = expr.kind === 'field' ? readExactly(compileGetter(event.view, expr.field), event) : undefined
  return { kind: 'test', held: judged(expr, event, room), expr, value }
}

function judged(expr: Expr, event: MatchEvent, room: Room): boolean {
  const done = withinWork(room.left, () => {
    work.spend(TEST_UNITS)
    const held = scanExpr(expr)(event)
    return { held, left: work.left }
  })
  room.left = done?.value.left ?? 0
  room.isUnfinished ||= done === null
  return done?.value.held ?? false
}

function isHeld({ held }: ExplainedExpr): boolean {
  return held
}
