import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchEvent } from '../../schemas/event-view.ts'
import { compileTruth } from '../plan/evaluate.ts'
import { fieldValue, holds } from '../plan/evaluate-expr.ts'
import type { Expr } from '../plan/expr.ts'
import type { Node } from './ast.ts'
import { compileCondition } from './compile-condition.ts'
import { compileNode } from './compile-value.ts'
import { parseEql } from './load.ts'
import { eventOf, printNode } from './testing.ts'

const at = 0
const text = fc.constantFrom('', 'a', 'A', 'ab', 'b*', '?b', '*a*', 'true', '1', '10', 'ſ', '10.0.0.1')
const number = fc.constantFrom(0, 1, 10, -1, 1.5)
const literal: fc.Arbitrary<Node> = fc.oneof(
  fc.oneof(text, fc.boolean(), fc.constant(null)).map((value): Node => ({ kind: 'literal', at, value })),
  number.map((value): Node => ({ kind: 'number', at, value, isDecimal: !Number.isInteger(value) })),
)
const field = fc.constantFrom('x', 'y').map((name): Node => ({ kind: 'field', at, path: [name], isOptional: false }))
const textLiteral = text.map((value): Node => ({ kind: 'literal', at, value }))
const value: fc.Arbitrary<Node> = fc.oneof({ weight: 3, arbitrary: field }, literal)

const leaf: fc.Arbitrary<Node> = fc.oneof(
  field,
  fc.record({
    kind: fc.constant('compare' as const),
    at: fc.constant(at),
    op: fc.constantFrom('==' as const, '!=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
    left: value,
    right: value,
  }),
  fc.record({
    kind: fc.constant('in' as const),
    at: fc.constant(at),
    isFolded: fc.boolean(),
    value: field,
    of: fc.array(literal, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('match' as const),
    at: fc.constant(at),
    op: fc.constantFrom(':' as const, 'like' as const, 'like~' as const),
    value: field,
    of: fc.array(textLiteral, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('call' as const),
    at: fc.constant(at),
    name: fc.constantFrom('startsWith', 'endsWith', 'stringContains', 'wildcard'),
    isFolded: fc.boolean(),
    args: fc.tuple(field, textLiteral),
  }),
)

const { condition } = fc.letrec<{ condition: Node }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('condition').map((of): Node => ({ kind: 'not', at, of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('condition'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]): Node => ({ kind, at, of })),
  ),
}))

const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null))
const record = fc.record({ x: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), y: scalar }, { requiredKeys: [] })

function truthOf(node: Node, event: MatchEvent): boolean | null {
  return compileTruth<MatchEvent>(compileNode(node), (name) => (one) => fieldValue(one, name))(event)
}

test('simplified tests decide every event as the computed condition does', () => {
  fc.assert(
    fc.property(condition, record, (node, fields) => {
      const event = eventOf(fields)
      const truth = truthOf(node, event)
      expect(holds(compileCondition(node, true), event), printNode(node)).toBe(truth === true)
      expect(holds(compileCondition(node, false), event), `not ${printNode(node)}`).toBe(truth === false)
    }),
    { numRuns: 1500 },
  )
})

function whereOf(query: string): Expr | undefined {
  const body = parseEql(query, 'test.eql').rules[0]?.body
  return body?.kind === 'event' ? body.where : undefined
}

test.each([
  ['x == "a"', { op: 'equals', text: 'a', cased: true }],
  ['x : "A"', { op: 'equals', text: 'a', cased: false }],
  ['x : "a*"', { op: 'prefix', text: 'a', cased: false }],
  ['x like "*a"', { op: 'suffix', text: 'a', cased: true }],
  ['x like~ "*a*"', { op: 'contains', text: 'a', cased: false }],
  ['x regex~ ".*a.*"', { op: 'contains', text: 'a', cased: false }],
  ['x regex "a\\\\.b"', { op: 'equals', text: 'a.b', cased: true }],
  ['x : "*"', { op: 'prefix', text: '', cased: false }],
  ['startsWith(x, "a")', { op: 'prefix', text: 'a', cased: true }],
  ['cidrMatch(x, "10.1.2.3/8")', { op: 'cidr', network: '10.0.0.0/8' }],
  ['x == 5', { op: 'number', value: 5 }],
  ['5 > x', { op: 'compare', how: 'lt', value: 5 }],
  ['x == null', { op: 'absent' }],
])('%s is one test that an index can find', (condition, expected) => {
  expect(whereOf(`any where ${condition}`)).toEqual({ kind: 'field', field: 'x', test: expected })
})
