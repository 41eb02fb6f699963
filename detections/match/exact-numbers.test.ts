/** Whole numbers beyond 2^53, which `JSON.parse` rounds: every implementation must compare all their digits. */
import { expect, test } from 'vitest'
import { parseExactly } from '../../platform/exact-json.ts'
import { plainView } from '../../schemas/event-view.ts'
import { holds } from '../plan/evaluate-expr.ts'
import type { Expr, Test } from '../plan/expr.ts'
import { JsonMatcher } from './json-matcher.ts'
import { compileMatcher } from './matcher.ts'
import type { RecordOf } from './read-field.ts'
import { scanRule } from './scan.ts'
import { ruleOf } from './test-arbitraries.ts'

const ANY = { product: null, category: null, service: null }
const logSource = { product: '', service: '', categories: [] }

/** Names of the implementations that match the condition: all of them, or none. */
function found(text: string, where: Expr): boolean {
  const body = { kind: 'event' as const, logSource: ANY, where }
  const record = JSON.parse(text) as RecordOf
  const exact = () => parseExactly(text) as RecordOf
  const event = { record, view: plainView, logSource, timeMs: 0, exact }
  const matcher = compileMatcher([ruleOf(body)])
  const messages: string[] = []
  matcher.match(event, () => messages.push('index'))
  for (const [name, own] of [
    ['kernel', compileMatcher([ruleOf(body)])],
    ['text', Object.assign(compileMatcher([ruleOf(body)]), { openTexts: () => null })],
  ] as const) {
    const bytes = Buffer.from(text)
    const route = () => ({ logSource, view: plainView })
    new JsonMatcher(own).match({ body: bytes, start: 0, end: bytes.length }, route, () => messages.push(name))
  }
  if (scanRule(body)(event)) messages.push('scan')
  if (holds(where, event)) messages.push('interpreter')
  expect(messages, text).toHaveLength(messages.length === 0 ? 0 : 5)
  return messages.length > 0
}

const field = (of: Test): Expr => ({ kind: 'field', field: 'x.id', test: of })
const texts = (id: string) => [`{"x.id":${id}}`, `{"x":{"id":${id}}}`, `{"y":1,"x":[{"id":[1,${id}]}]}`]
const NEXT = 2n ** 53n + 1n

test.each(texts(String(NEXT)))('%s has the written number, and not its neighbour', (text) => {
  const equals = (id: bigint) => field({ op: 'equals', text: String(id), cased: false })
  expect([NEXT - 1n, NEXT, NEXT + 1n].map((id) => found(text, equals(id)))).toEqual([false, true, false])
  const number = (value: bigint) => field({ op: 'number', value })
  expect([NEXT - 1n, NEXT, NEXT + 1n].map((id) => found(text, number(id)))).toEqual([false, true, false])
  const above = (value: bigint) => field({ op: 'compare', how: 'gt', value })
  expect([NEXT - 1n, NEXT].map((id) => found(text, above(id)))).toEqual([true, false])
  const keyword = (id: bigint): Expr => ({ kind: 'anywhere', test: { op: 'contains', text: String(id), cased: true } })
  expect([NEXT - 1n, NEXT].map((id) => found(text, keyword(id)))).toEqual([false, true])
  const folded = (id: bigint): Expr => ({ kind: 'anywhere', test: { op: 'equals', text: String(id), cased: false } })
  expect([NEXT - 1n, NEXT].map((id) => found(text, folded(id)))).toEqual([false, true])
  const ref = { kind: 'ref', field: 'x.id' } as const
  const computed = (value: bigint): Expr => {
    return { kind: 'computed', value: { kind: 'call', name: 'equals', args: [ref, { kind: 'literal', value }] } }
  }
  expect([NEXT - 1n, NEXT].map((id) => found(text, computed(id)))).toEqual([false, true])
})

test('two fields with adjacent large numbers are not equal', () => {
  const same: Expr = { kind: 'field', field: 'a', test: { op: 'same', field: 'b', how: 'equals', cased: true } }
  expect(found(`{"a":${NEXT},"b":${NEXT - 1n}}`, same)).toBe(false)
  expect(found(`{"a":${NEXT},"b":"${NEXT}"}`, same)).toBe(true)
})

test('distinguishes a double from whole numbers by the digits that JavaScript prints', () => {
  const number = (value: number | bigint) => field({ op: 'number', value })
  expect(found('{"x.id":1e17}', number(10n ** 17n))).toBe(true)
  expect(found('{"x.id":1e17}', number(10n ** 17n + 1n))).toBe(false)
  expect(found('{"x.id":"100000000000000001"}', number(1e17))).toBe(false)
  expect(found(`{"x.id":" +0${NEXT} "}`, number(NEXT))).toBe(true)
})

test('a number beyond all doubles has no text', () => {
  const any: Expr = { kind: 'anywhere', test: { op: 'contains', text: '', cased: true } }
  expect(found('{"a":1e400}', any)).toBe(false)
  expect(found('{"a":1e400}', { kind: 'anywhere', test: { op: 'contains', text: 'infinity', cased: false } })).toBe(
    false,
  )
  expect(found(`{"a":1${'0'.repeat(400)}}`, any)).toBe(false)
})

test.each(
  ['equals', 'prefix', 'suffix', 'contains'].flatMap((op) => [true, false].map((cased) => ({ op, cased }) as const)),
)('a field is compared by its written digits: $op, cased $cased', ({ op, cased }) => {
  const text = { equals: String(NEXT), prefix: String(NEXT), suffix: '0993', contains: '40993' }[op]
  expect(found(`{"x.id":${NEXT}}`, field({ op, text, cased } as Test))).toBe(true)
  expect(found(`{"x.id":${NEXT - 1n}}`, field({ op, text, cased } as Test))).toBe(false)
})

test('patterns are matched against the written digits', () => {
  expect(
    found(`{"x.id":${NEXT}}`, field({ op: 'regex', source: '0993$', flags: { i: false, m: false, s: false } })),
  ).toBe(true)
  const parts = [{ kind: 'many' }, { kind: 'text', text: '099' }, { kind: 'one' }] as const
  expect(found(`{"x.id":${NEXT}}`, field({ op: 'like', parts, cased: false }))).toBe(true)
})

test('does not parse an event again for a large number that no rule tests', () => {
  const where = field({ op: 'equals', text: '0x8010000000000000', cased: false })
  const matcher = compileMatcher([ruleOf({ kind: 'event', logSource: ANY, where })])
  const read: unknown[] = []
  const exact = () => {
    read.push(1)
    return { 'x.id': NEXT }
  }
  const record = { 'x.id': Number(NEXT) }
  matcher.match({ record, view: plainView, logSource, timeMs: 0, exact }, () => read.push('matched'))
  expect(read).toEqual([])
})
