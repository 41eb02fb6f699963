import fc from 'fast-check'
import { expect, test } from 'vitest'
import { severityId, severityNumber } from './severity.ts'

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

test('a number counts only if it is a severity of OCSF', () => {
  for (const id of [0, 1, 2, 3, 4, 5, 6, 99]) {
    expect(severityNumber(id)).toBe(id)
    expect(severityNumber(`${id}`)).toBe(id)
  }
  for (const value of [-1, 7, 2.5, 100, Number.NaN, '7', '', ' 3', '3.0', '003', null, undefined, {}, [3], true]) {
    expect(severityNumber(value)).toBe(0)
  }
})

test('any input has a severity of OCSF as its result', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string(), fc.double()), (value) => {
      expect([0, 1, 2, 3, 4, 5]).toContain(severityId(value))
      expect([0, 1, 2, 3, 4, 5, 6, 99]).toContain(severityNumber(value))
    }),
  )
})
