/**
 * Compiles any part of a condition to an expression of the plan, where the plain tests of `compile-condition.ts` are
 * not enough.
 */
import { call, literal, type Value } from '../plan/expr.ts'
import type { CompareOp, Node } from './ast.ts'
import { refuse } from './fault.ts'
import { fold } from './fold-value.ts'
import { eqlFunction } from './functions.ts'
import { testCall, textTest } from './text-test.ts'

const ARITHMETIC = { '+': 'add', '-': 'subtract', '*': 'multiply', '%': 'modulo' } as const
const ORDER = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const

export function compileNode(node: Node): Value {
  switch (node.kind) {
    case 'literal':
    case 'number':
      return literal(node.value)
    case 'field':
      return fieldValue(node.path)
    case 'call':
      return eqlFunction(node).build(node.args.map(compileNode), node)
    case 'and':
    case 'or':
      return call(node.kind, ...node.of.map(compileNode))
    case 'not':
      return call('not', compileNode(node.of))
    case 'negative':
      return call('subtract', literal(0), compileNode(node.of))
    case 'arithmetic':
      return arithmetic(node)
    case 'compare':
      return comparison(node.op, compileNode(node.left), compileNode(node.right))
    case 'in':
      return call('or', ...node.of.map((one) => membership(node.isFolded, compileNode(node.value), compileNode(one))))
    case 'match':
      return lookup(node)
  }
}

/** A field of the event, and whatever follows the first position in its name as members and elements of its value. */
function fieldValue(path: readonly (string | number)[]): Value {
  const cut = path.findIndex((part) => typeof part === 'number')
  const names = cut < 0 ? path : path.slice(0, cut)
  const rest = cut < 0 ? [] : path.slice(cut)
  return rest.reduce<Value>(
    (value, part) => call(typeof part === 'number' ? 'arrayElement' : 'member', value, literal(part)),
    { kind: 'ref', field: names.join('.') },
  )
}

/** A division of two whole numbers is a whole number, unless one of them is written with a point. */
function arithmetic(node: Node & { readonly kind: 'arithmetic' }): Value {
  const sides = [node.left, node.right] as const
  for (const side of sides)
    if (side.kind === 'literal' && typeof side.value === 'string') refuse(side.at, 'expected a number')
  const isReal = sides.some((side) => side.kind === 'number' && side.isDecimal)
  const name = node.op === '/' ? (isReal ? 'divide' : 'quotient') : ARITHMETIC[node.op]
  return call(name, ...sides.map(compileNode))
}

/** Only null equals null, and null has no order. */
function comparison(op: CompareOp, left: Value, right: Value): Value {
  if (op === '==' || op === '!=') {
    const isEqual = isNull(right) ? call('isNull', left) : isNull(left) ? call('isNull', right) : equality(left, right)
    return op === '==' ? isEqual : call('not', isEqual)
  }
  return isNull(left) || isNull(right) ? literal(null) : call(ORDER[op], left, right)
}

const isNull = (value: Value): boolean => value.kind === 'literal' && value.value === null
const isText = (value: Value): boolean => value.kind === 'literal' && typeof value.value === 'string'

/** A comparison with a text compares texts, so that `==` decides as the plain test of a field does. */
function equality(left: Value, right: Value): Value {
  if (isText(right)) return call('equals', call('string', left), right)
  return isText(left) ? call('equals', left, call('string', right)) : call('equals', left, right)
}

/** A `null` in a list is an element whose equality is unknown. */
function membership(isFolded: boolean, value: Value, element: Value): Value {
  if (isNull(element)) return element
  return isFolded ? equality(fold(value), fold(element)) : equality(value, element)
}

function lookup(node: Node & { readonly kind: 'match' }): Value {
  const value = compileNode(node.value)
  const tests = node.of.map((pattern) => {
    const text = patternText(pattern)
    return text === null ? call('isNull', value) : testCall(value, textTest(node.op, text, pattern.at))
  })
  return call('or', ...tests)
}

/** Numbers and booleans by their text. Null stands for itself in `: null`. */
export function patternText(pattern: Node): string | null {
  if (pattern.kind === 'number') return String(pattern.value)
  if (pattern.kind !== 'literal') return refuse(pattern.at, 'expected a text here')
  return pattern.value === null ? null : String(pattern.value)
}
