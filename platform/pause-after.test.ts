import { expect, test } from 'vitest'
import { pauseAfter } from './pause-after.ts'

test('a pause grows to its bound, and never below the first', () => {
  expect([1, 2, 3, 4, 5, 2_000].map((failures) => pauseAfter(failures, 250))).toEqual([
    250, 500, 1_000, 2_000, 2_000, 2_000,
  ])
  expect(pauseAfter(3, 5_000)).toBe(5_000)
})
