import { expect, test } from 'vitest'
import { receiversOf, timesOf } from './schedule-words.ts'

test('a schedule names its day and hour, and only the receivers that it has', () => {
  expect(timesOf({ frequency: 'weekly', weekday: 7, hour: 7 })).toBe('Every Sunday, 07:00')
  expect(timesOf({ frequency: 'daily', weekday: null, hour: 0 })).toBe('Every day, 00:00')
  expect(timesOf({ frequency: 'monthly', weekday: null, hour: 23 })).toBe('First of the month, 23:00')
  expect([receiversOf(0, 0), receiversOf(1, 0), receiversOf(0, 2), receiversOf(3, 1)]).toEqual([
    '',
    '1 person',
    '2 addresses',
    '3 people, 1 address',
  ])
})
