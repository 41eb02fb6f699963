/**
 * Compiles `where` conditions to plan expressions. Operators have the meaning in the Kusto documentation of string and
 * datetime operators.
 */
import { parseNetwork } from '../plan/cidr.ts'
import { and, call, type Expr, literal, not, or, type Test, type Value } from '../plan/expr.ts'
import { compileRegex } from '../plan/regex.ts'
import { isNumber } from '../plan/scalar.ts'
import { compileComputed, compileEmpty, SEARCHES } from './compile-computed.ts'
import { isNumeric } from './compile-value.ts'
import { constantsOf } from './constants.ts'
import type { Expansion } from './expansion.ts'
import { refuse } from './fault.ts'
import type { KqlValue } from './literal.ts'
import { isTime } from './look-back.ts'
import { negated } from './negated.ts'
import { callOf, fieldOf, type Scope, unwrapped, without } from './scope.ts'
import type { Tree } from './tree.ts'

const ALWAYS: Expr = { kind: 'const', value: true }
const NEVER: Expr = { kind: 'const', value: false }
const NO_FLAGS = { i: false, m: false, s: false }

/**
 * The expression that is true when the condition is true; with `wanted` false, when it is false. A null condition makes
 * both false.
 */
export function compileCondition(tree: Tree, scope: Scope, wanted = true): Expr {
  scope.expansion.spend(tree.at)
  if (tree.is !== 'node') return ofBoolean(tree, scope, wanted)
  const [first, second] = tree.of
  const [word = ''] = tree.words
  if (tree.type === 'ParenthesizedExpression' && first) return compileCondition(first, scope, wanted)
  if (tree.type === 'FunctionCallExpression') return compileCall(tree, scope, wanted)
  if (first === undefined || second === undefined) return refuse(tree.at, `${tree.type} cannot be used as a condition`)
  if (word === 'and' || word === 'or')
    return joined((word === 'and') === wanted ? 'and' : 'or', [first, second], scope, wanted)
  // The condition only limits how far back a query looks. A rule sees every event on arrival, and a lake query has its
  // own time range.
  if (isTime(first)) return ALWAYS
  return asWanted(compileOperator(word, first, second, scope), wanted)
}

const asWanted = (expr: Expr, wanted: boolean): Expr => (wanted ? expr : negated(expr))

/** A chain of operands is one condition, although its tree nests once for each. */
function joined(kind: 'and' | 'or', operands: readonly Tree[], scope: Scope, wanted: boolean): Expr {
  const of = operands.map((operand) => compileCondition(operand, scope, wanted))
  return { kind, of: of.flatMap((one) => (one.kind === kind ? one.of : [one])) }
}

/** A missing boolean column is neither true nor false. */
function ofBoolean(tree: Tree, scope: Scope, wanted: boolean): Expr {
  const [value] = constantsOf(tree, scope) ?? []
  if (typeof value === 'boolean') return { kind: 'const', value: value === wanted }
  const made = conditionOf(tree, scope, wanted)
  if (made !== null) return made
  const field = fieldOf(tree, scope)
  if (field === null) return refuse(tree.at, 'expected a condition, which is true or false')
  return { kind: 'field', field, test: textTest('equals', String(wanted), false) }
}

/**
 * A column that `extend` defined by a condition: `extend IsX = a == b | where IsX`. Null when it is not such a column.
 */
function conditionOf(tree: Tree, scope: Scope, wanted: boolean): Expr | null {
  const made = tree.is === 'name' ? scope.columns.get(tree.name) : undefined
  if (tree.is !== 'name' || made?.is !== 'node') return null
  const isOperator = /^(?:Binary|In|HasAny|HasAll|Between|Parenthesized)Expression$/.test(made.type)
  if (!(isOperator && isComparison(made)) && !PREDICATES.has(callOf(made)?.name ?? '')) return null
  return compileCondition(made, { ...scope, columns: without(scope.columns, tree.name) }, wanted)
}

function isComparison(tree: Tree & { readonly is: 'node' }): boolean {
  const [first] = tree.of
  if (tree.type === 'ParenthesizedExpression') return first?.is === 'node' && isComparison(first)
  return !['+', '-', '*', '/', '%'].includes(tree.words[0] ?? '')
}

const PREDICATES = new Set([
  ...['not', 'isempty', 'isnotempty', 'notempty', 'isnull', 'isnotnull', 'ipv4_is_private', 'ipv4_is_in_range'],
  ...['ipv4_is_in_any_range'],
])

/** `IsX == true`, `IsX == 1`. */
function ofTruth(operator: string, left: Tree, right: Tree, scope: Scope): Expr | null {
  const [value] = operator === '==' ? (constantsOf(right, scope) ?? []) : []
  const isTrue = value === true || value === 1
  if (!isTrue && value !== false && value !== 0) return null
  return conditionOf(left, scope, isTrue)
}

function compileOperator(word: string, left: Tree, right: Tree, scope: Scope): Expr {
  const isNegated = word.startsWith('!')
  const operator = isNegated
    ? word === '!='
      ? '=='
      : word === '!~'
        ? '=~'
        : word.slice(1)
    : word === '<>'
      ? '=='
      : word
  const held = compilePositive(operator, left, right, scope)
  return isNegated || word === '<>' ? negated(held) : held
}

function compilePositive(operator: string, left: Tree, right: Tree, scope: Scope): Expr {
  const truth = ofTruth(operator, left, right, scope)
  if (truth !== null) return truth
  const subject = subjectOf(left, scope)
  const isOfOtherCase = subject?.isFolded === true && operator === 'matches regex'
  if (subject === null || isOfOtherCase) return compileComputed(operator, left, right, scope)
  const other = fieldOf(right, scope)
  const values = constantsOf(right, scope)
  if (values === null) {
    const isSame = other !== null && (operator === '==' || operator === '=~')
    if (!isSame || isNumeric(left) || isNumeric(right)) return compileComputed(operator, left, right, scope)
    const test: Test = { op: 'same', field: other, how: 'equals', cased: operator === '==' && !subject.isFolded }
    const holds: Expr = { kind: 'field', field: subject.field, test }
    return or(holds, and(emptyTest(subject.field), emptyTest(other)))
  }
  if (operator === 'between') return between(subject.field, values, right)
  const tests = values.map((value) => testOf(operator, value, subject, right.at, scope.expansion))
  const leaves = tests.map((test) => (test === null ? NEVER : orEmpty(subject.field, test, operator)))
  const holds = operator === 'has_all' ? and(...leaves) : or(...leaves)
  const searched = tests.every((test) => test !== null) ? searches(operator, values, tests, subject.field) : []
  return searched.length === 0
    ? holds
    : or(holds, and(isObject(subject.field), (operator === 'has_all' ? and : or)(...searched)))
}

const isObject = (field: string): Expr => ({ kind: 'field', field, test: { op: 'object' } })

/** Largest number of arguments of one call. */
const TEXTS_MAX = 1000

/**
 * An object, or a list that contains one, is searched in its JSON text. Returns none for an operator that does not
 * search a text.
 */
function searches(operator: string, values: readonly KqlValue[], tests: readonly Test[], field: string): Expr[] {
  const computed = (name: string, ...args: Value[]): Expr => ({ kind: 'computed', value: call(name, ...args) })
  const ref: Value = { kind: 'ref', field }
  const how = SEARCHES[operator]
  if (how === undefined) {
    const text = call('jsonText', ref)
    return tests.flatMap((test) => {
      if (test.op === 'contains')
        return [computed('searchJson', ref, literal('contains'), ...[false, false, ''].map(literal))]
      if (test.op !== 'regex') return []
      const letters = Object.entries(test.flags).flatMap(([letter, isSet]) => (isSet ? [letter] : []))
      return [computed('regex', text, literal(test.source), literal(letters.join(''))) satisfies Expr]
    })
  }
  const [first] = tests
  const isCased = first !== undefined && ('cased' in first ? first.cased : first.op === 'regex' && !first.flags.i)
  const operands = [ref, literal(how), literal(!isCased), literal(operator === 'has_all')]
  const texts = values.map((value) => literal(String(value)))
  return Array.from({ length: Math.ceil(texts.length / TEXTS_MAX) }, (_, page) =>
    computed('searchJson', ...operands, ...texts.slice(page * TEXTS_MAX, (page + 1) * TEXTS_MAX)),
  )
}

/** A missing text is '', for which some tests are true. */
function orEmpty(field: string, test: Test, operator: string): Expr {
  return holdsOfEmpty(test, operator) ? orAbsent(field, test) : { kind: 'field', field, test }
}

function orAbsent(field: string, test: Test): Expr {
  return or({ kind: 'field', field, test }, { kind: 'field', field, test: { op: 'absent' } })
}

/** A term is never empty; and a list may be so long that compiling a pattern for each element takes half a minute. */
function holdsOfEmpty(test: Test, operator: string): boolean {
  if ('text' in test) return test.text === ''
  if (test.op !== 'regex' || operator !== 'matches regex') return false
  const regex = compileRegex(test.source, test.flags)
  return 'test' in regex && regex.test('')
}

const emptyTest = (field: string): Expr => orAbsent(field, textTest('equals', '', true))

/** `tolower(x) == 'a'` is a comparison without case, as long as the text itself is in that case. */
type Subject = { readonly field: string; readonly isFolded: boolean; readonly accepts: (text: string) => boolean }

/** Null when it is no column. */
function subjectOf(tree: Tree, scope: Scope): Subject | null {
  const call = callOf(unwrapped(tree))
  const isLower = call?.name === 'tolower'
  const isFolded = isLower || call?.name === 'toupper'
  const field = fieldOf(isFolded && call?.args[0] ? call.args[0] : tree, scope)
  if (field === null) return null
  const accepts = (text: string) => !isFolded || text === (isLower ? text.toLowerCase() : text.toUpperCase())
  return { field, isFolded, accepts }
}

/** Null when nothing can pass. */
function testOf(
  operator: string,
  value: KqlValue,
  { isFolded, accepts }: Subject,
  at: number,
  expansion: Expansion,
): Test | null {
  if (value === null || typeof value === 'object')
    return refuse(at, `${operator} cannot compare with a time span or null`)
  const how = ORDER[operator]
  if (how !== undefined)
    return isNumber(value)
      ? { op: 'compare', how, value }
      : refuse(at, 'texts cannot be compared with <, <=, > or >=; use ==, has, contains or startswith')
  if (isNumber(value) && (operator === '==' || operator === 'in')) return { op: 'number', value }
  const text = String(value)
  if (operator === 'matches regex') return regexTest(text, at, expansion)
  const plain = PLAIN[operator]
  if (plain === undefined) return refuse(at, `a rule cannot use the operator ${operator}`)
  const cased = plain.cased && !isFolded && typeof value !== 'boolean'
  if (plain.cased && !accepts(text)) return null
  if (plain.op === 'term') return text === '' ? textTest('contains', '', cased) : termTest(text, plain, cased)
  return textTest(plain.op, text, cased)
}

const ORDER: Readonly<Record<string, 'lt' | 'lte' | 'gt' | 'gte'>> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' }

type Plain = {
  readonly op: 'equals' | 'prefix' | 'suffix' | 'contains' | 'term'
  readonly cased: boolean
  /** True when the term has to begin (`begins`) or end (`ends`) at a word boundary of the text. */
  readonly begins?: boolean
  readonly ends?: boolean
}

const PLAIN: Readonly<Record<string, Plain>> = {
  '==': { op: 'equals', cased: true },
  '=~': { op: 'equals', cased: false },
  in: { op: 'equals', cased: true },
  'in~': { op: 'equals', cased: false },
  contains: { op: 'contains', cased: false },
  contains_cs: { op: 'contains', cased: true },
  startswith: { op: 'prefix', cased: false },
  startswith_cs: { op: 'prefix', cased: true },
  endswith: { op: 'suffix', cased: false },
  endswith_cs: { op: 'suffix', cased: true },
  has: { op: 'term', cased: false, begins: true, ends: true },
  has_cs: { op: 'term', cased: true, begins: true, ends: true },
  has_any: { op: 'term', cased: false, begins: true, ends: true },
  has_all: { op: 'term', cased: false, begins: true, ends: true },
  hasprefix: { op: 'term', cased: false, begins: true, ends: false },
  hasprefix_cs: { op: 'term', cased: true, begins: true, ends: false },
  hassuffix: { op: 'term', cased: false, begins: false, ends: true },
  hassuffix_cs: { op: 'term', cased: true, begins: false, ends: true },
}

function textTest(op: 'equals' | 'prefix' | 'suffix' | 'contains', text: string, cased: boolean): Test {
  return { op, text, cased }
}

/**
 * No letter or digit stands beside a term, at a side where the term itself ends in one: `has ".exe"` holds for `a.exe`.
 * The text itself may hold others: `has "a b"` looks for both side by side.
 */
function termTest(text: string, { begins, ends }: Plain, cased: boolean): Test {
  const escaped = text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
  const before = begins && /^[\p{L}\p{N}]/u.test(text) ? '(?:^|[^\\pL\\pN])' : ''
  const after = ends && /[\p{L}\p{N}]$/u.test(text) ? '(?:$|[^\\pL\\pN])' : ''
  const source = `${before}${escaped}${after}`
  return { op: 'regex', source, flags: { i: !cased, m: false, s: true } }
}

function regexTest(source: string, at: number, expansion: Expansion): Test {
  expansion.regex(source, at)
  const regex = compileRegex(source, NO_FLAGS)
  return 'fault' in regex ? refuse(at, `regular expression: ${regex.fault}`) : { op: 'regex', source, flags: NO_FLAGS }
}

function between(field: string, [low, high]: readonly KqlValue[], { at }: Tree): Expr {
  if (!isNumber(low) || !isNumber(high)) return refuse(at, 'between needs two numbers: between (low .. high)')
  return and(
    { kind: 'field', field, test: { op: 'compare', how: 'gte', value: low } },
    { kind: 'field', field, test: { op: 'compare', how: 'lte', value: high } },
  )
}

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']

function compileCall(tree: Tree, scope: Scope, wanted: boolean): Expr {
  const call = callOf(tree)
  const [first, ...others] = call?.args ?? []
  if (!call || !first) return refuse(tree.at, 'a condition needs a function call with at least one argument')
  if (call.name === 'not') return compileCondition(first, scope, !wanted)
  const field = fieldOf(first, scope)
  const holds =
    field === null
      ? computedCall(call.name, first, scope, tree.at)
      : fieldCall(call.name, field, others, tree.at, scope)
  return asWanted(holds, wanted)
}

function fieldCall(name: string, field: string, others: readonly Tree[], at: number, scope: Scope): Expr {
  const holds = (test: Test): Expr => ({ kind: 'field', field, test })
  const isEmpty = emptyTest(field)
  switch (name) {
    case 'isempty':
      return isEmpty
    case 'isnotempty':
    case 'notempty':
      return not(isEmpty)
    case 'isnull':
      return holds({ op: 'absent' })
    case 'isnotnull':
      return not(holds({ op: 'absent' }))
    case 'ipv4_is_private':
      return or(...PRIVATE.map((network) => holds({ op: 'cidr', network })))
    case 'ipv4_is_in_range':
    case 'ipv4_is_in_any_range':
      return or(...networks(others, scope, at).map((network) => holds({ op: 'cidr', network })))
    default:
      return refuse(at, `a rule cannot use the function ${name} in a condition`)
  }
}

function networks(args: readonly Tree[], scope: Scope, at: number): readonly string[] {
  return args.flatMap((arg) => {
    const values = constantsOf(arg, scope) ?? refuse(arg.at, 'the network must be a constant such as "10.0.0.0/8"')
    return values.map((value) => {
      const network = typeof value === 'string' ? parseNetwork(value) : null
      return network?.canonical ?? refuse(at, `${String(value).slice(0, 60)} is not a network`)
    })
  })
}

function computedCall(name: string, arg: Tree, scope: Scope, at: number): Expr {
  if (name === 'isempty') return compileEmpty(arg, scope)
  if (name === 'isnotempty' || name === 'notempty') return not(compileEmpty(arg, scope))
  return refuse(at, `${name.slice(0, 60)} needs a column as its argument`)
}
