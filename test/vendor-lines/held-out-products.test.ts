/** Products that no table knows: the generic reader's score on lines that were labelled before it read them. */
import { expect, test } from 'vitest'
import { FIRST_HELD_OUT, SECOND_HELD_OUT } from './held-out-products.ts'
import { scoreOf } from './score-products.ts'

/** Minimum of 100. */
const CLASSES_MIN = 90
const ENTITIES_MIN = 95

test.each([
  ['first', FIRST_HELD_OUT, 70],
  ['second', SECOND_HELD_OUT, 30],
] as const)('of the %s lines held out most classes and entities are read, and none wrongly', (_, lines, linesMin) => {
  const { classes, expected, right, wrong, missing } = scoreOf(lines)
  expect(lines.length).toBeGreaterThanOrEqual(linesMin)
  expect(wrong).toEqual([])
  expect((100 * classes) / lines.length, missing.join('\n')).toBeGreaterThanOrEqual(CLASSES_MIN)
  expect((100 * right) / expected, missing.join('\n')).toBeGreaterThanOrEqual(ENTITIES_MIN)
})
