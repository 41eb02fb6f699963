/** Conditions on values that are no plain columns: results of functions, or two columns compared. */
import { valueFault } from '../plan/evaluate.ts'
import { call, type Expr, type Value } from '../plan/expr.ts'
import { isNumber } from '../plan/scalar.ts'
import { asText, compileValue, isNumeric } from './compile-value.ts'
import { constantsOf } from './constants.ts'
import { refuse } from './fault.ts'
import type { KqlValue } from './literal.ts'
import type { Scope } from './scope.ts'
import type { Tree } from './tree.ts'

type Compare = (left: Value, right: Value) => Value

/** Checks patterns and arguments, because a plan expects valid ones. */
function computed(value: Value, at: number): Expr {
  const fault = valueFault(value)
  return fault === null ? { kind: 'computed', value } : refuse(at, fault)
}

const plain =
  (name: string): Compare =>
  (left, right) =>
    call(name, left, right)
const cased =
  (name: string): Compare =>
  (left, right) =>
    call(name, asText(left), asText(right))
const folded =
  (name: string): Compare =>
  (left, right) =>
    call(name, call('fold', asText(left)), call('fold', asText(right)))

/** The plan's search function for each operator that looks for a text in another. */
export const SEARCHES: Readonly<Record<string, string>> = {
  contains: 'contains',
  contains_cs: 'contains',
  startswith: 'startsWith',
  startswith_cs: 'startsWith',
  endswith: 'endsWith',
  endswith_cs: 'endsWith',
  has: 'hasTerm',
  has_cs: 'hasTerm',
  has_any: 'hasTerm',
  has_all: 'hasTerm',
}

const COMPARISONS: Readonly<Record<string, Compare>> = {
  '==': cased('equals'),
  '=~': folded('equals'),
  '<': plain('lt'),
  '<=': plain('lte'),
  '>': plain('gt'),
  '>=': plain('gte'),
  in: cased('equals'),
  'in~': folded('equals'),
  ...Object.fromEntries(
    Object.entries(SEARCHES).map(([operator, name]) => [operator, (operator.endsWith('_cs') ? cased : folded)(name)]),
  ),
}

/** Two missing numbers are neither equal nor different; a missing one differs from any number. */
const sameNumber: Compare = (left, right) =>
  call(
    'or',
    call('coalesce', call('equals', left, right), { kind: 'literal', value: false }),
    call('and', call('isNull', left), call('isNull', right), { kind: 'literal', value: null }),
  )

/** `operator` without its `!`. */
export function compileComputed(operator: string, left: Tree, right: Tree, scope: Scope): Expr {
  const isList = right.is === 'node' && right.type === 'ExpressionList'
  if (isList && constantsOf(right, scope) === null) refuse(right.at, `${operator} needs a list of constants here`)
  const value = compileValue(left, scope)
  const constants = constantsOf(right, scope)
  if (operator === 'matches regex') return matches(value, constants, right, scope)
  if (operator === 'between') return between(value, constants, right)
  const compare = COMPARISONS[operator]
  if (!compare) return refuse(left.at, `a rule cannot use the operator ${operator} here`)
  if (constants === null) {
    const other = compileValue(right, scope)
    const isOfNumbers = operator === '==' && (isNumeric(left) || isNumeric(right))
    return computed((isOfNumbers ? sameNumber : compare)(value, other), left.at)
  }
  const tests = constants.map((constant) => compare(value, literalOf(constant, right.at)))
  const [only] = tests
  if (only && tests.length === 1) return computed(only, left.at)
  if (tests.length === 0) return { kind: 'const', value: operator === 'has_all' }
  return computed(call(operator === 'has_all' ? 'and' : 'or', ...tests), left.at)
}

/** True when a value is null or the empty text. */
export function compileEmpty(tree: Tree, scope: Scope): Expr {
  return computed(call('equals', asText(compileValue(tree, scope)), { kind: 'literal', value: '' }), tree.at)
}

function literalOf(value: KqlValue, at: number): Value {
  if (value === null || typeof value === 'object')
    return refuse(at, 'a field cannot be compared with a time span or null here')
  return { kind: 'literal', value }
}

function matches(value: Value, constants: readonly KqlValue[] | null, { at }: Tree, scope: Scope): Expr {
  const [pattern] = constants ?? []
  if (typeof pattern !== 'string') return refuse(at, 'matches regex needs a constant pattern here')
  scope.expansion.regex(pattern, at)
  return computed(call('regex', asText(value), { kind: 'literal', value: pattern }), at)
}

function between(value: Value, constants: readonly KqlValue[] | null, { at }: Tree): Expr {
  const [low, high] = constants ?? []
  if (!isNumber(low) || !isNumber(high)) return refuse(at, 'between needs two numbers: between (low .. high)')
  const above = call('gte', value, { kind: 'literal', value: low })
  return computed(call('and', above, call('lte', value, { kind: 'literal', value: high })), at)
}
