/**
 * Time as vendors write it, in milliseconds since the epoch, or NaN: never now, never a guess.
 *
 * - ISO 8601 and RFC 3339, a space for the T allowed, `2026/01/07 12:34:56`, and the basic forms `20260107T123456Z` and
 *   `20260107123456`
 * - Unix time in seconds, milliseconds, microseconds or nanoseconds and Windows FILETIME, told apart by size
 * - with the name of the month: RFC 2822, `10/Oct/2000:13:55:36 -0700`, `Oct 10 2000 13:55:36`, `Tue Oct 10 13:55:36 2000`
 * - `Oct 10 13:55:36` of RFC 3164, when `referenceMs` says about when it was written
 * - `10/28/2000 01:55:36 PM`: American, because nobody else writes AM and PM behind the month
 * - `/Date(971186136000)/`
 *
 * A text without a zone is UTC. `12/11/2000 13:55:36` is nothing: it is two days.
 */

import { codeAt } from './code-at.ts'
import { namedMonthTime } from './named-month-time.ts'
import { zoneMs } from './time-zone.ts'

export { zoneMinutes } from './time-zone.ts'

export function parseEventTime(value: unknown, referenceMs = Number.NaN): number {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string' || value.length > 64) return Number.NaN
  const iso = fromIso(value)
  if (!Number.isNaN(iso)) return iso
  if (isCount(value)) return COMPACT.test(value) ? fromRare(`${value}Z`) : fromNumber(Number(value))
  const named = namedMonthTime(value, referenceMs)
  return Number.isNaN(named) ? fromRare(value) : named
}

/** 9 to 19 digits, with or without decimals. By hand: every event of some sources has its time so. */
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

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d\d)(?::(\d\d)(\.\d+)?)? ?([AP])\.?M\.?$/i
const BASIC = /^(\d{4})(\d\d)(\d\d)T?(\d\d)(\d\d)(\d\d)([.,]\d+)?(Z|[+-]\d{2}:?\d{2})$/
/** As milliseconds since the epoch these would be moments of the years 2572 and later. */
const COMPACT = /^(?:19|20)\d{12}$/
const DATE_CALL = /^\/Date\((-?\d{1,15})\)\/$/

function fromRare(text: string): number {
  const american = AMERICAN.exec(text)
  if (american) {
    const [, month = '', day = '', year, hour, minute, second = '00', fraction = '', half = ''] = american
    const hours = Number(hour)
    if (hours < 1 || hours > 12) return Number.NaN
    const clock = (hours % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
    const two = (part: string | number) => String(part).padStart(2, '0')
    return fromIso(`${year}-${two(month)}-${two(day)}T${two(clock)}:${minute}:${second}${fraction}`)
  }
  const basic = BASIC.exec(text)
  if (basic) {
    const [, year, month, day, hour, minute, second, fraction = '', zone] = basic
    return fromIso(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`)
  }
  const call = DATE_CALL.exec(text)
  return call ? fromNumber(Number(call[1])) : Number.NaN
}

/** The last moment a Date can hold: whatever is beyond would make the next `toISOString` throw. */
const NANOSECONDS_MAX = 8.64e21

/** 100 ns since 1601, as Windows counts, from 1970 to 2233. As nanoseconds these would be moments of 1973 to 1976. */
const FILETIME_1970 = 116_444_736_000_000_000
const FILETIME_END = 2e17

function fromNumber(value: number): number {
  const size = Math.abs(value)
  if (!(size <= NANOSECONDS_MAX)) return Number.NaN
  if (size < 1e11) return Math.round(value * 1000)
  if (size < 1e14) return Math.round(value)
  if (value >= FILETIME_1970 && value < FILETIME_END) return Math.round((value - FILETIME_1970) / 1e4)
  return Math.round(value / (size < 1e17 ? 1e3 : 1e6))
}

/** Days are looked up, because the events of a batch share a few of them. By `yyyymmdd` as a number. */
const DAYS_MAX = 512
const days = new Map<number, number>()
let lastDate = -1
let lastDay = Number.NaN

/** The last one read: whoever keeps a time as it was written asks for it twice. */
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

function isoTime(text: string): number {
  const dash = codeAt(text, 4)
  if (text.length < 16 || (dash !== 45 && dash !== 47) || codeAt(text, 7) !== dash) return Number.NaN
  const separator = codeAt(text, 10)
  if (separator !== 84 && separator !== 32 && separator !== 116) return Number.NaN
  const day = dayOf(text)
  const hours = two(text, 11)
  const minutes = two(text, 14)
  if (codeAt(text, 13) !== 58 || !(minutes < 60 && (hours < 24 || (hours === 24 && minutes === 0)))) return Number.NaN
  let at = 16
  let ms = 0
  if (codeAt(text, 16) === 58) {
    const seconds = two(text, 17)
    if (!(seconds <= 60)) return Number.NaN
    at = 19
    ms = seconds * 1000
    const point = codeAt(text, 19)
    if (point === 46 || point === 44) {
      let factor = 100
      for (at = 20; isDigit(codeAt(text, at)); at++, factor /= 10) {
        if (factor >= 1) ms += (codeAt(text, at) - 48) * factor
      }
      if (at === 20) return Number.NaN
    }
  }
  if (hours === 24 && ms > 0) return Number.NaN
  return day + hours * 3_600_000 + minutes * 60_000 + ms - zoneMs(text, at)
}

/** Of the date that begins a text; NaN for none. */
function dayOf(text: string): number {
  const date = two(text, 0) * 1_000_000 + two(text, 2) * 10_000 + two(text, 5) * 100 + two(text, 8)
  if (date === lastDate) return lastDay
  if (Number.isNaN(date)) return Number.NaN
  let day = days.get(date)
  if (day === undefined) {
    if (days.size >= DAYS_MAX) days.clear()
    const written = text.slice(0, 10).replaceAll('/', '-')
    day = Date.parse(written)
    // The engine takes 30 February for 2 March.
    if (!Number.isNaN(day) && !new Date(day).toISOString().startsWith(written)) day = Number.NaN
    days.set(date, day)
  }
  lastDate = date
  lastDay = day
  return day
}

function two(text: string, at: number): number {
  const tens = codeAt(text, at)
  const ones = codeAt(text, at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - 48) * 10 + ones - 48 : Number.NaN
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
