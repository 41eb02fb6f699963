import fc from 'fast-check'
import { expect, test } from 'vitest'
import { severityId } from './severity.ts'

test.each([
  ['info', 1],
  ['LOW', 2],
  ['Medium', 3],
  ['high', 4],
  ['CRITICAL', 5],
  ['fatal', 5],
  ['', 0],
  ['nothing', 0],
  ['constructor', 0],
  ['__proto__', 0],
])('%s is %i', (word, id) => {
  expect(severityId(word)).toBe(id)
})

test('a number is the id when it is one, anything else is unknown; always 0 to 5', () => {
  for (const id of [0, 1, 2, 3, 4, 5]) expect(severityId(id)).toBe(id)
  for (const value of [-1, 6, 2.5, Number.NaN, null, undefined, {}, [3], true]) expect(severityId(value)).toBe(0)
  fc.assert(fc.property(fc.anything(), (value) => [0, 1, 2, 3, 4, 5].includes(severityId(value))))
})
