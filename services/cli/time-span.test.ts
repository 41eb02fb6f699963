import { afterEach, beforeEach, expect, test } from 'vitest'
import { timeSpan } from './time-span.ts'

const zone = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'Asia/Kathmandu'
})
afterEach(() => {
  process.env.TZ = zone
})

const fromOf = (from: string) => new Date(timeSpan({ from }, Date.parse('2030-01-01')).fromMs ?? 0).toISOString()

test('a time without a zone is UTC, wherever the machine stands', () => {
  expect(new Date('2024-05-14T08:00').toISOString()).not.toBe('2024-05-14T08:00:00.000Z')
  for (const text of ['2024-05-14T08:00', '2024-05-14 08:00', '2024-05-14T08:00:00Z', '2024-05-14T10:00+02:00'])
    expect(fromOf(text)).toBe('2024-05-14T08:00:00.000Z')
  expect(fromOf('2024-05-14')).toBe('2024-05-14T00:00:00.000Z')
})

test('an invalid time is refused with its option, and so is an empty span', () => {
  for (const text of ['yesterday', '1', '05/14/2024', '2024-13-01', '2024-05-14T25:00', ''])
    expect(() => fromOf(text), text).toThrow(/^--from must be a time such as/)
  expect(() => timeSpan({ from: '2024-05-15', to: '2024-05-14' }, 0)).toThrow('--from is not before --to')
})
