import { expect, test } from 'vitest'
import { textOf } from './text-of.ts'
import { text } from './transforms.ts'

test.each([
  [7, '7'],
  [-0.5, '-0.5'],
  [2 ** 53 - 1, '9007199254740991'],
  [-(2 ** 53) + 1, '-9007199254740991'],
  [2 ** 53, ''],
  [JSON.parse('12345678901234567890'), ''],
  [JSON.parse('1e400'), ''],
  [Number.NaN, ''],
  ['12345678901234567890', '12345678901234567890'],
  [true, 'true'],
  [{ toString: false }, ''],
])('%s as a text is %j', (value, expected) => {
  expect(textOf(value)).toBe(expected)
  expect(text(value)).toBe(expected)
})
