import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { windows } from '../vendors/windows/mapping.ts'
import { usualTime } from './usual-time.ts'

test.each([
  [{ time: '2026-01-07T10:00:00.123Z' }, '2026-01-07T10:00:00.123Z'],
  [{ timestamp: 1_767_780_000, time: 12.5 }, '2026-01-07T10:00:00.000Z'],
  [{ time: 250, date: '2026-01-07 10:00:00' }, '2026-01-07T10:00:00.000Z'],
  [{ '@timestamp': 'soon', ts: '1767780000123' }, '2026-01-07T10:00:00.123Z'],
])('%j happened at %s', (record, time) => {
  expect(new Date(usualTime(record)).toISOString()).toBe(time)
})

test.each([{}, { time: null }, { time: {} }, { time: 250 }, { time: '00:00:03' }, { date: 'today' }])(
  '%j has no time',
  (record) => {
    expect(usualTime(record)).toBeNaN()
  },
)

test('a time that the source’s table names comes first, the usual ones before that of an envelope', () => {
  const timeOf = (record: Record<string, unknown>) => {
    const row = new EventRow()
    expect(windows.fill(record, row)).toBeNull()
    return row.timeMs
  }
  const record = { EventID: 4688, Channel: 'Security', Computer: 'h', hec: { time: 1_767_780_000 } }
  expect(timeOf({ ...record, time: '2026-01-06T10:00:00Z' })).toBe(Date.UTC(2026, 0, 6, 10))
  expect(timeOf({ ...record, time: '2026-01-06T10:00:00Z', TimeCreated: '2026-01-05T10:00:00Z' })).toBe(
    Date.UTC(2026, 0, 5, 10),
  )
})
