import { expect, test } from 'vitest'
import { Kinds } from './dispatch.ts'
import { kindReader, vendorIdReader } from './read.ts'

/** Reports the values of each call. */
function reader() {
  const calls: (readonly unknown[])[] = []
  const kinds = new Kinds((values) => {
    calls.push(values)
    return { kind: values.join('/') }
  })
  const fields = [[['log'], ['event', 'log']], [['a.b', 'c"d']]]
  return { calls, read: kindReader(fields, kinds) }
}

test('the first place with a value determines the kind, which is computed once', () => {
  const { calls, read } = reader()
  const records = [
    { log: 'x', event: { log: 'y' }, 'a.b': { 'c"d': 5 } },
    { log: '', event: { log: 'x' }, 'a.b': { 'c"d': 5 } },
    { log: null, event: { log: 'x' }, 'a.b': { 'c"d': 5 } },
    { log: 'x', event: 'z', 'a.b': null },
    { log: 'x', event: [], 'a.b': { 'c"d': '' } },
    {},
  ]
  const [first, ...others] = records.map(read)
  expect(others.slice(0, 2)).toEqual([first, first])
  expect(others[0]).toBe(first)
  expect(calls).toEqual([
    ['x', 5],
    ['x', undefined],
    [undefined, undefined],
  ])
})

test('an object in the place of a word is not cached as a kind', () => {
  const { calls, read } = reader()
  for (let i = 0; i < 3; i++) read({ log: { x: 1 } })
  expect(calls).toHaveLength(3)
})

test('endless invented kinds do not affect known ones', () => {
  const { calls, read } = reader()
  for (let i = 0; i < 20_000; i++) expect(read({ log: `kind ${i}` })).toEqual({ kind: `kind ${i}/` })
  expect(read({ log: 'kind 19999' })).toBe(read({ log: 'kind 19999' }))
  expect(calls).toHaveLength(20_000)
})

test('an id is the first value that identifies the event', () => {
  const id = vendorIdReader([['id'], ['meta', 'id']])
  expect(id({ id: 'a', meta: { id: 'b' } })).toBe('a')
  expect(id({ id: 'x'.repeat(257), meta: { id: 7 } })).toBe('7')
  expect(id({ id: '-', meta: 'none' })).toBe('')
  expect(vendorIdReader([])({ id: 'a' })).toBe('')
})
