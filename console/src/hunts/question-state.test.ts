import { expect, test } from 'vitest'
import { questionState } from './question-state.ts'

const DEADLINE = '2026-11-30T20:00:00.000Z'
const AT = Date.parse(DEADLINE)

test('a question is open until its deadline, unless a person ended it', () => {
  expect(questionState({ ended_at: null, deadline: DEADLINE }, AT - 1)).toBe('open')
  expect(questionState({ ended_at: null, deadline: DEADLINE }, AT)).toBe('over')
  expect(questionState({ ended_at: DEADLINE, deadline: DEADLINE }, AT - 1)).toBe('ended')
})
