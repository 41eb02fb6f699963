import { expect, test } from 'vitest'
import { around, eventFields, factsFirst, momentOf, narrowed, termOf } from './event-terms.ts'

test('values of an event have the path that the search uses, and members of lists share it', () => {
  const ocsf = { user: { name: 'kim', groups: [{ name: 'a' }, { name: 'b' }] }, severity_id: 3, empty: '', none: null }
  expect(eventFields(ocsf)).toEqual({
    fields: [
      { name: 'user.name', value: 'kim' },
      { name: 'user.groups.name', value: 'a' },
      { name: 'user.groups.name', value: 'b' },
      { name: 'severity_id', value: '3' },
    ],
    omitted: 0,
  })
})

test('fields beyond the limit are counted', () => {
  const { fields, omitted } = eventFields({ unmapped: { list: Array.from({ length: 350 }, (_, at) => at) } })
  expect([fields.length, omitted]).toEqual([300, 50])
})

test('a value cannot end its term, and a field name that a search cannot express makes no term', () => {
  expect(termOf({ name: 'process.cmd_line', value: 'a" OR \\' })).toBe('process.cmd_line:"a\\" OR \\\\"')
  expect(termOf({ name: 'unmapped.a b', value: 'x' })).toBeNull()
  expect(termOf({ name: 'a) OR (b', value: 'x' })).toBeNull()
  expect(termOf({ name: 'metadata.uid', value: 'vendor-7' })).toBeNull()
  expect(termOf({ name: 'raw', value: 'x'.repeat(501) })).toBeNull()
})

test('an existing query stays one condition', () => {
  expect(narrowed('a OR b', 'host:"x"', true)).toBe('(a OR b) AND NOT host:"x"')
  expect(narrowed(undefined, 'host:"x"', false)).toBe('host:"x"')
  expect(narrowed('', 'host:"x"', true)).toBe('NOT host:"x"')
})

test('the time span around an event', () => {
  expect(around('2026-03-01T00:00:00Z', 5)).toEqual({
    from: '2026-02-28T23:55:00.000Z',
    to: '2026-03-01T00:05:00.000Z',
  })
})

test('facts of the event come before numbers of the schema and metadata of the platform', () => {
  const named = (...names: readonly string[]) => names.map((name) => ({ name, value: '1' }))
  const written = named('class_uid', 'severity_id', 'metadata.uid', 'user.name', 'device.type_id', 'process.name')
  expect(factsFirst(written).map(({ name }) => name)).toEqual([
    ...['user.name', 'process.name', 'class_uid', 'severity_id', 'metadata.uid', 'device.type_id'],
  ])
})

test.each([
  [{ name: 'time', value: '1795995030013' }, '2026-11-29T23:30:30.013Z'],
  [{ name: 'process.created_time', value: '1795995030013' }, '2026-11-29T23:30:30.013Z'],
  [{ name: 'unmapped.runtime', value: '1795995030013' }, null],
  [{ name: 'time', value: '1795995030' }, null],
  [{ name: 'unmapped.time', value: '10:11' }, null],
])('%o is read as the moment %s', (field, moment) => expect(momentOf(field)).toBe(moment))
