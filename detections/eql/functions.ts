/**
 * EQL's functions by name, any case (public content writes `cidrmatch` and `stringContains`): which calls of the plan
 * they are. Reference: Elastic, EQL function reference, and the query guide of the language's first implementation.
 */
import { call, literal, type Value } from '../plan/expr.ts'
import type { Node } from './ast.ts'
import { quote, refuse } from './fault.ts'
import { fold } from './fold-value.ts'
import { regexTest, testCall, wildcardTest } from './text-test.ts'

type CallNode = Node & { readonly kind: 'call' }

type EqlFunction = {
  readonly min: number
  readonly max: number
  /** Has a variant in any case: `name~`. */
  readonly canFold: boolean
  readonly build: (args: readonly Value[], node: CallNode) => Value
}

const direct = (name: string, min: number, max = min): EqlFunction => ({
  min,
  max,
  canFold: false,
  build: (args) => call(name, ...args),
})

const folding = (name: string, min: number, max = min): EqlFunction => ({
  min,
  max,
  canFold: true,
  build: (args, node) => call(name, ...(node.isFolded ? args.map(fold) : args)),
})

const ANY_NUMBER = 512

const arraySearch: EqlFunction = {
  min: 3,
  max: 3,
  canFold: false,
  build: (args, node) => arrayForm('arraySearch', args, node),
}

const TABLE: Readonly<Record<string, EqlFunction>> = {
  /** Endpoint rules use this spelling. */
  _arraysearch: arraySearch,
  add: direct('add', 2),
  arraycontains: direct('arrayContains', 2, ANY_NUMBER),
  arraycount: { min: 3, max: 3, canFold: false, build: (args, node) => arrayForm('arrayCount', args, node) },
  arraysearch: arraySearch,
  between: { min: 3, max: 4, canFold: true, build: between },
  cidrmatch: direct('cidrMatch', 2, ANY_NUMBER),
  concat: direct('concat', 1, 64),
  divide: { min: 2, max: 2, canFold: false, build: divide },
  endswith: folding('endsWith', 2),
  indexof: folding('indexOf', 2, 3),
  length: direct('length', 1),
  match: { min: 2, max: ANY_NUMBER, canFold: true, build: match },
  matchlite: { min: 2, max: ANY_NUMBER, canFold: true, build: match },
  modulo: direct('modulo', 2),
  multiply: direct('multiply', 2),
  number: direct('number', 1, 2),
  /** In the first implementation it turns errors inside into null. No function here raises errors. */
  safe: { min: 1, max: 1, canFold: false, build: ([value = literal(null)]) => value },
  startswith: folding('startsWith', 2),
  string: direct('string', 1),
  stringcontains: { min: 2, max: 2, canFold: true, build: stringContains },
  /** Elastic's engine treats a null position as absent; its reference does not mention this. */
  substring: direct('slice', 2, 3),
  subtract: direct('subtract', 2),
  wildcard: { min: 2, max: ANY_NUMBER, canFold: true, build: wildcard },
}

/** The function of a call, its arguments counted. */
export function eqlFunction(node: CallNode): EqlFunction {
  const name = node.name.toLowerCase()
  const found = Object.hasOwn(TABLE, name) ? TABLE[name] : undefined
  if (found === undefined) return refuse(node.at, `there is no function ${quote(node.name)}`)
  if (node.isFolded && !found.canFold) refuse(node.at, `${node.name} has no variant ${quote(`${node.name}~`)}`)
  const { min, max } = found
  if (node.args.length < min || node.args.length > max) {
    refuse(node.at, `${node.name} takes ${min === max ? min : `${min} to ${max}`} arguments, not ${node.args.length}`)
  }
  return found
}

function arrayForm(
  name: string,
  [list = literal(null), , condition = literal(null)]: readonly Value[],
  node: CallNode,
): Value {
  const variable = node.args[1]
  const isName = variable?.kind === 'field' && variable.path.length === 1
  if (!isName) return refuse(variable?.at ?? node.at, `${node.name} takes the name of a variable here`)
  return call(name, list, literal(String(variable.path[0])), condition)
}

function between(
  [source = literal(null), left = literal(null), right = literal(null), greedy = literal(false)]: readonly Value[],
  node: CallNode,
): Value {
  return call('between', source, left, right, greedy, literal(node.isFolded))
}

/** A division of two whole numbers is a whole number, unless one of them is written with a point. */
function divide([dividend = literal(null), divisor = literal(null)]: readonly Value[], node: CallNode): Value {
  return call(
    node.args.some((arg) => arg.kind === 'number' && arg.isDecimal) ? 'divide' : 'quotient',
    dividend,
    divisor,
  )
}

/** In EQL no text contains ''. */
function stringContains([source = literal(null), part = literal(null)]: readonly Value[], node: CallNode): Value {
  const [a, b] = node.isFolded ? [fold(source), fold(part)] : [source, part]
  const contains = call('contains', a, b)
  return part.kind === 'literal' && part.value !== ''
    ? contains
    : call('and', contains, call('not', call('equals', part, literal(''))))
}

function wildcard([source = literal(null), ...patterns]: readonly Value[], node: CallNode): Value {
  return anyPattern(patterns, node, (text) => testCall(source, wildcardTest(text, !node.isFolded)))
}

function match([source = literal(null), ...patterns]: readonly Value[], node: CallNode): Value {
  return anyPattern(patterns, node, (text, at) => testCall(source, regexTest(text, !node.isFolded, at)))
}

/** A null pattern makes the result null. */
function anyPattern(patterns: readonly Value[], node: CallNode, build: (text: string, at: number) => Value): Value {
  const tests = patterns.map((pattern, i) => {
    const at = node.args[i + 1]?.at ?? node.at
    const value = pattern.kind === 'literal' ? pattern.value : undefined
    if (typeof value === 'string') return build(value, at)
    return value === null ? literal(null) : refuse(at, `${node.name} takes literal texts here`)
  })
  return tests.some((test) => test.kind === 'literal') ? literal(null) : call('or', ...tests)
}
