/**
 * A condition of EQL as one of the plan. EQL knows three truth values: whatever is asked of a missing field is null,
 * and `not` of null is null, so `not process.name == "a"` does not hold for an event without a name. The plan knows
 * two. So a condition is compiled for the value it must have: `not` swaps the value wanted, and a plain test that must
 * be false is one whose field is there.
 */

import { parseNetwork } from '../plan/cidr.ts'
import { valueFault } from '../plan/evaluate.ts'
import { and, call, type Expr, not, or, type Test, type Value } from '../plan/expr.ts'
import type { CompareOp, Node } from './ast.ts'
import { compileNode, patternText } from './compile-value.ts'
import { refuse } from './fault.ts'
import { regexTest, textTest, wildcardTest } from './text-test.ts'

export function compileCondition(node: Node, wanted = true): Expr {
  switch (node.kind) {
    case 'literal':
      if (typeof node.value === 'string') refuse(node.at, 'a text cannot be used as a condition')
      return { kind: 'const', value: node.value === wanted }
    case 'number':
      return refuse(node.at, 'a number cannot be used as a condition')
    case 'and':
    case 'or': {
      const of = node.of.map((one) => compileCondition(one, wanted))
      return (node.kind === 'and') === wanted ? and(...of) : or(...of)
    }
    case 'not':
      return compileCondition(node.of, !wanted)
    default:
      return plainTests(node, wanted) ?? computed(node, wanted)
  }
}

function computed(node: Node, wanted: boolean): Expr {
  const value = compileNode(node)
  const wantedValue: Value = wanted ? value : call('not', value)
  const fault = valueFault(wantedValue)
  return fault === null ? { kind: 'computed', value: wantedValue } : refuse(node.at, fault)
}

/** Tests of one field of which any must hold; `isKnown` when they are never null, as a test for null itself. */
type FieldTests = { readonly field: string; readonly tests: readonly Test[]; readonly isKnown?: boolean }

function plainTests(node: Node, wanted: boolean): Expr | null {
  const found = fieldTests(node)
  if (found === null) return node.kind === 'compare' && node.op === '!=' ? inequality(node, wanted) : null
  const holds = or(...found.tests.map((test): Expr => ({ kind: 'field', field: found.field, test })))
  if (wanted) return holds
  return found.isKnown ? not(holds) : and(not(absent(found.field)), not(holds))
}

const absent = (field: string): Expr => ({ kind: 'field', field, test: { op: 'absent' } })

function inequality(node: Node & { readonly kind: 'compare' }, wanted: boolean): Expr | null {
  return plainTests({ ...node, op: '==' }, !wanted)
}

function fieldTests(node: Node): FieldTests | null {
  switch (node.kind) {
    case 'field':
      return ofField(node, () => [{ op: 'equals', text: 'true', cased: true }])
    case 'compare':
      return compareTests(node.op, node.left, node.right)
    case 'in':
      return node.isFolded ? foldedTests(node) : ofField(node.value, () => everyTest(node.of, equalTest))
    case 'match':
      return matchTests(node)
    case 'call':
      return callTests(node)
    default:
      return null
  }
}

function ofField(node: Node, tests: () => readonly Test[] | null): FieldTests | null {
  if (node.kind !== 'field' || node.path.some((part) => typeof part === 'number')) return null
  const found = tests()
  return found && { field: node.path.join('.'), tests: found }
}

/** Null when one of the nodes has no plain test. */
function everyTest(nodes: readonly Node[], testOf: (node: Node) => Test | null): readonly Test[] | null {
  const tests = nodes.map(testOf)
  return tests.every((test) => test !== null) ? tests : null
}

function equalTest(node: Node): Test | null {
  if (node.kind === 'number') return { op: 'number', value: node.value }
  if (node.kind !== 'literal' || node.value === null) return null
  return { op: 'equals', text: String(node.value), cased: true }
}

const MIRRORED = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
const ORDER = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const

function compareTests(op: CompareOp, left: Node, right: Node): FieldTests | null {
  if (left.kind !== 'field' && right.kind === 'field') return compareTests(MIRRORED[op], right, left)
  if (op === '!=') return null
  if (op === '==' && right.kind === 'literal' && right.value === null) return nullTests(left)
  if (op === '==') return ofField(left, () => everyTest([right], equalTest))
  return ofField(left, () => (right.kind === 'number' ? [{ op: 'compare', how: ORDER[op], value: right.value }] : null))
}

function nullTests(node: Node): FieldTests | null {
  const found = ofField(node, () => [{ op: 'absent' }])
  return found && { ...found, isKnown: true }
}

function foldedTests(node: Node & { readonly kind: 'in' }): FieldTests | null {
  return ofField(node.value, () =>
    everyTest(node.of, (one) => {
      const test = equalTest(one)
      return test?.op === 'equals' ? { ...test, cased: false } : test
    }),
  )
}

function matchTests(node: Node & { readonly kind: 'match' }): FieldTests | null {
  const texts = node.of.map(patternText)
  if (texts.length === 1 && texts[0] === null) return nullTests(node.value)
  return ofField(node.value, () => everyTest(node.of, (one) => patternTest(node, one)))
}

function patternTest(node: Node & { readonly kind: 'match' }, pattern: Node): Test | null {
  const text = patternText(pattern)
  return text === null ? null : textTest(node.op, text, pattern.at)
}

const PARTS = { startswith: 'prefix', endswith: 'suffix', stringcontains: 'contains' } as const
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)

/** Calls whose first argument is a field and whose others are literals; their number is checked where values are made. */
function callTests(node: Node & { readonly kind: 'call' }): FieldTests | null {
  compileNode(node)
  const [subject, ...rest] = node.args
  const name = node.name.toLowerCase()
  return subject === undefined
    ? null
    : ofField(subject, () => everyTest(rest, (arg) => argumentTest(name, !node.isFolded, arg)))
}

function argumentTest(name: string, cased: boolean, arg: Node): Test | null {
  if (arg.kind !== 'literal' || typeof arg.value !== 'string') return null
  if (name === 'wildcard') return wildcardTest(arg.value, cased)
  if (name === 'match' || name === 'matchlite') return regexTest(arg.value, cased, arg.at)
  if (name === 'cidrmatch')
    return { op: 'cidr', network: parseNetwork(arg.value)?.canonical ?? refuse(arg.at, 'not a network') }
  return isPart(name) && !(name === 'stringcontains' && arg.value === '')
    ? { op: PARTS[name], text: arg.value, cased }
    : null
}
