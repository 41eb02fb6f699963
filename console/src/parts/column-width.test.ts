import { expect, test } from 'vitest'
import { columnWidth } from './column-width.ts'

test.each([
  [[], 'none'],
  [[0, 0], 'none'],
  [[0, 4, 20], 'short'],
  [[4, 21], 'middle'],
  [[0, 0, 160], 'long'],
])('values of the lengths %j have a column that is %s', (lengths, width) => {
  expect(columnWidth(lengths)).toBe(width)
})
