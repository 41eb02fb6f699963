/** Lines by the formats of vendors' documents: wrappers, dates, addresses, placeholders, and products without a table. */
import { expect, test } from 'vitest'
import { scoreOf } from './score-products.ts'
import { FIRST_WILD, SECOND_WILD } from './wild-products.ts'

/** Minimum of 100. */
const CLASSES_MIN = 95
const ENTITIES_MIN = 97

test.each([
  ['first', FIRST_WILD, 75],
  ['second', SECOND_WILD, 70],
] as const)('of the %s lines by vendors’ documents most is read, and nothing wrongly', (_, lines, linesMin) => {
  const { classes, expected, right, wrong, missing } = scoreOf(lines, true)
  expect(lines.length).toBeGreaterThanOrEqual(linesMin)
  expect(wrong).toEqual([])
  expect((100 * classes) / lines.length, missing.join('\n')).toBeGreaterThanOrEqual(CLASSES_MIN)
  expect((100 * right) / expected, missing.join('\n')).toBeGreaterThanOrEqual(ENTITIES_MIN)
})
