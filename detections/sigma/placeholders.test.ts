import { expect, test } from 'vitest'
import { Refusal } from './fault.ts'
import { PLACEHOLDER_LIMITS, placeholdersIn } from './placeholders.ts'

const { names, nameChars, values, valueChars } = PLACEHOLDER_LIMITS

test('reads a map from names to values; a single value is a list of one', () => {
  const table = placeholdersIn({ Admins: ['root', 'adm*'], port: 22, flag: true, none: [], empty: null })
  expect([...table]).toEqual([
    ['Admins', ['root', 'adm*']],
    ['port', ['22']],
    ['flag', ['true']],
    ['none', []],
    ['empty', []],
  ])
})

test.each([
  ['a list', ['a'], 'a map from names'],
  ['a text', 'a', 'a map from names'],
  ['a name with percent signs', { '%Admins%': ['a'] }, 'is not a valid placeholder name'],
  ['a name with a space', { 'a b': ['a'] }, 'is not a valid placeholder name'],
  ['no name', { '': ['a'] }, 'is not a valid placeholder name'],
  ['a long name', { ['x'.repeat(nameChars + 1)]: ['a'] }, 'a name has more than'],
  ['a map of maps', { a: { b: 'c' } }, 'a value that is not a text'],
  ['a list of lists', { a: [['b']] }, 'a value that is not a text'],
  ['U+0000', { a: ['\0'] }, 'a value that is not a text'],
  ['a long value', { a: ['x'.repeat(valueChars + 1)] }, 'a value of more than'],
  ['many values', { a: Array.from({ length: values + 1 }, () => 'x') }, 'more than 4096 values'],
  [
    'many names',
    Object.fromEntries(Array.from({ length: names + 1 }, (_, n) => [`n${n}`, 'x'])),
    'more than 500 names',
  ],
  ['many bytes', { a: Array.from({ length: 300 }, () => 'x'.repeat(1000)) }, 'bytes'],
])('%s is refused', (_, value, reason) => {
  expect(() => placeholdersIn(value)).toThrow(Refusal)
  expect(() => placeholdersIn(value)).toThrow(reason)
})
