import { expect, test } from 'vitest'
import { textOfValue, valueOfText } from './step-value.ts'

test.each([
  ['critical', 'eq', 'critical'],
  ['5', 'gt', 5],
  ['0.5', 'lt', 0.5],
  ['007', 'eq', '007'],
  ['Infinity', 'eq', 'Infinity'],
  ['true', 'eq', true],
  ['a, 2,, b c', 'in', ['a', 2, 'b c']],
  ['', 'eq', undefined],
  ['anything', 'exists', undefined],
])('%j of the operator %s is %j', (text, operator, value) => expect(valueOfText(text, operator)).toEqual(value))

test.each([['text'], [5], [false], [['a', 2]]])('%j is the same after it was shown and read', (value) => {
  expect(valueOfText(textOfValue(value), Array.isArray(value) ? 'in' : 'eq')).toEqual(value)
})
