import { expect, test } from 'vitest'
import { eventText } from './event-text.ts'
import { YARA_LIMITS } from './limits.ts'

test('every text of an event is on its own line, and a byte position maps to its field', () => {
  const { bytes, isWhole, fieldAt } = eventText({ a: 'é', n: 5, b: { c: ['x', { d: 'yz' }] }, e: null, f: true })
  expect(Buffer.from(bytes).toString()).toBe('é\nx\nyz\n')
  expect(isWhole).toBe(true)
  expect([0, 2, 3, 5, 7, 8].map(fieldAt)).toEqual(['a', 'a', 'b.c.0', 'b.c.1.d', 'b.c.1.d', ''])
})

test('a field beyond the bound is left out completely and reported', () => {
  const long = 'é'.repeat(YARA_LIMITS.eventBytes / 2)
  const { bytes, isWhole } = eventText({ a: 'x', b: long, c: 'y' })
  expect(Buffer.from(bytes).toString()).toBe('x\n')
  expect(isWhole).toBe(false)
})
