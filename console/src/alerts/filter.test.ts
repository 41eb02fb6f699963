import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { searchText } from '../parts/search-text.ts'
import { alertFilter } from './filter.ts'

const parse = (address: string) => parseSearchWith((value) => value)(address) as Record<string, unknown>
const stringify = stringifySearchWith(String)

test.each(['4625', '007', '1e3', 'true', 'null', '"quoted"', '[1]', '{"a":1}', '0x10', ' x'])(
  'a link keeps the text %s',
  (text) => {
    expect(searchText(parse(`?search=${encodeURIComponent(text)}`).search)).toBe(text)
    expect(searchText(parse(stringify({ search: text })).search)).toBe(text)
  },
)

test('the queue takes numbers to search for, and a filter that stands twice in the address', () => {
  expect(alertFilter(parse('?search=4625&severity=high&severity=low&status=bogus'))).toEqual({
    search: '4625',
    severity: 'high,low',
  })
})
