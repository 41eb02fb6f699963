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
  return { asked: calls, read: kindReader(fields, kinds) }
}

test('the first place that holds something tells the kind, and it is worked out once', () => {
  const { asked, read } = reader()
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
  expect(asked).toEqual([
    ['x', 5],
    ['x', undefined],
    [undefined, undefined],
  ])
})

test('an object that stands where a word is expected is no kind to remember', () => {
  const { asked, read } = reader()
  for (let i = 0; i < 3; i++) read({ log: { x: 1 } })
  expect(asked).toHaveLength(3)
})

test('strangers make up kinds without end, and those that are known stay right', () => {
  const { asked, read } = reader()
  for (let i = 0; i < 20_000; i++) expect(read({ log: `kind ${i}` })).toEqual({ kind: `kind ${i}/` })
  expect(read({ log: 'kind 19999' })).toBe(read({ log: 'kind 19999' }))
  expect(asked).toHaveLength(20_000)
})

test('an id is the first that tells an event apart', () => {
  const id = vendorIdReader([['id'], ['meta', 'id']])
  expect(id({ id: 'a', meta: { id: 'b' } })).toBe('a')
  expect(id({ id: 'x'.repeat(257), meta: { id: 7 } })).toBe('7')
  expect(id({ id: '-', meta: 'none' })).toBe('')
  expect(vendorIdReader([])({ id: 'a' })).toBe('')
})
