import { expect, test } from 'vitest'
import { changeOf, changeWords, NO_CHANGE, NONE } from './bulk-change.ts'

test('an empty value changes nothing, and none takes away', () => {
  expect(changeOf(NO_CHANGE)).toEqual({})
  expect(changeOf({ ...NO_CHANGE, reason: 'alone it changes nothing' })).toEqual({})
  expect(
    changeOf({ ...NO_CHANGE, status: 'closed', reason: ' done ', assignee: NONE, queue: 'q', tags: ['a'] }),
  ).toEqual({
    ...{ status: 'closed', reason: 'done', assignee_id: null, queue_id: 'q', add_tags: ['a'] },
  })
})

test('the change is said in words', () => {
  const name = (id: string) => id.toUpperCase()
  expect(changeWords(NO_CHANGE, name)).toBe('')
  expect(changeWords({ ...NO_CHANGE, status: 'in_progress', assignee: 'kim', tags: ['a', 'b'] }, name)).toBe(
    'become in progress, go to KIM, get the tags a, b',
  )
  expect(changeWords({ ...NO_CHANGE, assignee: NONE, queue: NONE }, name)).toBe('lose their owner, leave their queue')
})
