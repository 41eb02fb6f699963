import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { searchText } from '../parts/search-text.ts'
import { alertFilter, apiQuery, toggledValue, valuesOf } from './filter.ts'

const parse = (address: string) => parseSearchWith((value) => value)(address) as Record<string, unknown>
const stringify = stringifySearchWith(String)

test.each(['4625', '007', '1e3', 'true', 'null', '"quoted"', '[1]', '{"a":1}', '0x10', ' x'])(
  'a link keeps the text %s',
  (text) => {
    expect(searchText(parse(`?search=${encodeURIComponent(text)}`).search)).toBe(text)
    expect(searchText(parse(stringify({ search: text })).search)).toBe(text)
  },
)

test('the queue accepts numbers as search text, and a filter that is twice in the URL', () => {
  expect(
    alertFilter(parse('?search=4625&severity=high&severity=low&status=bogus&sort=bogus&group=host&host=7')),
  ).toEqual({
    search: '4625',
    severity: 'high,low',
    host: '7',
  })
})

test('a value with a comma is one value', () => {
  const list = toggledValue(toggledValue(undefined, 'CN=x,OU=y'), 'ws-1')
  expect(valuesOf(list)).toEqual(['CN=x,OU=y', 'ws-1'])
  expect(toggledValue(list, 'ws-1')).toBe('CN=x\\,OU=y')
  expect(toggledValue('ws-1', 'ws-1')).toBeUndefined()
})

test('the API request follows the URL, with open alerts by default', () => {
  const now = Date.parse('2026-01-02T03:04:05Z')
  expect(apiQuery({}, now)).toEqual({ status: 'new,triaged,in_progress' })
  expect(apiQuery({ status: 'all', owner: 'nobody', verdict: 'no', since: '24', rule: 'r' }, now)).toEqual({
    ...{ assignee: 'nobody', has_verdict: false, event_from: '2026-01-01T03:04:00Z', rule: 'r' },
  })
})
