import { expect, test } from 'vitest'
import { stacked } from './timeline.tsx'

test('steps of the same time are stacked, and others stay on the line', () => {
  expect(stacked([10, 10, 12, 100]).map(({ level }) => level)).toEqual([0, 1, 2, 0])
})
