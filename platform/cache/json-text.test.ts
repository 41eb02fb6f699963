import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonTextOf } from './json-text.ts'

test.each<[string, unknown]>([
  ['a map', { a: new Map() }],
  ['a set', [new Set([1])]],
  ['a date', { at: new Date(0) }],
  ['an expression', { a: /x/ }],
  ['a large integer', { a: 10n }],
  ['a member that is undefined', { a: undefined }],
  ['an undefined item', [undefined]],
  ['a hole', new Array(1)],
  ['an array with a member', Object.assign([1], { a: 1 })],
  ['no number', { a: Number.NaN }],
  ['an infinite number', [Number.POSITIVE_INFINITY]],
  ['a negative zero', [-0]],
  ['a function', { a: () => 1 }],
  ['an object of a class', { a: new (class A {})() }],
  ['an object that writes itself', { toJSON: () => 1 }],
  ['undefined', undefined],
])('%s is not given back as it was', (_, value) => {
  expect(jsonTextOf(value)).toBeNull()
})

test('every JSON value is restored unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const written = JSON.parse(JSON.stringify(value)) as unknown // Without negative zeros.
      expect(JSON.parse(jsonTextOf(written) ?? 'null')).toStrictEqual(written)
    }),
  )
})
