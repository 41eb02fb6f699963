/**
 * Datetimes and timespans: ticks of 100 ns, datetimes since 0001-01-01T00:00:00Z (Kusto documentation, The datetime data
 * type and The timespan data type).
 */
import { wrapped } from './value.ts'

export const TICKS = {
  ms: 10_000n,
  second: 10_000_000n,
  minute: 600_000_000n,
  hour: 36_000_000_000n,
  day: 864_000_000_000n,
}
/** 1970-01-01 in ticks. */
const EPOCH = 621_355_968_000_000_000n
/** 9999-12-31T23:59:59.9999999Z. */
export const DATETIME_MAX = 3_155_378_975_999_999_999n

export const ticksOfMs = (ms: number): bigint => BigInt(Math.floor(ms)) * TICKS.ms + EPOCH
export const msOfTicks = (ticks: bigint): number => Number(floorDivide(ticks - EPOCH, TICKS.ms))

/** Null when there is no such datetime. */
export const asDatetime = (ticks: bigint): bigint | null => (ticks < 0n || ticks > DATETIME_MAX ? null : ticks)

export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient
}

/** No time is longer, and the patterns below take quadratic time. */
const TIME_CHARS_MAX = 100

const DATE =
  /^\s*(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?\s*$/i
const DAY_FIRST = /^\s*(\d{1,2})[-/](\d{1,2})[-/](\d{4})(.*)$/s
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WORDED =
  /^\s*(?:[a-z]{3,9},?\s+)?(?:(\d{1,2}:\d{2}(?::\d{2})?)\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{4}|\d{2})(?:\s+(.*))?$/is

/** ISO 8601, RFC 822, RFC 850 and their looser relatives; null when it is no time. */
export function parseDatetime(text: string): bigint | null {
  if (text.length > TIME_CHARS_MAX) return null
  const iso = DATE.exec(text)
  if (iso) return ofParts(iso)
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return parseDatetime(dayFirstAsIso(dayFirst))
  const worded = WORDED.exec(text)
  if (!worded) return null
  const [, before, day, month = '', year = '', after] = worded
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  if (number === 0) return null
  const clock = (before ?? after ?? '').replace(/\s*(?:GMT|UTC)$/i, 'Z').trim()
  const iso2 = DATE.exec(`${fullYear(year)}-${number}-${day}${clock ? `T${clock}` : ''}`)
  return iso2 ? ofParts(iso2) : null
}

/** Years of two digits are read as in RFC 2822: from 1950 to 2049. */
function fullYear(year: string): string {
  return year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`
}

/** `12/31/2024` can only have the month first; an ambiguous date has the day first. */
function dayFirstAsIso([, first = '', second = '', year = '', rest = '']: RegExpExecArray): string {
  const [day, month] = Number(second) > 12 ? [second, first] : [first, second]
  return `${year}-${month}-${day}${rest}`
}

function ofParts([
  ,
  year,
  month,
  day = '1',
  hour = '0',
  minute = '0',
  second = '0',
  fraction = '',
  zone,
]: RegExpExecArray) {
  const parts = [year, month, day, hour, minute, second].map(Number)
  const ticks = ofCalendar(parts, BigInt(fraction.padEnd(7, '0').slice(0, 7)))
  if (ticks === null || !zone || zone.toUpperCase() === 'Z') return ticks
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  const offset = BigInt(hours) * TICKS.hour + BigInt(minutes) * TICKS.minute
  return asDatetime(sign === '-' ? ticks + offset : ticks - offset)
}

/** Year, month, day, hour, minute, second; null when the calendar has no such time. */
export function ofCalendar(parts: readonly number[], fraction = 0n): bigint | null {
  const [year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  if (year < 1 || year > 9999 || hour > 23 || minute > 59 || second > 59 || hour < 0 || minute < 0 || second < 0)
    return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const clock = BigInt(hour) * TICKS.hour + BigInt(minute) * TICKS.minute + BigInt(second) * TICKS.second
  return asDatetime(BigInt(date.getTime()) * TICKS.ms + EPOCH + clock + fraction)
}

/** `2024-01-02T03:04:05.0000000Z`. */
export function datetimeText(ticks: bigint): string {
  const date = new Date(msOfTicks(ticks)).toISOString()
  return `${date.slice(0, 19)}.${(ticks % TICKS.second).toString().padStart(7, '0')}Z`
}

const SPAN = /^\s*(-)?(?:(\d{1,8})\.)?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,7}))?)?\s*$/
const UNIT_SPAN = /^\s*(-?\d{1,15}(?:\.\d{1,10})?)\s*([a-z]+)\s*$/i

const UNITS: Readonly<Record<string, bigint>> = {
  ...{ d: TICKS.day, day: TICKS.day, days: TICKS.day },
  ...{ h: TICKS.hour, hr: TICKS.hour, hrs: TICKS.hour, hour: TICKS.hour, hours: TICKS.hour },
  ...{ m: TICKS.minute, min: TICKS.minute, minute: TICKS.minute, minutes: TICKS.minute },
  ...{ s: TICKS.second, sec: TICKS.second, second: TICKS.second, seconds: TICKS.second },
  ...{ ms: TICKS.ms, milli: TICKS.ms, millis: TICKS.ms, millisecond: TICKS.ms, milliseconds: TICKS.ms },
  ...{ microsecond: 10n, microseconds: 10n, micro: 10n, micros: 10n, tick: 1n, ticks: 1n },
}

/** `1.02:03:04.5`, `2h`, `5` (days); null when it is no span of time. */
export function parseTimespan(text: string): bigint | null {
  if (text.length > TIME_CHARS_MAX) return null
  if (/^\s*-?\d{1,7}\s*$/.test(text)) return BigInt(text.trim()) * TICKS.day
  const unit = UNIT_SPAN.exec(text)
  if (unit) return ofUnit(unit[1] ?? '', unit[2] ?? '')
  const [, minus, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = SPAN.exec(text) ?? []
  if (!SPAN.test(text) || Number(minutes) > 59 || Number(seconds) > 59) return null
  const clock = BigInt(hours) * TICKS.hour + BigInt(minutes) * TICKS.minute + BigInt(seconds) * TICKS.second
  const ticks = BigInt(days) * TICKS.day + clock + BigInt(fraction.padEnd(7, '0'))
  return minus ? -ticks : ticks
}

function ofUnit(count: string, unit: string): bigint | null {
  const size = Object.hasOwn(UNITS, unit.toLowerCase()) ? UNITS[unit.toLowerCase()] : undefined
  if (size === undefined) return null
  const [whole = '0', fraction = ''] = count.replace('-', '').split('.')
  const part = fraction === '' ? 0n : (BigInt(fraction) * size) / 10n ** BigInt(fraction.length)
  const ticks = BigInt(whole) * size + part
  return wrapped(count.startsWith('-') ? -ticks : ticks)
}

/** `1.02:03:04.5000000`: days and fraction only where there are some. */
export function timespanText(ticks: bigint): string {
  const size = ticks < 0n ? -ticks : ticks
  const two = (value: bigint): string => value.toString().padStart(2, '0')
  const days = size / TICKS.day
  const clock = [(size / TICKS.hour) % 24n, (size / TICKS.minute) % 60n, (size / TICKS.second) % 60n].map(two).join(':')
  const fraction = size % TICKS.second
  const tail = fraction === 0n ? '' : `.${fraction.toString().padStart(7, '0')}`
  return `${ticks < 0n ? '-' : ''}${days > 0n ? `${days}.` : ''}${clock}${tail}`
}
