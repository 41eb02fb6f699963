import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MatchEvent, plainView } from '../../schemas/event-view.ts'
import { propertyConfig } from '../../test/fuzz/config.ts'
import { holds } from '../plan/evaluate-expr.ts'
import type { Expr } from '../plan/expr.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { coversLogSource, scanRule } from './scan.ts'
import { bodies, events, exprs, ruleOf } from './test-arbitraries.ts'

function matches(matcher: Matcher, event: MatchEvent): number[] {
  const found: number[] = []
  matcher.match(event, (rule) => found.push(rule))
  return found
}

test('the index finds the same rules as a scan of every rule, in rule order', () => {
  const cases = fc.tuple(
    fc.array(bodies, { minLength: 1, maxLength: 12 }),
    fc.array(events, { minLength: 1, maxLength: 8 }),
  )
  let found = 0
  fc.assert(
    fc.property(cases, ([plans, stream]) => {
      const matcher = compileMatcher(
        plans.map((body) => ruleOf(body)),
        { onFault: (_, error) => expect.fail(String(error)) },
      )
      const scans = plans.map(scanRule)
      for (const event of stream) {
        const scanned = scans.flatMap((judge, rule) => (judge(event) ? [rule] : []))
        expect(matches(matcher, event)).toEqual(scanned)
        found += scanned.length
      }
    }),
    { numRuns: 3000 },
  )
  expect(found, 'plans and events meet').toBeGreaterThan(300 * propertyConfig().times)
})

/** For long texts a group that has learned of its events looks at the triggers first, and those have a filter. */
test('the index finds the same rules as a scan in long texts, before and after a group adapts', () => {
  const logSource = { product: null, category: null, service: null }
  const word = fc.constantFrom('kiwi::x', 'Sekur', 'lsa::', 'ntdll', 'größe', '\u212aiwi', '\\users\\u', 'a/b"c', 'zz')
  const op = fc.constantFrom('contains' as const, 'prefix' as const, 'suffix' as const, 'equals' as const)
  const leaf = fc
    .record({ op, text: word, cased: fc.boolean() })
    .map((one): Expr => ({ kind: 'field', field: 'a', test: one }))
  const where = fc.oneof(
    leaf,
    fc.tuple(leaf, leaf).map((of): Expr => ({ kind: 'and', of })),
  )
  const text = fc
    .tuple(fc.array(word, { maxLength: 3 }), fc.constantFrom(10, 100, 300, 3000), fc.boolean())
    .map(([words, length, isUpper]) => {
      const sentence = `${words.join(' ')} ${'. '.repeat(length)}${words.at(-1) ?? ''}`
      return isUpper ? sentence.toUpperCase() : sentence
    })
  let found = 0
  fc.assert(
    fc.property(
      fc.array(where, { minLength: 1, maxLength: 8 }),
      fc.array(text, { minLength: 3, maxLength: 6 }),
      (wheres, texts) => {
        const plans = wheres.map((one) => ({ kind: 'event' as const, logSource, where: one }))
        const matcher = compileMatcher(plans.map((body) => ruleOf(body)))
        const scans = plans.map(scanRule)
        const source = { product: '', service: '', categories: [] }
        const stream = texts.map((a) => ({ record: { a }, logSource: source, view: plainView, timeMs: 0 }))
        const scanned = stream.map((event) => scans.flatMap((judge, rule) => (judge(event) ? [rule] : [])))
        expect(stream.map((event) => matches(matcher, event))).toEqual(scanned)
        for (let i = 0; i < 300; i++) matcher.match(stream[i % 3] as MatchEvent, () => undefined)
        expect(stream.map((event) => matches(matcher, event))).toEqual(scanned)
        found += scanned.flat().length
      },
    ),
    { numRuns: 200 },
  )
  expect(found, 'texts hold words').toBeGreaterThan(100 * propertyConfig().times)
})

test('a scan of a rule gives the same result as the plain interpreter', () => {
  fc.assert(
    fc.property(bodies, events, (body, event) => {
      const expected = coversLogSource(body.logSource, event.logSource) && holds(body.where, event)
      expect(scanRule(body)(event)).toBe(expected)
    }),
    { numRuns: 5000 },
  )
})

test("a group's adaptation to its events does not change results", () => {
  const logSource = { product: null, category: null, service: null }
  fc.assert(
    fc.property(
      fc.array(exprs, { minLength: 1, maxLength: 10 }),
      fc.array(events, { minLength: 4, maxLength: 8 }),
      (wheres, stream) => {
        const plans = wheres.map((where) => ({ kind: 'event' as const, logSource, where }))
        const matcher = compileMatcher(plans.map((body) => ruleOf(body)))
        const source = { product: 'windows', service: '', categories: [] }
        const same = stream.map((event) => ({ ...event, logSource: source }))
        const early = same.map((event) => matches(matcher, event))
        for (let i = 0; i < 600; i++) matcher.match(same[i % 3] as MatchEvent, () => undefined)
        expect(same.map((event) => matches(matcher, event))).toEqual(early)
      },
    ),
    { numRuns: 40 },
  )
})
