import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { camelMembers, toWire } from './to-wire.ts'
import { nullable, pageOf, time } from './wire.ts'

const at = new Date('2026-05-01T10:00:00Z')
const text = '2026-05-01T10:00:00.000Z'

test('converts times at any depth to text, and leaves out members that the schema lacks', () => {
  const item = Type.Object({ at: time, ended_at: nullable(time), labels: Type.Record(Type.String(), time) })
  const row = { at, ended_at: at, labels: { first: at }, lease: 'secret' }
  const shown = { at: text, ended_at: text, labels: { first: text } }
  expect(toWire(pageOf(item), { items: [row], next_cursor: 'x', total: 3 })).toEqual({
    items: [shown],
    next_cursor: 'x',
  })
  expect(toWire(item, { ...row, ended_at: null })).toEqual({ ...shown, ended_at: null })
})

test('uses the branch of a union that fits', () => {
  const either = Type.Union([
    Type.Object({ kind: Type.Literal('one'), at: time }),
    Type.Object({ kind: Type.Literal('two'), n: Type.Integer() }),
    Type.Null(),
  ])
  expect(toWire(either, { kind: 'two', n: 2, secret: 1 })).toEqual({ kind: 'two', n: 2 })
  expect(toWire(either, { kind: 'one', at })).toEqual({ kind: 'one', at: text })
  expect(toWire(either, null)).toBeNull()
})

test('a member that is absent stays absent, and names of the prototype are no members', () => {
  const schema = Type.Object({ a: Type.Optional(Type.String()) })
  expect(toWire(schema, { a: undefined, toString: 'x' })).toEqual({})
  expect(toWire(Type.Unknown(), { any: [1] })).toEqual({ any: [1] })
})

test('accepts members in camel case, and converts received ones to it', () => {
  const schema = Type.Object({
    window_hours: Type.Integer(),
    last_24h: Type.Integer(),
    inner: Type.Object({ at_ms: time }),
  })
  const value = { windowHours: 3, last24h: 1, inner: { atMs: at }, secretKey: 'x' }
  expect(toWire(schema, value)).toEqual({ window_hours: 3, last_24h: 1, inner: { at_ms: text } })
  expect(toWire(schema, { window_hours: 3, windowHours: 4, last_24h: 1, inner: { at_ms: at } })).toEqual({
    ...{ window_hours: 3, last_24h: 1, inner: { at_ms: text } },
  })
  expect(camelMembers({ window_hours: 3, auth_config: { api_key: 'k' } })).toEqual({
    ...{ windowHours: 3, authConfig: { api_key: 'k' } },
  })
})
