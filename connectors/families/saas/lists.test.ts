import { expect, test } from 'vitest'
import type { Members } from '../../../platform/members.ts'
import { addressed } from './lists.ts'

test('objects of a list are addressed by their own names; the first one with a name counts', () => {
  const record: Members = {}
  const names = ['a', 'toString', '__proto__', 'a', 7]
  addressed(
    record,
    'of',
    names.map((name, at) => ({ name, at })),
    (item) => [item.name, item.at],
  )
  expect(Object.entries(record.of as Members)).toEqual([
    ['a', 0],
    ['toString', 1],
    ['__proto__', 2],
  ])
  expect(Object.keys(record)).toEqual([])
})
