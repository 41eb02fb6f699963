/**
 * Times with an English month name, short or long: RFC 3164 and Cisco (`Oct 10 13:55:36`, with or without a year before
 * or after the time), asctime, RFC 2822 and the access logs of web servers.
 */

import { codeAt } from './code-at.ts'
import { zoneMs } from './time-zone.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A log line is not written after its receipt, except by a clock that is ahead by at most this much. */
const AHEAD_MS_MAX = 24 * 3_600_000
/** Years searched back: 29 February recurs within eight years at most. */
const YEARS_BACK_MAX = 8

const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AaPp])\.?[Mm]\.?(?![A-Za-z]))?`
/** JavaScript writes the name of the zone behind its offset, in brackets. */
const ZONE = String.raw`(?<zone> ?(?:(?:UTC|GMT|UT)?[+-]\d\d:?(?:\d\d)?|[A-Za-z]{1,5}))?(?: \([^()]{1,48}\))?`
const WEEKDAY = '(?:[A-Za-z]{3}(?:[a-z]{3,6})?,? +)?'
const MONTH = '(?<month>[A-Za-z]{3})(?:[a-z]{1,6})?'
/** `Oct 10 13:55:36`, `Tue Oct 10 13:55:36.123 2000`, `Tue Oct 10 13:55:36 2000 +02:00`, `Oct 10 2000 13:55:36 UTC`, `October 10, 2000 1:55:36 PM`, `oct/10/2000 13:55:36`. */
const MONTH_FIRST = new RegExp(
  `^${WEEKDAY}${MONTH}(?: +|/)(?<day>\\d{1,2}),?(?:(?: +|/)(?<year>\\d{4}))?,? +${CLOCK}${ZONE}(?: +(?<yearBehind>\\d{4})(?<zoneBehind> [+-]\\d\\d:?\\d\\d)?)?$`,
)
/** `10 Oct 2000 13:55:36 +0200`, `10/Oct/2000:13:55:36 +0200`, `10-Oct-2000 13:55:36`. */
const DAY_FIRST = new RegExp(`^${WEEKDAY}(?<day>\\d{1,2})[ /-]${MONTH}[ /-](?<year>\\d{4}),?[ :]${CLOCK}${ZONE}$`)
/** `2000-Oct-10 13:55:36`, `2000 Oct 10 13:55:36`. */
const YEAR_FIRST = new RegExp(`^(?<year>\\d{4})[ /-]${MONTH}[ /-](?<day>\\d{1,2})[ :T]${CLOCK}${ZONE}$`)

type Moment = { month: number; day: number; timeMs: number; zone: string }
type Parts = Readonly<Partial<Record<string, string>>>

/**
 * Milliseconds since the epoch; NaN when the text has none of these forms, or has no year and there is no reference.
 */
export function namedMonthTime(text: string, referenceMs: number): number {
  const isDigitFirst = codeAt(text, 0) <= 0x39
  const known = isDigitFirst ? accessLogTime(text) : Number.NaN
  if (!Number.isNaN(known)) return known
  const first = isDigitFirst ? null : MONTH_FIRST.exec(text)
  if (!first) return dayFirstTime(text)
  const parts = first.groups ?? {}
  const year = parts.year ?? parts.yearBehind
  return year === undefined ? withoutYear(momentOf(parts), referenceMs) : inYear(momentOf(parts), Number(year))
}

function dayFirstTime(text: string): number {
  const parts = (DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups
  return parts === undefined ? Number.NaN : inYear(momentOf(parts), Number(parts.year))
}

/** `10/Oct/2000` */
const DAY_LENGTH = 11
/** Cached, because consecutive lines of an access log share the day. */
let knownDay = ''
let knownDayMs = Number.NaN

/**
 * Parses `10/Oct/2000:13:55:36 -0700` exactly, without a pattern; NaN for anything else, which may still be another
 * form.
 */
function accessLogTime(text: string): number {
  if (codeAt(text, 2) !== 0x2f || codeAt(text, DAY_LENGTH) !== 0x3a || codeAt(text, 14) !== 0x3a) return Number.NaN
  const hours = two(text, 12)
  const minutes = two(text, 15)
  const seconds = two(text, 18)
  const sign = codeAt(text, 21)
  const isZoned = codeAt(text, 20) === 0x20 && (sign === 0x2b || sign === 0x2d)
  if (!isZoned || codeAt(text, 17) !== 0x3a || !(hours < 24 && minutes < 60 && seconds <= 60)) return Number.NaN
  const day = text.slice(0, DAY_LENGTH)
  if (day !== knownDay) {
    knownDay = day
    knownDayMs = dayFirstTime(`${day}:00:00:00`)
  }
  return knownDayMs + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 - zoneMs(text, 20)
}

function two(text: string, at: number): number {
  const tens = codeAt(text, at) - 48
  const ones = codeAt(text, at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function momentOf(parts: Parts): Moment | null {
  const {
    month = '',
    day,
    hour,
    minute,
    second = '0',
    fraction = '0',
    half,
    zoneBehind = '',
    zone = zoneBehind,
  } = parts
  const hours = half === undefined ? Number(hour) : hourOfDay(Number(hour), half)
  const minutes = Number(minute)
  const seconds = Number(second)
  if (!(hours <= 23) || minutes > 59 || seconds > 60) return null
  const ms = Math.floor(Number(`0.${fraction}`) * 1000)
  const timeMs = hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms
  return { month: MONTHS.indexOf(month.toLowerCase()), day: Number(day), timeMs, zone }
}

/** Converts an hour from `1` to `12` with the letter of AM or PM; NaN for other hours. */
export function hourOfDay(hour: number, half: string): number {
  if (!(hour >= 1 && hour <= 12)) return Number.NaN
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
}

function inYear(moment: Moment | null, year: number): number {
  if (moment === null || moment.month === -1) return Number.NaN
  const dayMs = Date.UTC(year, moment.month, moment.day)
  // `Date` turns 30 February into 2 March, and the year 99 into 1999.
  const isReal = year >= 1000 && new Date(dayMs).getUTCDate() === moment.day
  return isReal ? dayMs + moment.timeMs - zoneMs(moment.zone, 0) : Number.NaN
}

/** The latest year in which the moment is not after the reference, allowing a clock that is ahead. */
function withoutYear(moment: Moment | null, referenceMs: number): number {
  if (Number.isNaN(referenceMs)) return Number.NaN
  const latest = new Date(referenceMs + AHEAD_MS_MAX).getUTCFullYear()
  for (let year = latest; year >= latest - YEARS_BACK_MAX; year--) {
    const ms = inYear(moment, year)
    if (ms <= referenceMs + AHEAD_MS_MAX) return ms
  }
  return Number.NaN
}
