import { expect, test } from 'vitest'
import { lengthOfValue, momentOfText } from './moment.ts'

test.each([
  ['2026-11-30 23:07:44.082', '2026-11-30T23:07:44.082Z'],
  ['2026-11-30T23:07:44Z', '2026-11-30T23:07:44Z'],
  ['2026-11-30', null],
  ['2026-13-30 23:07:44', null],
  ['at 2026-11-30 23:07:44', null],
  [1795995030013, null],
])('%s is the moment %s', (value, moment) => expect(momentOfText(value)).toBe(moment))

test('the length of a value is that of the text in the table', () => {
  const lengths = ['2026-11-30 23:07:44.082', 'powershell.exe', { a: 1 }, null, undefined].map(lengthOfValue)
  expect(lengths).toEqual([16, 14, 7, 0, 0])
})
