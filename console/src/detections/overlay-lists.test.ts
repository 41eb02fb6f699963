import { expect, test } from 'vitest'
import { linesOf, listsFrom } from './overlay-lists.ts'

test('what an overlay has comes back as it was', () => {
  const lists = { host: ['a', 'b'], src_ip: ['10.0.0.0/8'] }
  expect(listsFrom(linesOf(lists))).toEqual(lists)
  expect(listsFrom([])).toEqual({})
})

test('lines of one field are one list, and an empty line is none', () => {
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
