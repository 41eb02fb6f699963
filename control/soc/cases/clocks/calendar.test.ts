import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isZone } from '../../../../platform/zone-offset.ts'
import { addWorkingMs, type Calendar, MINUTE_MS } from './calendar.ts'

const NINE_TO_FIVE = { days: [1, 2, 3, 4, 5], start: 9 * 60, end: 17 * 60, holidays: [] }
const at = (time: string) => Date.parse(time)
const dueOf = (calendar: Calendar, from: string, minutes: number) =>
  new Date(addWorkingMs(calendar, at(from), minutes * MINUTE_MS)).toISOString()

/** The definition, minute by minute: the clock on the wall is read for every one of them. */
function slowly(calendar: Calendar, fromMs: number, minutes: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: calendar.timezone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  let left = minutes
  for (let ms = fromMs; ; ms += MINUTE_MS) {
    const [day = '', clock = ''] = format.format(ms).split(' ')
    const [hour = 0, minute = 0] = clock.split(':').map(Number)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
    const ofDay = hour * 60 + minute
    const isWorking =
      calendar.days.includes(weekday) &&
      !calendar.holidays.includes(day) &&
      ofDay >= calendar.start &&
      ofDay < calendar.end
    if (isWorking && --left === 0) return ms + MINUTE_MS
  }
}

describe('working time', () => {
  test('counts hours of the day in its zone, over nights and weekends', () => {
    const berlin = { ...NINE_TO_FIVE, timezone: 'Europe/Berlin' }
    expect(dueOf(berlin, '2026-01-05T08:00:00Z', 60)).toBe('2026-01-05T09:00:00.000Z') // 9:00 there
    expect(dueOf(berlin, '2026-01-05T05:00:00Z', 60)).toBe('2026-01-05T09:00:00.000Z') // before work begins
    expect(dueOf(berlin, '2026-01-05T15:30:00Z', 60)).toBe('2026-01-06T08:30:00.000Z') // over night
    expect(dueOf(berlin, '2026-01-09T15:30:00Z', 60)).toBe('2026-01-12T08:30:00.000Z') // over a weekend
  })

  test('ends at the end of a day when the hours are used up then', () => {
    expect(dueOf({ ...NINE_TO_FIVE, timezone: 'UTC' }, '2026-01-05T16:00:00Z', 60)).toBe('2026-01-05T17:00:00.000Z')
  })

  test('skips holidays, by the date in the zone', () => {
    const auckland = { ...NINE_TO_FIVE, timezone: 'Pacific/Auckland', holidays: ['2026-02-06'] }
    // Thursday 17:00 there is Thursday 4:00 UTC; Friday is Waitangi Day.
    expect(dueOf(auckland, '2026-02-05T03:30:00Z', 60)).toBe('2026-02-08T20:30:00.000Z')
  })

  test('an hour skipped by the zone does not count, a repeated one counts twice', () => {
    const night = { days: [7], start: 0, end: 6 * 60, holidays: [], timezone: 'Europe/Berlin' }
    // 29 March: from 2:00 to 3:00 there is nothing; five hours are all there is of the six.
    expect(dueOf(night, '2026-03-28T23:00:00Z', 300)).toBe('2026-03-29T04:00:00.000Z')
    // 25 October: from 2:00 to 3:00 it is twice.
    expect(dueOf(night, '2026-10-24T22:00:00Z', 420)).toBe('2026-10-25T05:00:00.000Z')
  })

  test('agrees with local time, minute by minute, around every clock change', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'Africa/Casablanca',
    ]
    const changes = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-03-08T07:00:00Z', '2026-04-04T15:00:00Z']
    const calendar = fc
      .record({
        timezone: fc.constantFrom(...zones),
        days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        start: fc.integer({ min: 0, max: 1380 }),
        length: fc.integer({ min: 60, max: 1440 }),
        holidays: fc.subarray(['2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26']),
      })
      .map(({ length, ...rest }) => ({ ...rest, end: Math.min(1440, rest.start + length) }))
    const from = fc
      .record({ change: fc.constantFrom(...changes), minutes: fc.integer({ min: -3000, max: 1500 }) })
      .map(({ change, minutes }) => at(change) + minutes * MINUTE_MS)
    fc.assert(
      fc.property(calendar, from, fc.integer({ min: 1, max: 300 }), (value, fromMs, minutes) => {
        expect(addWorkingMs(value, fromMs, minutes * MINUTE_MS)).toBe(slowly(value, fromMs, minutes))
      }),
      { numRuns: 60 },
    )
  })

  test('is additive: two adjacent spans count as much as the whole span', () => {
    const calendar = { ...NINE_TO_FIVE, timezone: 'America/New_York', holidays: ['2026-11-26'] }
    const ms = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') }), ms, ms, (from, a, b) => {
        expect(addWorkingMs(calendar, addWorkingMs(calendar, from, a), b)).toBe(addWorkingMs(calendar, from, a + b))
      }),
    )
  })
})

test('accepts only IANA time zones', () => {
  expect(['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+5'].map(isZone)).toEqual(Array(4).fill(true))
  expect(['', '+02:00', 'Berlin', 'Europe/Nowhere', '../UTC'].map(isZone)).toEqual(Array(5).fill(false))
})
