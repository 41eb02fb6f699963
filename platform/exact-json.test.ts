import { expect, test } from 'vitest'
import { parseExactly } from './exact-json.ts'

test('whole numbers keep their digits, and everything else equals JSON.parse', () => {
  expect(parseExactly('{"a":[9007199254740993,-9007199254740993,9007199254740991]}')).toEqual({
    a: [9007199254740993n, -9007199254740993n, 9007199254740991],
  })
  for (const text of ['1e17', '9007199254740993.0', '-0', '1e400', `1${'0'.repeat(400)}`, '"9007199254740993"', 'null'])
    expect(parseExactly(text)).toEqual(JSON.parse(text))
  expect(() => parseExactly('{"a":}')).toThrow(SyntaxError)
})

test('reads a text that is nested too deep for the reviver', () => {
  const depth = 50_000
  const read = parseExactly(`${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`)
  expect(Array.isArray(read)).toBe(true)
})
