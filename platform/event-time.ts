/**
 * Time as vendors write it, in milliseconds since the epoch, or NaN: never now, never a guess.
 *
 * - ISO 8601 and RFC 3339, a space for the T allowed, `2026/01/07 12:34:56`, and the basic forms `20260107T123456Z` and
 *   `20260107123456`
 * - Unix time in seconds, milliseconds, microseconds or nanoseconds, Windows FILETIME, ticks of .NET and microseconds of
 *   WebKit, told apart by size
 * - with the name of the month: RFC 2822, `10/Oct/2000:13:55:36 -0700`, `Oct 10 2000 13:55:36`, `Tue Oct 10 13:55:36 2000`
 * - `Oct 10 13:55:36` of RFC 3164, when `referenceMs` says about when it was written
 * - `10/28/2000 01:55:36 PM`, `28.10.2000 13:55:36` and other numbers that can be one day only, see `numeric-date.ts`
 * - `2000年10月28日 13:55:36`, `28. Oktober 2000 13:55:36`, `28-OCT-00 01.55.36 PM` and others of `foreign-date.ts`
 * - `2000-10-10T13:55:36+02:00[Europe/Berlin]` of Java, and `2000-10-10 13:55:36 Europe/Berlin`
 * - `2000-10-10 13:55:36.123 +0200 CEST` of Go, `Oct 10, 2000 @ 13:55:36.123` of Kibana
 * - `/Date(971186136000)/`, and `@4000000039e31ed20a2b3c4d` of TAI64N
 *
 * A text without a zone is UTC, and one whose zone has several meanings is nothing. `12/11/2000 13:55:36` is nothing: it is
 * two days, unless `referenceMs` lies close to one of them.
 */

import { codeAt } from './code-at.ts'
import { foreignDate } from './foreign-date.ts'
import { namedMonthTime } from './named-month-time.ts'
import { numericDate } from './numeric-date.ts'
import { placeZone, zoneMs } from './time-zone.ts'

export { zoneMinutes } from './time-zone.ts'

/** A bound function for the reason given in `codeAt`; callers pass only positions within the text. */
const charCodeAt = String.prototype.charCodeAt

/** JavaScript writes the name of the zone in words behind a time. */
const LENGTH_MAX = 96

export function parseEventTime(value: unknown, referenceMs = Number.NaN): number {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string' || value.length > LENGTH_MAX) return Number.NaN
  const iso = fromIso(value)
  if (!Number.isNaN(iso)) return iso
  if (isCount(value)) return COMPACT.test(value) ? fromRare(`${value}Z`) : fromNumber(Number(value))
  const named = namedMonthTime(value, referenceMs)
  return Number.isNaN(named) ? fromRare(value, referenceMs) : named
}

/**
 * True for 9 to 19 digits, with or without decimals. Written by hand for speed: every event of some sources has such a
 * time.
 */
function isCount(text: string): boolean {
  let at = 0
  while (isDigit(codeAt(text, at))) at++
  if (at < 9 || at > 19) return false
  if (at === text.length) return true
  const decimals = at + 1
  if (codeAt(text, at) !== 46) return false
  for (at = decimals; isDigit(codeAt(text, at)); ) at++
  return at > decimals && at === text.length
}

/** Read as milliseconds since the epoch these would be in the year 2572 or later. */
const COMPACT = /^(?:19|20)\d{12}(?:\.\d{1,9})?$/
const DATE_CALL = /^\/Date\((-?\d{1,15})\)\/$/

function fromRare(text: string, referenceMs = Number.NaN): number {
  // `2026-11-27 10:11:12 (UTC)`.
  if (text.endsWith(')') && ZONE_IN_BRACKETS.test(text))
    return parseEventTime(text.replace(ZONE_IN_BRACKETS, ' $1'), referenceMs)
  if (GO_ZONE.test(text)) return parseEventTime(text.replace(GO_ZONE, ' $1'), referenceMs)
  if (text.includes(' @ ')) return parseEventTime(text.replace(' @ ', ' '), referenceMs)
  const iso = numericDate(text, referenceMs) ?? foreignDate(text)
  if (iso !== null) return fromIso(iso)
  if (text.startsWith('@')) return fromTai(text)
  const placed = fromPlaced(text)
  if (!Number.isNaN(placed)) return placed
  const call = DATE_CALL.exec(text)
  return call ? fromNumber(Number(call[1])) : Number.NaN
}

const WITH_PLACE =
  /^(\d{4}-\d\d-\d\d[T ][\d:.,]{5,18}(?:Z|[+-]\d\d:?\d\d)?)(?:\[([A-Za-z_/+:\d-]{1,40})\]| ([A-Z]\w{2,15}\/[\w/+-]{2,32}))$/

/** A place behind an offset only repeats it; behind a local time it is the zone. */
function fromPlaced(text: string): number {
  const [, local = '', behind = '', place = behind] = WITH_PLACE.exec(text) ?? []
  if (local === '') return Number.NaN
  const ms = fromIso(local)
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(local)) return ms
  const zone = place === 'UTC' || place === 'GMT' || place === 'Z' ? UTC : placeZone(place, ms)
  return zone === null ? Number.NaN : ms - zone.minutes * 60_000
}

const UTC = { minutes: 0 }
/** `2026-11-27 10:11:12.123 +0000 UTC` of Go, which repeats the offset as a name. */
const GO_ZONE = / ([+-]\d{4}) (?:[A-Z]{3,5}|[+-]\d{2,4})(?: m=[+-][\d.]{1,24})?$/
const ZONE_IN_BRACKETS = / \(([A-Z]{1,5})\)$/

/** External TAI64 and TAI64N, https://cr.yp.to/libtai/tai64.html: seconds since 1970 TAI beside 2^62, and nanoseconds. */
const TAI64 = /^@(4[\da-f]{15})([\da-f]{8})?$/i
const TAI_1970 = 2n ** 62n
/** Loggers add ten seconds to Unix time, which has no leap seconds. */
const TAI_AHEAD_SECONDS = 10

function fromTai(text: string): number {
  const [, label = '', nanoseconds = '0'] = TAI64.exec(text) ?? []
  if (label === '') return Number.NaN
  const seconds = Number(BigInt(`0x${label}`) - TAI_1970) - TAI_AHEAD_SECONDS
  return fromNumber(seconds * 1000 + Math.floor(Number.parseInt(nanoseconds, 16) / 1e6))
}

/** The last moment a Date can hold: a later one would make `toISOString` throw. */
const NANOSECONDS_MAX = 8.64e21

/** 100 ns since 1601, as Windows counts, from 1970 to 2233. As nanoseconds these would be moments of 1973 to 1976. */
const FILETIME_1970 = 116_444_736_000_000_000
const FILETIME_END = 2e17

/** 100 ns since the year 1, as .NET counts, from 2000 to 2100. As nanoseconds these would be moments of 1989 and 1990. */
const TICKS_1970 = 621_355_968_000_000_000
const TICKS_2000 = 630_822_816_000_000_000
const TICKS_2100 = 662_380_416_000_000_000

/** Microseconds since 1601, as WebKit counts, from 1970 to 2233. As microseconds since 1970 they would be moments of 2339 and later. */
const WEBKIT_1970 = 11_644_473_600_000_000
const WEBKIT_END = 2e16

function fromNumber(value: number): number {
  const size = Math.abs(value)
  if (!(size <= NANOSECONDS_MAX)) return Number.NaN
  if (size < 1e11) return Math.round(value * 1000)
  if (size < 1e14) return Math.round(value)
  if (value >= FILETIME_1970 && value < FILETIME_END) return Math.round((value - FILETIME_1970) / 1e4)
  if (value >= TICKS_2000 && value < TICKS_2100) return Math.round((value - TICKS_1970) / 1e4)
  if (value >= WEBKIT_1970 && value < WEBKIT_END) return Math.round((value - WEBKIT_1970) / 1e3)
  return Math.round(value / (size < 1e17 ? 1e3 : 1e6))
}

/** The last text read, because a caller that keeps the original text parses it twice. */
let lastText = ''
let lastMs = Number.NaN

function fromIso(text: string): number {
  if (text === lastText) return lastMs
  const ms = isoTime(text)
  if (!Number.isNaN(ms)) {
    lastText = text
    lastMs = ms
  }
  return ms
}

/** Uses whole numbers and never reads beyond the end, for speed: each event has a time, and some have several. */
function isoTime(text: string): number {
  const { length } = text
  if (length < 16) return Number.NaN
  const dash = charCodeAt.call(text, 4)
  if ((dash !== 45 && dash !== 47) || charCodeAt.call(text, 7) !== dash) return Number.NaN
  const separator = charCodeAt.call(text, 10)
  if (separator !== 84 && separator !== 32 && separator !== 116) return Number.NaN
  const hours = two(text, 11)
  const minutes = two(text, 14)
  const isClock = hours >= 0 && minutes >= 0 && minutes < 60 && (hours < 24 || (hours === 24 && minutes === 0))
  if (!isClock || charCodeAt.call(text, 13) !== 58) return Number.NaN
  let at = 16
  let ms = 0
  if (length > 16 && charCodeAt.call(text, 16) === 58) {
    const seconds = length < 19 ? -1 : two(text, 17)
    if (seconds < 0 || seconds > 60) return Number.NaN
    at = fractionEnd(text, 19)
    if (at === 20) return Number.NaN
    ms = seconds * 1000 + fractionMs(text, at)
  }
  if (hours === 24 && ms > 0) return Number.NaN
  return dayOf(text) + (hours * 60 + minutes) * 60_000 + ms - zoneMs(text, at)
}

/** End of the decimal mark at `from` and the digits after it; `from` itself when there is no mark. */
function fractionEnd(text: string, from: number): number {
  const { length } = text
  const point = from < length ? charCodeAt.call(text, from) : 0
  if (point !== 46 && point !== 44) return from
  let at = from + 1
  while (at < length && isDigit(charCodeAt.call(text, at))) at++
  return at
}

/** Milliseconds from the first three digits behind a decimal point at index 19. */
function fractionMs(text: string, end: number): number {
  const tenths = end > 20 ? charCodeAt.call(text, 20) - 48 : 0
  const hundredths = end > 21 ? charCodeAt.call(text, 21) - 48 : 0
  const thousandths = end > 22 ? charCodeAt.call(text, 22) - 48 : 0
  return tenths * 100 + hundredths * 10 + thousandths
}

const DAY_MS = 86_400_000
/** Days from the first of March of the year 0 to the epoch. */
const EPOCH_DAYS = 719_468
const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Milliseconds of the date at the start of a text; NaN for none. Years begin in March, so that a leap day ends one. */
function dayOf(text: string): number {
  const century = two(text, 0)
  const year = two(text, 2) + century * 100
  const month = two(text, 5)
  const day = two(text, 8)
  if (century < 0 || year < century * 100 || month < 1 || month > 12 || day < 1) return Number.NaN
  if (day > (DAYS_OF_MONTH[month - 1] as number) && !(month === 2 && day === 29 && isLeap(year))) return Number.NaN
  const years = month > 2 ? year : year - 1
  const months = month > 2 ? month - 3 : month + 9
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return (years * 365 + leapDays + Math.floor((months * 153 + 2) / 5) + day - 1 - EPOCH_DAYS) * DAY_MS
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** The number that two digits at `at` form; -1 when they are not digits. */
function two(text: string, at: number): number {
  const tens = charCodeAt.call(text, at) - 48
  const ones = charCodeAt.call(text, at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
