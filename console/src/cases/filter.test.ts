import { expect, test } from 'vitest'
import { caseFilter, casesQuery } from './filter.ts'

test('the filter of an address is what the API is asked for', () => {
  const found = caseFilter({
    status: 'open',
    severity: 'high',
    owner: 'me',
    late: 'yes',
    search: '4625',
    view: 'board',
  })
  expect(casesQuery(found)).toEqual({
    status: 'open',
    severity: 'high',
    assigned_to_me: true,
    sla_breached: true,
    search: '4625',
  })
})

test('values that nobody knows filter nothing', () => {
  expect(casesQuery(caseFilter({ status: 'bogus', severity: ['a', 'b'], owner: 'x', late: 'no' }))).toEqual({})
})

test('cases of nobody are asked for as unassigned', () => {
  expect(casesQuery(caseFilter({ owner: 'nobody' }))).toEqual({ unassigned: true })
})
