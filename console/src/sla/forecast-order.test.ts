import { expect, test } from 'vitest'
import { chanceWords, expectedMisses, type ForecastCase, ordered } from './forecast-order.ts'

const of = (id: string, due: string, chance: number, penalty: number, saved: number): ForecastCase => ({
  ...{ case_id: id, number: 1, title: id, severity: 'high', assignee_id: null, clock: 'resolve' },
  ...{ due_at: `2026-11-30T${due}:00.000Z`, chance, expected_penalty: penalty, saved_per_hour: saved },
})

const CASES = [of('a', '20:00', 1, 1, 0.1), of('b', '22:00', 0.5, 5, 0.4), of('c', '21:00', 0.25, 2.5, 0.4)]
const ids = (order: Parameters<typeof ordered>[1]) => ordered(CASES, order).map(({ case_id: id }) => id)

test('cases are in the order of saving, penalty or target', () => {
  expect(ids('saving')).toEqual(['c', 'b', 'a'])
  expect(ids('penalty')).toEqual(['b', 'c', 'a'])
  expect(ids('due')).toEqual(['a', 'c', 'b'])
  expect(expectedMisses(CASES)).toBe(1.75)
})

test('a chance is called certain only where it is', () => {
  expect([0, 0.004, 0.5, 0.996, 1].map(chanceWords)).toEqual(['0 %', 'under 1 %', '50 %', 'over 99 %', '100 %'])
})
