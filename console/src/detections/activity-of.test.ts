import { expect, test } from 'vitest'
import { activityOf } from './activity-of.ts'

const input = {
  ...{ hours: 720, rules: { own: 1, builtin: 2, enabled: 3 }, hits_complete: true, costs_complete: true },
  hits: [
    { rule_id: 'a', hits: 2, last_hit: '2026-01-02T00:00:00Z' },
    { rule_id: 'b', hits: 3, last_hit: '2026-01-01T00:00:00Z' },
  ],
  costs: [
    { rule_id: 'a', evaluations: 30, mean_us: 2 },
    { rule_id: 'b', evaluations: 10, mean_us: 6 },
    { rule_id: 'c', evaluations: 10, mean_us: null },
  ],
  verdicts: [{ rule_id: 'b', alerts: 4, true_positive: 1, benign: 1, false_positive: 2 }],
}

test('hits of the rules of one text are added up', () => {
  expect(activityOf(input, ['a', 'b'])).toEqual({
    ...{ hits: 5, last: '2026-01-02T00:00:00Z', meanUs: 3 },
    verdicts: { alerts: 4, truePositive: 1, benign: 1, falsePositive: 2 },
  })
})

test('a rule without hits has zero hits only if the list of rules is complete', () => {
  expect(activityOf(input, ['c']).hits).toBe(0)
  expect(activityOf({ ...input, hits_complete: false }, ['c']).hits).toBeNull()
  expect(activityOf({ ...input, hits: null }, ['a']).hits).toBeNull()
  expect(activityOf(undefined, ['a']).hits).toBeNull()
})

test('a cost that was not measured is unknown, not zero', () => {
  expect(activityOf(input, ['c']).meanUs).toBeNull()
  expect(activityOf({ ...input, costs: null }, ['a']).meanUs).toBeNull()
})
