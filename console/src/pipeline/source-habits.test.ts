import { expect, test } from 'vitest'
import { learningOf } from './source-habits.ts'

test('sources that are too new are counted once above the list, and not called unknown in each row', () => {
  const [fresh, known] = [{ state: 'unknown' }, { state: 'fresh' }] as const
  expect(learningOf([known, known])).toBeNull()
  expect(learningOf([])).toBeNull()
  expect(learningOf([fresh, known, fresh])).toMatch(/^2 sources are not known long enough/)
  expect(learningOf([fresh, known])).toMatch(/^1 source is not known long enough/)
  expect(learningOf([fresh])).toMatch(/^No source is known long enough/)
})
