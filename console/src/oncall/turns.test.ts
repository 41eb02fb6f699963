import { expect, test } from 'vitest'
import { turnsOf } from './turns.ts'

const rotation = (starts_on: string, handoff_days: number, user_ids: string[]) => ({
  ...{ id: 'r', name: 'first line', time_zone: 'Europe/Berlin', handoff_at: '09:00' },
  ...{ starts_on, handoff_days, user_ids, created_by: 'a', created_at: '2026-01-01T00:00:00Z' },
})

test('a shift that began before the first day shows its remaining days, and people follow each other in turn', () => {
  const turns = turnsOf(rotation('2026-11-27', 7, ['ann', 'bob']), '2026-11-30')
  expect(turns).toEqual([
    { userId: 'ann', day: 0, days: 4 },
    { userId: 'bob', day: 4, days: 7 },
    { userId: 'ann', day: 11, days: 7 },
    { userId: 'bob', day: 18, days: 7 },
    { userId: 'ann', day: 25, days: 3 },
  ])
})

test('nobody has a shift before the first one, and no shift passes the last day', () => {
  expect(turnsOf(rotation('2026-12-05', 30, ['ann']), '2026-11-30')).toEqual([{ userId: 'ann', day: 5, days: 23 }])
  expect(turnsOf(rotation('2027-03-01', 7, ['ann']), '2026-11-30')).toEqual([])
})

test('a rotation that began long ago continues with the right person', () => {
  const [first] = turnsOf(rotation('2026-01-01', 1, ['ann', 'bob', 'cy']), '2026-01-03')
  expect(first).toEqual({ userId: 'cy', day: 0, days: 1 })
})
