import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

// The example of RFC 8785, 3.2.3.
test('keys stand in the order of their code units, numbers and strings as ECMAScript writes them', () => {
  const value = {
    '€': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '😀': 'Emoji: Grinning Face',
    '\x80': 'Control',
    ö: 'Latin Small Letter O With Diaeresis',
  }
  const order = ['\\r', '1', '\x80', 'ö', '€', '😀', '\ufb33']
  const keys = [...canonicalJson(value).matchAll(/"((?:\\.|[^"])*)":/g)].map(([, key]) => key)
  expect(keys).toEqual(order)
  expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  )
})

test('any JSON is read back unchanged, and has one form in any order of its keys', () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    const text = canonicalJson(value)
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    expect(canonicalJson(JSON.parse(text))).toBe(text)
  })
  fc.assert(property)
})

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [1n], [() => 1]])('%s is refused', (value) => {
  expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'bad_request' }))
})

test('a value that nests too deep is refused too', () => {
  let deep: unknown = 1
  for (let i = 0; i < 100_000; i++) deep = [deep]
  expect(() => canonicalJson(deep)).toThrow('levels deep')
})
