import { Type } from 'typebox'
import { expect, expectTypeOf, test } from 'vitest'
import { nameOf, nullable } from '../../schemas/wire.ts'
import { column, type RowOf, table } from './table.ts'

const RUNS = table('Run', {
  id: column.uuid(),
  atomic_test_id: column.from('test_id', column.text()),
  state: column.word(['open', 'done']),
  is_done: column.derived(Type.Boolean(), (row) => row.state === 'done'),
  ended_at: column.orNull(column.time({ description: 'null while it runs' })),
  lease: column.hidden(column.orNull(column.text())),
})
const at = new Date('2026-05-01T00:00:00Z')
const row = { id: 'a', atomic_test_id: 'T1', state: 'done', ended_at: at, lease: null }

test('the list of columns has the names of the table', () => {
  expect(RUNS.columns).toBe('id, test_id AS atomic_test_id, state, ended_at, lease')
  expect(RUNS.of('r')).toBe('r.id, r.test_id AS atomic_test_id, r.state, r.ended_at, r.lease')
})

test('a row is read as its columns declare, with its computed members', () => {
  const read = RUNS.read(row)
  expect(read).toEqual({ ...row, is_done: true })
  expectTypeOf(read).toEqualTypeOf<RowOf<typeof RUNS>>()
  expectTypeOf(read.state).toEqualTypeOf<'open' | 'done'>()
})

test.each([
  ['a word that is none of its words', { ...row, state: 'lost' }],
  ['a time that is text', { ...row, ended_at: '2026-05-01' }],
  ['a null in a column that holds none', { ...row, id: null }],
])('a row with %s is refused', (_, bad) => {
  expect(() => RUNS.read(bad)).toThrow(/column/)
})

test('the schema has the entity’s name, and lacks hidden columns', () => {
  expect(nameOf(RUNS.schema)).toBe('Run')
  const { properties } = RUNS.schema as unknown as { properties: Record<string, unknown> }
  expect(Object.keys(properties)).toEqual(['id', 'atomic_test_id', 'state', 'is_done', 'ended_at'])
  expect(properties.ended_at).toEqual(nullable(Type.String({ format: 'date-time', description: 'null while it runs' })))
})
