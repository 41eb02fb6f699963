/**
 * Conditions as decision graphs over numbered predicates. A node is four integers: the predicate, the next node when it
 * is true, the next node when it is false, and the predicate's table (see `field-index.ts`). Rules with one condition
 * and one log source share a program.
 */
import type { Expr } from '../plan/expr.ts'
import type { EventBody, LogSource } from '../plan/plan.ts'
import { BadRule } from './compile-test.ts'
import { MATCH_LIMITS } from './limits.ts'
import { type Leaf, type Predicate, Predicates } from './predicates.ts'

/** Targets that end a graph. */
export const HOLDS = -1
export const FAILS = -2

/** Predicates without which a rule cannot match: one, or all or any of several; null when none is required. */
export type Needs =
  | { readonly kind: 'predicate'; readonly predicate: number }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Needs[] }

export type Program = {
  /** A node of the graph, `HOLDS` or `FAILS`. */
  readonly entry: number
  readonly needs: Needs | null
  readonly logSource: LogSource
  /** Indices of the rules that share this program. */
  readonly rules: number[]
}

export type Compiled = {
  readonly predicates: Predicates
  readonly programs: readonly Program[]
  readonly graph: Int32Array
  /** Rules that cannot run, with the reason. */
  readonly faults: readonly { readonly rule: number; readonly error: Error }[]
}

export function compilePrograms(bodies: readonly (EventBody | null)[]): Compiled {
  const compiler = new Compiler()
  const byText = new Map<string, Program>()
  const faults: { rule: number; error: Error }[] = []
  for (const [rule, body] of bodies.entries()) {
    if (!body) continue
    try {
      const where = compiler.number(body.where)
      const text = `${JSON.stringify(body.logSource)} ${textOf(where)}`
      const program = byText.get(text) ?? compiler.program(where, body.logSource)
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

/** A condition with the numbers of its tests, and its cost of evaluation. */
type Numbered =
  | { readonly kind: 'const'; readonly value: boolean; readonly price: number }
  | { readonly kind: 'test'; readonly predicate: number; readonly price: number }
  | { readonly kind: 'not'; readonly of: Numbered; readonly price: number }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Numbered[]; readonly price: number }

/** A key that is equal for equal conditions in the same order. */
function textOf(where: Numbered): string {
  switch (where.kind) {
    case 'const':
      return where.value ? 'true' : 'false'
    case 'test':
      return String(where.predicate)
    case 'not':
      return `!${textOf(where.of)}`
    default:
      return `${where.kind}(${where.of.map(textOf).join()})`
  }
}

class Compiler {
  readonly predicates = new Predicates()
  readonly nodes: number[] = []

  /** Throws `BadRule` for a condition that is nested too deep. */
  number(expr: Expr, depth = 0): Numbered {
    if (depth > MATCH_LIMITS.nestingMax)
      throw new BadRule(`condition is nested more than ${MATCH_LIMITS.nestingMax} deep`)
    switch (expr.kind) {
      case 'const':
        return { kind: 'const', value: expr.value, price: 0 }
      case 'not': {
        const of = this.number(expr.of, depth + 1)
        return { kind: 'not', of, price: of.price }
      }
      case 'and':
      case 'or': {
        const of = expr.of.map((part) => this.number(part, depth + 1))
        return { kind: expr.kind, of, price: of.reduce((sum, { price }) => sum + price, 0) }
      }
      default:
        return { kind: 'test', predicate: this.predicates.of(expr), price: priceOf(expr) }
    }
  }

  program(where: Numbered, logSource: LogSource): Program {
    return { entry: this.emit(where, HOLDS, FAILS), needs: this.needs(where, true), logSource, rules: [] }
  }

  /** Emitted from back to front, because a node refers to the nodes after it. */
  private emit(where: Numbered, onTrue: number, onFalse: number): number {
    switch (where.kind) {
      case 'const':
        return where.value ? onTrue : onFalse
      case 'not':
        return this.emit(where.of, onFalse, onTrue)
      case 'and':
        return cheapestFirst(where.of).reduceRight((next, part) => this.emit(part, next, onFalse), onTrue)
      case 'or':
        return cheapestFirst(where.of).reduceRight((next, part) => this.emit(part, onTrue, next), onFalse)
      case 'test':
        return this.nodes.push(where.predicate, onTrue, onFalse, 0) - 4
    }
  }

  /** The predicates that `where`, or its negation, requires. A test requires itself, or its gate; a negated test requires nothing. */
  private needs(where: Numbered, isPlain: boolean): Needs | null {
    switch (where.kind) {
      case 'const':
        return where.value === isPlain ? null : { kind: 'any', of: [] }
      case 'not':
        return this.needs(where.of, !isPlain)
      case 'and':
      case 'or': {
        const parts = where.of.map((part) => this.needs(part, isPlain))
        const isAll = (where.kind === 'and') === isPlain
        const known = parts.filter((part) => part !== null)
        if (isAll) return known.length > 0 ? { kind: 'all', of: known } : null
        return known.length === parts.length ? { kind: 'any', of: known } : null
      }
      case 'test':
        return isPlain ? this.needsOf(where.predicate) : null
    }
  }

  private needsOf(id: number): Needs | null {
    const predicate = this.predicates.all[id] as Predicate
    if (predicate.kind === 'absent') return null
    if (predicate.kind !== 'judged') return { kind: 'predicate', predicate: id }
    const gate = predicate.judged.of === 'leaf' ? predicate.judged.gate : null
    return gate && { kind: 'any', of: gate.map((one) => ({ kind: 'predicate', predicate: one })) }
  }
}

function cheapestFirst(parts: readonly Numbered[]): readonly Numbered[] {
  return parts.toSorted((a, b) => a.price - b.price)
}

/** Estimated cost: a mark is cheap to read; searches of the whole event and regular expressions are most expensive. */
function priceOf(leaf: Leaf): number {
  switch (leaf.kind) {
    case 'anywhere':
      return 1000
    case 'computed':
      return 500
    case 'field':
      return priceOfTest(leaf.test.op)
  }
}

function priceOfTest(op: string): number {
  if (op === 'regex') return 200
  if (op === 'contains') return 4
  return ['like', 'cidr', 'compare', 'same', 'time_part'].includes(op) ? 50 : 1
}
