/**
 * Conditions as decision graphs over numbered predicates. A node is four integers: the predicate, where to go when it
 * holds, where when it does not, and the predicate's table (see `field-index.ts`). Rules with one condition and one log source share a program.
 */
import type { Expr } from '../plan/expr.ts'
import type { EventBody, LogSource } from '../plan/plan.ts'
import { BadRule } from './compile-test.ts'
import { MATCH_LIMITS } from './limits.ts'
import { type Leaf, type Predicate, Predicates } from './predicates.ts'

/** Targets that end a graph. */
export const HOLDS = -1
export const FAILS = -2

/** What a rule cannot match without: a predicate, all or any of several such; null where nothing is needed. */
export type Needs =
  | { readonly kind: 'predicate'; readonly predicate: number }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Needs[] }

export type Program = {
  /** A node of the graph, `HOLDS` or `FAILS`. */
  readonly entry: number
  readonly needs: Needs | null
  readonly logSource: LogSource
  /** Indices of the rules that are this program. */
  readonly rules: number[]
}

export type Compiled = {
  readonly predicates: Predicates
  readonly programs: readonly Program[]
  readonly graph: Int32Array
  /** Rules that cannot run, and why. */
  readonly faults: readonly { readonly rule: number; readonly error: Error }[]
}

export function compilePrograms(bodies: readonly (EventBody | null)[]): Compiled {
  const compiler = new Compiler()
  const byText = new Map<string, Program>()
  const faults: { rule: number; error: Error }[] = []
  for (const [rule, body] of bodies.entries()) {
    if (!body) continue
    try {
      checkDepth(body.where, 0)
      const text = JSON.stringify([body.logSource, body.where])
      const program = byText.get(text) ?? compiler.program(body)
      program.rules.push(rule)
      byText.set(text, program)
    } catch (error) {
      if (!(error instanceof BadRule)) throw error
      faults.push({ rule, error })
    }
  }
  const { predicates, nodes } = compiler
  return { predicates, programs: [...byText.values()], graph: Int32Array.from(nodes), faults }
}

function checkDepth(expr: Expr, depth: number): void {
  if (depth > MATCH_LIMITS.nestingMax)
    throw new BadRule(`condition is nested more than ${MATCH_LIMITS.nestingMax} deep`)
  if (expr.kind === 'and' || expr.kind === 'or') for (const part of expr.of) checkDepth(part, depth + 1)
  if (expr.kind === 'not') checkDepth(expr.of, depth + 1)
}

class Compiler {
  readonly predicates = new Predicates()
  readonly nodes: number[] = []

  program(body: EventBody): Program {
    const entry = this.emit(body.where, HOLDS, FAILS)
    return { entry, needs: this.needs(body.where, true), logSource: body.logSource, rules: [] }
  }

  /** Back to front, because a node names the nodes after it. */
  private emit(expr: Expr, onTrue: number, onFalse: number): number {
    switch (expr.kind) {
      case 'const':
        return expr.value ? onTrue : onFalse
      case 'not':
        return this.emit(expr.of, onFalse, onTrue)
      case 'and':
        return this.cheapestFirst(expr.of).reduceRight((next, part) => this.emit(part, next, onFalse), onTrue)
      case 'or':
        return this.cheapestFirst(expr.of).reduceRight((next, part) => this.emit(part, onTrue, next), onFalse)
      default:
        return this.nodes.push(this.predicates.of(expr), onTrue, onFalse, 0) - 4
    }
  }

  private cheapestFirst(parts: readonly Expr[]): readonly Expr[] {
    const priced = parts.map((part) => ({ part, price: priceOf(part) }))
    return priced.sort((a, b) => a.price - b.price).map(({ part }) => part)
  }

  /** For `expr`, or for its negation. A test needs itself, or its gate; what is negated needs nothing. */
  private needs(expr: Expr, isPlain: boolean): Needs | null {
    switch (expr.kind) {
      case 'const':
        return expr.value === isPlain ? null : { kind: 'any', of: [] }
      case 'not':
        return this.needs(expr.of, !isPlain)
      case 'and':
      case 'or': {
        const parts = expr.of.map((part) => this.needs(part, isPlain))
        const isAll = (expr.kind === 'and') === isPlain
        const known = parts.filter((part) => part !== null)
        if (isAll) return known.length > 0 ? { kind: 'all', of: known } : null
        return known.length === parts.length ? { kind: 'any', of: known } : null
      }
      default:
        return isPlain ? this.needsOf(expr) : null
    }
  }

  private needsOf(leaf: Leaf): Needs | null {
    const id = this.predicates.of(leaf)
    const predicate = this.predicates.all[id] as Predicate
    if (predicate.kind === 'absent') return null
    if (predicate.kind !== 'judged') return { kind: 'predicate', predicate: id }
    const gate = predicate.judged.of === 'leaf' ? predicate.judged.gate : null
    return gate && { kind: 'any', of: gate.map((one) => ({ kind: 'predicate', predicate: one })) }
  }
}

/** Reading a mark costs little; the whole event and regular expressions cost most. */
function priceOf(expr: Expr): number {
  switch (expr.kind) {
    case 'const':
      return 0
    case 'not':
      return priceOf(expr.of)
    case 'and':
    case 'or':
      return expr.of.reduce((sum, part) => sum + priceOf(part), 0)
    case 'anywhere':
      return 1000
    case 'computed':
      return 500
    case 'field':
      return priceOfTest(expr.test.op)
  }
}

function priceOfTest(op: string): number {
  if (op === 'regex') return 200
  if (op === 'contains') return 4
  return ['like', 'cidr', 'compare', 'same', 'time_part'].includes(op) ? 50 : 1
}
