import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchEvent } from '../../schemas/event-view.ts'
import { holds } from '../plan/evaluate-expr.ts'
import { compileMatcher, type Matcher } from './matcher.ts'
import { coversLogSource, scanRule } from './scan.ts'
import { bodies, events, exprs, ruleOf } from './test-arbitraries.ts'

function matches(matcher: Matcher, event: MatchEvent): number[] {
  const found: number[] = []
  matcher.match(event, (rule) => found.push(rule))
  return found
}

test('the index finds what a scan of every rule finds, in the order of the rules', () => {
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
  expect(found, 'plans and events meet').toBeGreaterThan(300)
})

test('a scan of a rule says what the plain interpreter says', () => {
  fc.assert(
    fc.property(bodies, events, (body, event) => {
      const expected = coversLogSource(body.logSource, event.logSource) && holds(body.where, event)
      expect(scanRule(body)(event)).toBe(expected)
    }),
    { numRuns: 5000 },
  )
})

test('what a group has learned of its events changes nothing', () => {
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
