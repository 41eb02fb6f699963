import { expect, test } from 'vitest'
import { answerWords } from './answer-words.ts'

test.each([
  [null, null, null, 'Nobody has answered yet'],
  [null, null, 15, 'Nobody has answered yet (15 min were set)'],
  [null, false, 15, 'Nobody answered in time (15 min were set)'],
  [42, null, null, 'Answered after 42 s'],
  [600, true, 15, 'Answered after 10 min, in time (15 min were set)'],
  [1_800, false, 15, 'Answered after 30 min, too late (15 min were set)'],
])('an answer after %s s, in time: %s, of %s min', (seconds, inTime, minutes, words) => {
  expect(answerWords({ first_answer_seconds: seconds, is_in_time: inTime, within_minutes: minutes })).toBe(words)
})
