import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bound, FeedCondition } from '../plan/plan.ts'
import { Refusal } from './fault.ts'
import { feedCount } from './feed-condition.ts'

function holds(condition: FeedCondition, seen: readonly boolean[]): boolean {
  if (condition.kind === 'feed') return seen[condition.feed] === true
  if (condition.kind === 'not') return !holds(condition.of, seen)
  return condition.kind === 'and'
    ? condition.of.every((operand) => holds(operand, seen))
    : condition.of.some((operand) => holds(operand, seen))
}

const COMPARE: Record<Bound['op'], (count: number, value: number) => boolean> = {
  gt: (count, value) => count > value,
  gte: (count, value) => count >= value,
  lt: (count, value) => count < value,
  lte: (count, value) => count <= value,
  eq: (count, value) => count === value,
  neq: (count, value) => count !== value,
}

test('a count of rules matches when that many were seen, and a meaningless count is refused', () => {
  const bound = fc.record({
    op: fc.constantFrom<Bound['op']>('gt', 'gte', 'lt', 'lte', 'eq', 'neq'),
    value: fc.oneof(fc.integer({ min: -1, max: 6 }), fc.constantFrom(0.5, 2.5)),
  })
  fc.assert(
    fc.property(fc.array(bound, { minLength: 1, maxLength: 2 }), fc.integer({ min: 1, max: 5 }), (bounds, feeds) => {
      const histories = Array.from({ length: 2 ** feeds }, (_, bits) =>
        Array.from({ length: feeds }, (_, feed) => ((bits >> feed) & 1) === 1),
      )
      const meant = histories.map((seen) =>
        bounds.every(({ op, value }) => COMPARE[op](seen.filter(Boolean).length, value)),
      )
      try {
        const condition = feedCount(bounds, feeds)
        const found = histories.map((seen) => (condition === null ? seen.every(Boolean) : holds(condition, seen)))
        expect(found).toEqual(meant)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        for (const one of bounds) {
          const each = histories.map((seen) => COMPARE[one.op](seen.filter(Boolean).length, one.value))
          if (each.includes(true) && each.includes(false)) continue
          return
        }
        throw error
      }
    }),
    { numRuns: 500 },
  )
})

test('choices beyond the bound are refused', () => {
  expect(() => feedCount([{ op: 'gte', value: 20 }], 40)).toThrow(/too many combinations/)
})
