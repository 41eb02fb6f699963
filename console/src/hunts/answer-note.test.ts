import { expect, test } from 'vitest'
import { answerNote } from './answer-note.ts'

test('rows that the page does not show differ from rows that svc did not keep', () => {
  expect(answerNote(20, 0, 20)).toBe('')
  expect(answerNote(21, 0, 20)).toBe('The first 20 of 21 rows; the API has these.')
  expect(answerNote(5, 2, 20)).toBe('2 further rows were not kept: ask for fewer.')
  expect(answerNote(21, 1, 20)).toMatch(/^The first 20 .* 1 further/)
})
