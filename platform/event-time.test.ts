import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEventTime, zoneMinutes } from './event-time.ts'
import { namedZone } from './time-zone.ts'

const MS = Date.UTC(2026, 0, 7, 12, 34, 56, 789)
const DAY_MS = 86_400_000
const within = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2090, 0, 1) })

test('reads ISO 8601 with any fraction, separator and zone', () => {
  const zones = fc.integer({ min: -14 * 60, max: 14 * 60 })
  const ways = fc.record({
    separator: fc.constantFrom('T', ' ', 't'),
    point: fc.constantFrom('.', ','),
    colon: fc.boolean(),
  })
  fc.assert(
    fc.property(within, zones, ways, fc.nat(999_999), (ms, minutes, { separator, point, colon }, below) => {
      const local = new Date(ms + minutes * 60_000)
        .toISOString()
        .replace('T', separator)
        .replace('.', point)
        .slice(0, -1)
      const size = Math.abs(minutes)
      const two = (n: number) => String(n).padStart(2, '0')
      const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${colon ? ':' : ''}${two(size % 60)}`
      expect(parseEventTime(`${local}${String(below).padStart(6, '0')}${zone}`)).toBe(ms)
    }),
  )
})

test('recognises the unit of Unix time by its size, as number or text', () => {
  fc.assert(
    fc.property(within, (ms) => {
      expect(parseEventTime(ms)).toBe(ms)
      expect(parseEventTime(ms / 1000)).toBe(ms)
      expect(parseEventTime(ms * 1000)).toBe(ms)
      expect(parseEventTime(Math.floor(ms / 1000) * 1e9)).toBe(Math.floor(ms / 1000) * 1000)
      expect(parseEventTime(`${ms}`)).toBe(ms)
      expect(parseEventTime((ms / 1000).toFixed(3))).toBe(ms)
    }),
  )
})

test.each([
  ['2026-01-07T12:34:56.789Z', MS],
  ['2026-01-07 12:34:56.789', MS],
  ['2026-01-07T12:34:56.789 UTC', MS],
  ['2026-01-07T12:34Z', MS - 56_789],
  ['2026-01-07T13:34:56+01', MS - 789],
  ['Wed, 07 Jan 2026 12:34:56 GMT', MS - 789],
  ['7 Jan 2026 14:34:56 +0200', MS - 789],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2026-06-30T23:59:60Z', Date.UTC(2026, 6, 1)],
  ['2026/01/07 12:34:56', MS - 789],
  ['20260107T123456.789Z', MS],
  ['20260107123456', MS - 789],
  ['20260107133456+0100', MS - 789],
  ['07/Jan/2026:12:34:56 +0000', MS - 789],
  ['07/Jan/2026:04:34:56 -0800', MS - 789],
  ['Jan 07 2026 12:34:56', MS - 789],
  ['Jan  7 2026 12:34:56.789 UTC', MS],
  ['Jan 07 2026 14:34:56.789 GMT+02:00', MS],
  ['Wed Jan  7 12:34:56 2026', MS - 789],
  ['Jan 7, 2026 12:34:56', MS - 789],
  ['01/07/2026 12:34:56 PM', MS - 789],
  ['1/7/2026 12:34:56.789 PM', MS],
  ['01/07/2026 12:34:56 AM', MS - 789 - 12 * 3_600_000],
  ['/Date(1767789296789)/', MS],
  ['134122628967890000', MS],
  ['639033860967890000', MS],
  ['13412262896789000', MS],
  ['07.01.2026 12:34:56', MS - 789],
  ['7.1.2026, 12:34:56.789', MS],
  ['13/01/2026 12:34:56', MS - 789 + 6 * DAY_MS],
  ['01/13/2026 12:34:56', MS - 789 + 6 * DAY_MS],
  ['01-13-2026 12:34:56', MS - 789 + 6 * DAY_MS],
  ['13/01/2026 12:34:56 PM', MS - 789 + 6 * DAY_MS],
  ['20260107 12:34:56.789', MS],
  ['20260107-123456', MS - 789],
  ['2026:01:07-12:34:56', MS - 789],
  ['2026.01.07 12:34:56', MS - 789],
  ['2026-01-07_12:34:56', MS - 789],
  ['2026-01-07 00:34:56 PM', Number.NaN],
  ['2026-01-07 12:34:56 PM', MS - 789],
  ['Jan 7, 2026 12:34:56 PM', MS - 789],
  ['Wednesday, January 7, 2026 12:34:56 PM', MS - 789],
  ['2026-Jan-07 12:34:56', MS - 789],
  ['2026-01-07 13:34:56 CET', MS - 789],
  ['2026-01-07 07:34:56.789 EST', MS],
  ['Wed Jan 07 13:34:56 CET 2026', MS - 789],
  ['07 Jan 2026 21:34:56 JST', MS - 789],
])('%s is understood', (text, ms) => {
  expect(parseEventTime(text)).toBe(ms)
})

test.each([
  '',
  '-',
  'yesterday',
  '12:34:56',
  '2026-01-07',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-01-07T25:00:00Z',
  '2026-01-07T24:30:00Z',
  '2026-01-07T12:60:00Z',
  '2026-01-07T12:34:61Z',
  '2026-01-07T12:34:56.Z',
  '2026-01-07T12:34:56 Mars',
  '2026-01-07 12:34:56 CST',
  'Wed Jan 07 12:34:56 IST 2026',
  '13.13.2026 12:34:56',
  '2026-01-07T12:34:56+99:99',
  '07/01/2026 12:34:56',
  'Jan  7 12:34:56',
  'Jan 32 12:34:56 2026',
  'Feb 29 12:34:56 2025',
  'Mai 7 12:34:56 2026',
  '07/01/2026 13:34:56 PM',
  '02/30/2026 01:34:56 PM',
  '20261307123456',
  '/Date(x)/',
  '12345678',
  '1'.repeat(65),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
  -1e300,
  null,
  undefined,
  true,
  {},
  [1_767_789_296_789],
])('%j names no time, and none is guessed', (value) => {
  expect(parseEventTime(value)).toBeNaN()
})

test('of two possible days, chooses the one near the receipt', () => {
  const receivedMs = Date.UTC(2026, 1, 1, 20)
  expect(parseEventTime('01/02/2026 12:34:56', receivedMs)).toBe(Date.UTC(2026, 1, 1, 12, 34, 56))
  expect(parseEventTime('02/01/2026 12:34:56', receivedMs)).toBe(Date.UTC(2026, 1, 1, 12, 34, 56))
  expect(parseEventTime('03/04/2026 12:34:56', receivedMs)).toBeNaN()
  expect(parseEventTime('01/02/2026 12:34:56', Date.UTC(2026, 0, 1, 22))).toBe(Date.UTC(2026, 0, 2, 12, 34, 56))
})

test('an ambiguous zone name means the offset nearest to the receipt, and is always a guess', () => {
  const localMs = Date.UTC(2026, 0, 7, 12)
  const hours = (name: string, receivedMs: number) => {
    const zone = namedZone(name, localMs, receivedMs)
    return zone && [zone.minutes / 60, zone.isGuess]
  }
  expect(hours('CST', localMs + 6 * 3_600_000)).toEqual([-6, true])
  expect(hours('CST', localMs - 8 * 3_600_000 + 1000)).toEqual([8, true])
  expect(hours('CST', localMs + 40 * 3_600_000)).toEqual([-6, true])
  expect(hours('IST', localMs - 2 * 3_600_000)).toEqual([2, true])
  expect(hours('CET', localMs)).toEqual([1, false])
  expect(hours('SRV', localMs)).toBeNull()
})

test('a time without a year is the latest before the receipt, allowing a day of clock skew', () => {
  const receivedMs = Date.UTC(2026, 0, 1, 0, 0, 5)
  expect(parseEventTime('Dec 31 23:59:59', receivedMs)).toBe(Date.UTC(2025, 11, 31, 23, 59, 59))
  expect(parseEventTime('Jan  1 00:00:04', receivedMs)).toBe(Date.UTC(2026, 0, 1, 0, 0, 4))
  expect(parseEventTime('Jan  1 23:00:00', receivedMs)).toBe(Date.UTC(2026, 0, 1, 23))
  expect(parseEventTime('Jan  2 01:00:00', receivedMs)).toBe(Date.UTC(2025, 0, 2, 1))
  expect(parseEventTime('Feb 29 12:00:00', receivedMs)).toBe(Date.UTC(2024, 1, 29, 12))
  expect(parseEventTime('Dec 31 22:30:00', Date.UTC(2025, 11, 31, 23))).toBe(Date.UTC(2025, 11, 31, 22, 30))
  expect(parseEventTime('Jan  1 00:10:00', Date.UTC(2025, 11, 31, 23, 50))).toBe(Date.UTC(2026, 0, 1, 0, 10))
})

test('returns the zone of a text beside its time, and invents none', () => {
  expect(zoneMinutes('2026-01-07T13:34:56.7+05:30')).toBe(330)
  expect(zoneMinutes('10/Oct/2000:13:55:36 -0700')).toBe(-420)
  expect(zoneMinutes('2026-01-07T13:34:56Z')).toBe(0)
  expect(zoneMinutes('Jan 07 2026 13:34:56.789 GMT-01:30')).toBe(-90)
  for (const none of ['2026-01-07 12:34:56', 'Jan  7 12:34:56', 1_767_789_296, null, '2026-01-07T12:34:56+99:99']) {
    expect(zoneMinutes(none)).toBeNull()
  }
})

test('every parsed time fits into a Date', () => {
  const digits = fc.nat({ max: 19 }).chain((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`)))
  fc.assert(
    fc.property(
      fc.oneof(fc.double(), fc.string(), digits, fc.bigInt({ min: 0n, max: 10n ** 24n }).map(Number)),
      (value) => {
        const ms = parseEventTime(value)
        if (!Number.isNaN(ms)) expect(() => new Date(ms).toISOString()).not.toThrow()
      },
    ),
    { numRuns: 2000 },
  )
})

test('dates of all years are those of the calendar, and there are no others', () => {
  for (let year = 0; year <= 9999; year++) {
    const written = String(year).padStart(4, '0')
    const february = parseEventTime(`${written}-02-29T00:00Z`)
    const hasLeapDay = new Date(Date.parse(`${written}-02-28`) + 86_400_000).getUTCMonth() === 1
    expect([year, Number.isNaN(february)]).toEqual([year, !hasLeapDay])
    expect(parseEventTime(`${written}-03-01T00:00Z`)).toBe(Date.parse(`${written}-03-01`))
    expect(parseEventTime(`${written}-12-31T00:00Z`)).toBe(Date.parse(`${written}-12-31`))
  }
  for (const none of ['2026-00-07', '2026-13-07', '2026-01-00', '2026-01-32', '2026-04-31', '2026-1a-07', 'a026-01-07'])
    expect(parseEventTime(`${none}T12:34:56Z`)).toBeNaN()
})

test.each([
  ['2026-11-27T10:11:12.123Z[UTC]', '2026-11-27T10:11:12.123Z'],
  ['2026-11-27T10:11:12+01:00[Europe/Berlin]', '2026-11-27T09:11:12.000Z'],
  ['2026-11-27T10:11:12[Europe/Berlin]', '2026-11-27T09:11:12.000Z'],
  ['2026-07-27 10:11:12 Europe/Berlin', '2026-07-27T08:11:12.000Z'],
  ['2026-11-27 10:11:12.5 America/New_York', '2026-11-27T15:11:12.500Z'],
])('reads %s, whose zone is a place', (text, iso) => {
  expect(new Date(parseEventTime(text)).toISOString()).toBe(iso)
})

test('a place that nobody knows is no zone', () => {
  expect(parseEventTime('2026-11-27 10:11:12 Europe/Nowhere')).toBeNaN()
})

test.each([
  ['2026-331T10:11:12Z', '2026-11-27T10:11:12.000Z'],
  ['2026.331 10:11:12.5', '2026-11-27T10:11:12.500Z'],
  ['2024-366 00:00:00', '2024-12-31T00:00:00.000Z'],
  ['2026331 10:11:12', '2026-11-27T10:11:12.000Z'],
  ['26331 10:11:12.25', '2026-11-27T10:11:12.250Z'],
  ['Fri Nov 27 11:11:12 2026 +01:00', '2026-11-27T10:11:12.000Z'],
])('%s is a day of its year, or has its zone behind the year', (text, iso) => {
  expect(new Date(parseEventTime(text, Date.UTC(2026, 11, 1))).toISOString()).toBe(iso)
})

test('digits are a day of a year only near the reference, and a year has no more days than it has', () => {
  expect(parseEventTime('26331 10:11:12')).toBeNaN()
  expect(parseEventTime('12345 10:11:12', Date.UTC(2026, 11, 1))).toBeNaN()
  expect(parseEventTime('2026-366 10:11:12')).toBeNaN()
  expect(parseEventTime('2026-000 10:11:12')).toBeNaN()
})
