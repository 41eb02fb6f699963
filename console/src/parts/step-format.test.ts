import { expect, test } from 'vitest'
import { stepFormat } from './step-format.ts'

const HOUR_MS = 3_600_000
const labels = (count: number, stepMs: number) => {
  const times = Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 0, 5) + at * stepMs).toISOString())
  return times.map((at) => stepFormat(times).format(new Date(at)))
}

test.each([
  ['minutes of an hour', 12, HOUR_MS / 12],
  ['hours of a day', 13, HOUR_MS],
  ['hours of two days', 13, 4 * HOUR_MS],
  ['days', 13, 24 * HOUR_MS],
  ['months', 12, 31 * 24 * HOUR_MS],
])('no two steps of a chart read alike: %s', (_, count, stepMs) => {
  expect(new Set(labels(count, stepMs)).size).toBe(count)
})

test('a single step is a day', () => {
  expect(labels(1, HOUR_MS)[0]).toMatch(/05/)
})

test('a day is that of the clock that the person chose', () => {
  const times = ['2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z']
  const utc = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short', timeZone: 'UTC' })
  expect(stepFormat(times, 'utc').format(new Date(times[0] ?? ''))).toBe(utc.format(new Date(times[0] ?? '')))
  expect(stepFormat(times, 'utc').resolvedOptions().timeZone).toBe('UTC')
})
