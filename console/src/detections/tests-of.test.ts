import { expect, test } from 'vitest'
import { testsOf } from './tests-of.ts'

const TESTED = [
  { rule_id: 'a', tests: 2, last_at: '2026-01-01T00:00:00Z' },
  { rule_id: 'b', tests: 1, last_at: '2026-01-03T00:00:00Z' },
]

test('tests of the rules of one text are added up, and a missing answer is unknown', () => {
  expect(testsOf(TESTED, ['a', 'b'])).toEqual({ tests: 3, lastAt: '2026-01-03T00:00:00Z' })
  expect(testsOf(TESTED, ['c'])).toEqual({ tests: 0, lastAt: null })
  expect(testsOf(undefined, ['a'])).toEqual({ tests: null, lastAt: null })
})
