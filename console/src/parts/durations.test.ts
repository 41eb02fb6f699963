import { expect, test } from 'vitest'
import { durationOf, everyOf, minutesOf } from './durations.ts'

test('a duration is written in seconds, minutes, hours or days', () => {
  const texts = [0, 59, 60, 7_170, 7_200, 9_000, 259_199, 260_000].map(durationOf)
  expect(texts).toEqual(['0 s', '59 s', '1 min', '2 h', '2 h', '2.5 h', '3 d', '3 d'])
})

test('an unknown time stays unknown', () => {
  expect([minutesOf(undefined), minutesOf(0), minutesOf(90)]).toEqual([null, 0, 1.5])
})

test.each([
  [1440, 'every day'],
  [2880, 'every 2 days'],
  [60, 'every hour'],
  [90, 'every 90 minutes'],
])('%i minutes are said as %s', (minutes, words) => expect(everyOf(minutes)).toBe(words))
