/**
 * The SQL target of a plan: selects the rows of `events` that match an event rule, from the stored text, as the matcher
 * does from the parsed one. It does not filter by tenant: the reader adds that filter.
 *
 * SQL cannot decide every row: texts that are no JSON, JSON that the engine parses differently than JavaScript (numbers
 * beyond 64 bits, unpaired surrogates, a name twice in one object), functions without an SQL form. Such rows are never
 * silently excluded: they are `undecided`, and the caller lets the matcher judge them.
 */
import type { FieldView } from '../../schemas/event-view.ts'
import type { Expr } from '../plan/expr.ts'
import type { EventBody } from '../plan/plan.ts'
import type { Bindings } from './bindings.ts'
import { compileAnyText, compileTest, compileTextTest } from './compile-test.ts'
import { compileComputed } from './compile-value.ts'
import { type LakeKinds, ofKindsSql } from './kind.ts'
import { allOf, anyOf, conjunction, disjunction, exactly, isExact, negation, opposite, type Truth } from './truth.ts'

export type SqlRule = {
  /** Rows that certainly match the rule. Refers to the columns of `bindings.table`. */
  readonly where: string
  /** Rows that SQL cannot decide, disjoint from `where`; `0` when there are none. */
  readonly undecided: string
  /** Why some rows are undecided, for the author of the rule. */
  readonly refusals: readonly string[]
}

/** Expressions inside each other; the engine's own parser gives up at 1000. */
const NESTING_MAX = 200
/** Size of one condition; the engine accepts statements of 256 KiB unless configured otherwise (`BATCH_SETTINGS`). */
const CHARACTERS_MAX = 4 << 20

/**
 * For a statement with many conditions. Memory grows with rules times rows: a hundred real rules over a thousand events
 * stay below 1 GB, more may not.
 */
export const BATCH_SETTINGS = {
  max_query_size: `${64 << 20}`,
  max_ast_elements: '5000000',
  max_expanded_ast_elements: '20000000',
  max_ast_depth: '10000',
  max_parser_depth: '10000',
} as const

/** Several rules may share `bindings`; one statement then selects from its `table`. */
export function compileSql(body: EventBody, kinds: LakeKinds, bindings: Bindings): SqlRule {
  const refusals = new Set<string>()
  /**
   * Groups kinds with equal compiled conditions, because most kinds of a source have their fields in the same
   * locations.
   */
  const groups = new Map<string, { readonly condition: RowCondition; readonly numbers: number[] }>()
  const opaque: number[] = []
  for (const [number, kind] of kinds.list.entries()) {
    if (!kind.covers(body.logSource)) continue
    if (kind.view === null) {
      opaque.push(number)
      refusals.add(`the text of ${kind.name} is read by the matcher alone`)
      continue
    }
    const condition = new ExprCompiler(kind.view, bindings, refusals).whole(body.where)
    const key = JSON.stringify(condition)
    const known = groups.get(key)
    if (known) known.numbers.push(number)
    else groups.set(key, { condition, numbers: [number] })
  }
  const parts = [...groups.values()].map(({ condition, numbers }) =>
    partsOf(condition, ofKindsSql(kinds, numbers, bindings)),
  )
  const where = disjunction(parts.map((part) => part.where))
  const undecided = disjunction([ofKindsSql(kinds, opaque, bindings), ...parts.map((part) => part.undecided)])
  return withinBounds({ where, undecided, refusals: [...refusals] })
}

/** A condition over rows of one shape, and when SQL can judge these rows at all. */
type RowCondition = { readonly truth: Truth; readonly readable: string }

function partsOf({ truth, readable }: RowCondition, rows: string): { where: string; undecided: string } {
  const between = isExact(truth) ? '0' : conjunction([truth.maybe, negation(truth.sure)])
  const where = conjunction([rows, readable, truth.sure])
  return { where, undecided: conjunction([rows, disjunction([negation(readable), between])]) }
}

function withinBounds(rule: SqlRule): SqlRule {
  if (rule.where.length + rule.undecided.length <= CHARACTERS_MAX) return rule
  return { where: '0', undecided: '1', refusals: [`the rule makes more than ${CHARACTERS_MAX} characters of SQL`] }
}

class ExprCompiler {
  readonly #view: FieldView
  readonly #bindings: Bindings
  readonly #refusals: Set<string>
  /** Tested fields, whose leaves may be nested too deep for SQL. */
  readonly #fields = new Set<string>()

  constructor(view: FieldView, bindings: Bindings, refusals: Set<string>) {
    this.#view = view
    this.#bindings = bindings
    this.#refusals = refusals
  }

  whole(expr: Expr): RowCondition {
    const truth = this.#compile(expr, 0)
    return { truth, readable: this.#bindings.readable(this.#fields) }
  }

  #compile(expr: Expr, depth: number): Truth {
    if (depth > NESTING_MAX) return this.#refused(`conditions are nested more than ${NESTING_MAX} deep`)
    switch (expr.kind) {
      case 'const':
        return exactly(expr.value ? '1' : '0')
      case 'and':
        return allOf(expr.of.map((one) => this.#compile(one, depth + 1)))
      case 'or':
        return anyOf(gathered(expr.of).map((one) => this.#either(one, depth + 1)))
      case 'not':
        return opposite(this.#compile(expr.of, depth + 1))
      case 'field':
        return compileTest(expr.test, this.#contextOf(this.#leaves(expr.field)))
      case 'anywhere':
        return compileTextTest(expr.test, this.#contextOf(this.#bindings.everyLeaf()))
      case 'computed':
        return compileComputed(expr.value, {
          bindings: this.#bindings,
          leaves: (field) => this.#leaves(field),
          refuse: (reason) => this.#refusals.add(reason),
        })
    }
  }

  /** Several texts in the same test of one field become a single search. */
  #either({ first, texts }: Gathered, depth: number): Truth {
    if (texts.length < 2 || first.kind !== 'field') return this.#compile(first, depth)
    const test = first.test
    if (test.op !== 'equals' && test.op !== 'prefix' && test.op !== 'suffix' && test.op !== 'contains')
      return this.#compile(first, depth)
    return compileAnyText({ op: test.op, cased: test.cased, texts }, this.#contextOf(this.#leaves(first.field)))
  }

  #leaves(field: string): string {
    const leaves = this.#bindings.leaves(this.#view, field)
    this.#fields.add(leaves)
    return leaves
  }

  #contextOf(leaves: string) {
    const refuse = (reason: string) => void this.#refusals.add(reason)
    return { bindings: this.#bindings, leaves, other: (field: string) => this.#leaves(field), refuse }
  }

  #refused(reason: string): Truth {
    this.#refusals.add(reason)
    return { sure: '0', maybe: '1' }
  }
}

type Gathered = { readonly first: Expr; readonly texts: string[] }

/** Groups the operands of an `or`: plain tests of one field that differ only in their text are combined. */
function gathered(of: readonly Expr[]): readonly Gathered[] {
  const groups = new Map<string, Gathered>()
  for (const [at, expr] of of.entries()) {
    const test = expr.kind === 'field' && 'text' in expr.test && 'cased' in expr.test ? expr.test : null
    const key = test && expr.kind === 'field' ? JSON.stringify([expr.field, test.op, test.cased]) : `${at}`
    const known = groups.get(key)
    if (known && test) known.texts.push(test.text)
    else groups.set(key, { first: expr, texts: test ? [test.text] : [] })
  }
  return [...groups.values()]
}
