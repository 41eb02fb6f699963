import { expect, test } from 'vitest'
import { type MatchEvent, plainView } from '../../schemas/event-view.ts'
import { fieldReader } from '../kql/run/source.ts'
import { fieldValue } from '../plan/evaluate-expr.ts'
import { compileGetter } from './read-field.ts'

test.each([
  ['data.a.b', { data: { 'a.b': 1 } }, 1],
  ['data.a.b.c', { data: { 'a.b': { c: 1 } } }, 1],
  ['data.a.b.c', { data: { a: { 'b.c': 1 } } }, 1],
  ['data.a.b', { data: [{ 'a.b': 1 }, { a: { b: 2 } }] }, [1, 2]],
  // The longest name is used; where it leads nowhere, the others are tried.
  ['data.a.b', { data: { a: { b: 2 }, 'a.b': 1 } }, 1],
  ['data.a.b.c', { data: { 'a.b': { x: 1 }, a: { b: { c: 2 } } } }, 2],
  ['data.a.b', { 'data.a.b': 1, data: { 'a.b': 2 } }, 1],
  ['data.a', { data: { 'a.b': 1 } }, undefined],
  ['data.constructor.name', { data: {} }, undefined],
])('%s of %j', (field, record, expected) => {
  const logSource = { product: '', service: '', categories: [] }
  const event: MatchEvent = { record, view: plainView, logSource, timeMs: 0 }
  expect(compileGetter(plainView, field)(record)).toEqual(expected)
  expect(fieldValue(event, field)).toEqual(expected)
  expect(fieldReader()(event, field) ?? undefined).toEqual(expected)
})

test('searches an object once, even if its names match a path in many ways', () => {
  const path = Array.from({ length: 20 }, () => 'a')
  const nested = (depth: number): Record<string, unknown> =>
    depth === 0 ? {} : Object.fromEntries(['a', 'a.a', 'a.a.a'].map((name) => [name, nested(depth - 1)]))
  const get = compileGetter(plainView, ['top', ...path, 'b'].join('.'))
  expect(get({ top: nested(7) })).toBe(undefined)
})
