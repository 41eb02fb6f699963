import { expect, test } from 'vitest'
import { EventRow } from '../../schemas/event-row.ts'
import { windows } from '../vendors/windows/mapping.ts'
import { timeAround } from './around-time.ts'

test.each([
  [{ hec: { time: 1_767_780_000.5 } }, '2026-01-07T10:00:00.500Z'],
  [{ hec: { time: 'soon' }, sns: { Timestamp: '2026-01-07T01:02:05Z' } }, '2026-01-07T01:02:05.000Z'],
  [{ cloudwatch: { timestamp: 1_767_780_000_123 } }, '2026-01-07T10:00:00.123Z'],
  [
    { eventbridge: { time: '2026-01-07T01:02:04Z' }, sns: { Timestamp: '2026-01-07T01:02:05Z' } },
    '2026-01-07T01:02:04.000Z',
  ],
  [{ syslog: { time: 1_767_780_000_000 }, hec: { time: 1 } }, '2026-01-07T10:00:00.000Z'],
])('%j was seen at %s', (record, time) => {
  expect(new Date(timeAround(record)).toISOString()).toBe(time)
})

test.each([{}, { hec: null }, { hec: 'x' }, { hec: { time: {} } }, { sns: { Timestamp: '' } }])(
  '%j has no time',
  (record) => {
    expect(timeAround(record)).toBeNaN()
  },
)

test('an event with a table has the time of its envelope if it has none itself', () => {
  const timeOf = (record: Record<string, unknown>) => {
    const row = new EventRow()
    expect(windows.fill(record, row)).toBeNull()
    return row.timeMs
  }
  const record = { EventID: 4688, Channel: 'Security', Computer: 'h', hec: { time: 1_767_780_000 } }
  expect(timeOf(record)).toBe(Date.UTC(2026, 0, 7, 10))
  expect(timeOf({ ...record, TimeCreated: '2026-01-06T10:00:00Z' })).toBe(Date.UTC(2026, 0, 6, 10))
  expect(timeOf({ ...record, hec: {} })).toBeNaN()
})
