import { expect, test } from 'vitest'
import { STUCK_AFTER, STUCK_MAX, StuckStatements } from './stuck-statements.ts'

function opened(lanesMax: number) {
  const ends: string[] = []
  return { ends, stuck: new StuckStatements(lanesMax, (why) => ends.push(why)) }
}

test('the engine is ended when more than half of its lanes hold statements that cannot be cancelled', () => {
  const { ends, stuck } = opened(4)
  stuck.cancelled('a', STUCK_AFTER)
  stuck.cancelled('b', STUCK_AFTER)
  stuck.cancelled('c', STUCK_AFTER - 1)
  expect(ends).toEqual([])
  stuck.cancelled('c', STUCK_AFTER)
  expect(ends).toEqual(['3 of 4 reads do not end although they were cancelled'])
})

test('a statement that ended late is forgotten, and one alone has more time', () => {
  const { ends, stuck } = opened(4)
  stuck.cancelled('a', STUCK_AFTER)
  stuck.ended('a')
  stuck.cancelled('b', STUCK_MAX - 1)
  expect(ends).toEqual([])
  stuck.cancelled('b', STUCK_MAX)
  expect(ends).toHaveLength(1)
})
