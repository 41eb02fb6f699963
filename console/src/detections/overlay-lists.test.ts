import { expect, test } from 'vitest'
import { linesOf, listsFrom } from './overlay-lists.ts'

test('lists of an overlay become lines, and the lines become the same lists', () => {
  const lists = { host: ['a', 'b'], src_ip: ['10.0.0.0/8'] }
  expect(listsFrom(linesOf(lists))).toEqual(lists)
  expect(listsFrom([])).toEqual({})
})

test('lines with the same field are one list, and an empty line is ignored', () => {
  const lines = [
    { field: 'host ', values: ['a'] },
    { field: '', values: [] },
    { field: 'host', values: ['b', 'a'] },
  ]
  expect(listsFrom(lines)).toEqual({ host: ['a', 'b'] })
})

test('a field without values, or values without a field, are not sent', () => {
  expect(listsFrom([{ field: 'host', values: [] }])).toBeNull()
  expect(listsFrom([{ field: ' ', values: ['a'] }])).toBeNull()
})
