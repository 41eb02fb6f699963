import { expect, test } from 'vitest'
import { stacked } from './stacked.ts'

test('bars stand on each other, so that none hides another', () => {
  expect(
    stacked([
      [1, null, 3],
      [10, 20, null],
      [100, null, null],
    ]),
  ).toEqual([
    [111, null, 3],
    [110, 20, null],
    [100, null, null],
  ])
  expect(stacked([])).toEqual([])
})
