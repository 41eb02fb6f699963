/**
 * Compiles expressions of rules to values of a plan, where a plain test of a field is not enough: functions,
 * arithmetic, columns of `parse`. A missing text is '', as everywhere in the language.
 */

import { valueFault } from '../plan/evaluate.ts'
import { call, literal, type Value } from '../plan/expr.ts'
import { constantsOf } from './constants.ts'
import { refuse } from './fault.ts'
import { callOf, fieldOf, type Scope, without } from './scope.ts'
import type { Tree, TreeNode } from './tree.ts'

const DEPTH_MAX = 30

/** A null becomes the empty text. */
export const asText = (value: Value): Value => (value.kind === 'literal' ? value : call('coalesce', value, literal('')))

/** The empty text becomes null, so that `coalesce` skips it. */
const notEmpty = (value: Value): Value =>
  value.kind === 'literal' && value.value !== ''
    ? value
    : call('case', call('equals', asText(value), literal('')), NOTHING, value)
const NOTHING: Value = { kind: 'literal', value: null }

const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'quotient',
}

/** Text functions for which the plan has one with the same arguments. */
const OF_TEXT: Readonly<Record<string, { readonly name: string; readonly args: number }>> = {
  tolower: { name: 'lower', args: 1 },
  toupper: { name: 'upper', args: 1 },
  strlen: { name: 'length', args: 1 },
  base64_decode_tostring: { name: 'base64Decode', args: 1 },
  base64_decodestring: { name: 'base64Decode', args: 1 },
  replace_string: { name: 'replace', args: 3 },
  split: { name: 'split', args: 2 },
}

/** Refuses expressions for which the plan has no function. */
export function compileValue(tree: Tree, scope: Scope, depth = 0): Value {
  scope.expansion.spend(tree.at)
  if (depth > DEPTH_MAX) refuse(tree.at, `an expression is nested more than ${DEPTH_MAX} deep`)
  const constants = constantsOf(tree, scope)
  const [constant] = constants ?? []
  if (constants?.length === 1 && constant !== undefined && constant !== null && typeof constant !== 'object')
    return literal(constant)
  if (tree.is === 'name')
    return ofName(tree.name, scope, depth) ?? refuse(tree.at, `there is no column ${tree.name.slice(0, 60)}`)
  const called = callOf(tree)
  const [operand] = called?.args ?? []
  if (called && operand && NUMBERS.includes(called.name))
    return call('add', compileValue(operand, scope, depth + 1), literal(0))
  const field = fieldOf(tree, scope)
  if (field !== null) return { kind: 'ref', field }
  if (tree.is === 'literal') return refuse(tree.at, 'a rule cannot use a literal of this type')
  return compileNode(tree, scope, depth)
}

function ofName(name: string, scope: Scope, depth: number): Value | null {
  const cut = scope.cuts.get(name)
  if (cut) return cut
  const made = scope.columns.get(name)
  const field = fieldOf({ is: 'name', at: 0, name }, scope)
  if (field !== null) return { kind: 'ref', field }
  return made ? compileValue(made, { ...scope, columns: without(scope.columns, name) }, depth + 1) : null
}

function compileNode(tree: TreeNode, scope: Scope, depth: number): Value {
  const [first, second] = tree.of
  const [word = ''] = tree.words
  const inner = (part: Tree): Value => compileValue(part, scope, depth + 1)
  const operation = ARITHMETIC[word]
  if (tree.type === 'ParenthesizedExpression' && first) return inner(first)
  if (tree.type === 'BinaryExpression' && operation && first && second)
    return call(operation, inner(first), inner(second))
  if (tree.type === 'ElementExpression' && first && second) return elementOf(first, second, scope, depth)
  const called = callOf(tree)
  if (!called) return refuse(tree.at, `a rule cannot use ${word || tree.type} here`)
  const [pattern] = called.name === 'extract' && called.args[0] ? (constantsOf(called.args[0], scope) ?? []) : []
  if (typeof pattern === 'string') scope.expansion.regex(pattern, tree.at)
  return compileCall(called.name, called.args, tree.at, inner)
}

/** `split(x, "/")[0]`: an element of a list that a function made; on a field it would mean any element. */
function elementOf(base: Tree, step: Tree, scope: Scope, depth: number): Value {
  const [index] = constantsOf(step.is === 'node' && step.of[0] ? step.of[0] : step, scope) ?? []
  if (typeof index !== 'number' || index < 0)
    return refuse(step.at, 'the index of an element must be a number, 0 or more')
  return call('arrayElement', compileValue(base, scope, depth + 1), literal(index))
}

function compileCall(name: string, args: readonly Tree[], at: number, inner: (part: Tree) => Value): Value {
  const spec = Object.hasOwn(OF_TEXT, name) ? OF_TEXT[name] : undefined
  const [first, second, third] = args
  if (spec && args.length === spec.args) return call(spec.name, ...args.map((arg) => asText(inner(arg))))
  if (name === 'strcat' && first) return call('concat', ...args.map((arg) => asText(inner(arg))))
  if (name === 'array_length' && first) return call('length', inner(first))
  if (name === 'abs' && first) return call('abs', inner(first))
  if (name === 'coalesce' && first) return call('coalesce', ...args.map((arg) => notEmpty(inner(arg))))
  if (name === 'substring' && first && second) return substring([first, second, third], inner)
  if (name === 'extract' && first && second && third) return extract(inner(first), inner(second), inner(third), at)
  if (CASTS.has(name) && first) return inner(first)
  return refuse(at, `a rule cannot use the function ${name.slice(0, 60)} in a condition`)
}

/** A value that is no number becomes null, as it does in a sum. */
const NUMBERS: readonly string[] = ['toint', 'tolong', 'todouble', 'toreal']
const CASTS = new Set(['tostring', 'todynamic', 'parse_json'])
const OF_NUMBER = new Set([...NUMBERS, 'strlen', 'array_length', 'abs'])

/** True when the operator or function of an expression returns a number, so that a missing value is null. */
export function isNumeric(tree: Tree): boolean {
  if (tree.is !== 'node') return false
  const [first] = tree.of
  if (tree.type === 'ParenthesizedExpression' && first) return isNumeric(first)
  return OF_NUMBER.has(callOf(tree)?.name ?? '') || Object.hasOwn(ARITHMETIC, tree.words[0] ?? '')
}

function substring([text, start, length]: readonly (Tree | undefined)[], inner: (part: Tree) => Value): Value {
  if (!text || !start) return literal('')
  const [of, from] = [asText(inner(text)), inner(start)]
  return length ? call('substring', of, from, call('add', from, inner(length))) : call('substring', of, from)
}

function extract(pattern: Value, group: Value, source: Value, at: number): Value {
  const value = call('extract', asText(source), pattern, group)
  const fault = valueFault(value)
  return fault === null ? value : refuse(at, fault)
}
