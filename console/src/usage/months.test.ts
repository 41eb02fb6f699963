import { expect, test } from 'vitest'
import { monthsUntil } from './months.ts'

test('months continue over the turn of the year, each to its last day', () => {
  const months = monthsUntil(new Date('2026-01-17T23:59:00Z'))
  expect(months.slice(0, 2)).toEqual([
    { month: '2026-01', start: '2026-01-01', end: '2026-01-17' },
    { month: '2025-12', start: '2025-12-01', end: '2025-12-31' },
  ])
  expect([months.length, months.at(-1)?.month]).toEqual([13, '2025-01'])
})
