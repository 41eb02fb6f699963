import { expect, test } from 'vitest'
import { HEAD_PX, isInSight } from './visible-row.ts'

const ROW_PX = 40
const BOX_PX = HEAD_PX + 10 * ROW_PX
const shown = (scrolledPx: number) =>
  Array.from({ length: 40 }, (_, at) => at).filter((at) => isInSight(at * ROW_PX, ROW_PX, scrolledPx, BOX_PX))

test('ten rows are visible in a box of ten, at any scroll position', () => {
  expect(shown(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(shown(5 * ROW_PX)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('a row that is cut by the heading or by the lower edge is not visible', () => {
  expect(shown(ROW_PX / 2)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a box without a height shows no row', () => {
  expect(isInSight(0, ROW_PX, 0, 0)).toBe(false)
})
