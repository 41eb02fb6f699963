import { expect, test } from 'vitest'
import { leftOf } from './due.ts'

test.each([
  [65_000, '1:05'],
  [-65_000, '1:05 late'],
  [3_600_000 * 3 + 4 * 60_000, '3 h 04 min'],
  [86_400_000 * 2 + 3_600_000 * 3, '2 d 3 h'],
  [0, '0:00'],
])('%d ms are %s', (ms, text) => expect(leftOf(ms)).toBe(text))
