/**
 * Dates of numbers alone, in the orders that devices write them, as ISO 8601:
 *
 *     10/28/2000 01:55:36 PM     American, because nobody else writes AM and PM behind the month
 *     28.10.2000 13:55:36        the day first, because nobody writes the month there before points
 *     28/10/2000 13:55:36, 10-28-2000 13:55:36, 28/10/2000, 13:55:36      whichever number can be no month
 *     10/28/2000:13:55:36 GMT    NetScaler
 *     10/28/00 01:55:36 PM       a year of two digits, at the end only
 *     20001028 13:55:36, 20001028-135536, 20001028T135536Z, 2000:10:28-13:55:36, 2000.10.28 13:55:36, 2000-10-28 1:55:36 PM
 *     2000-10-28-13.55.36.123456 (DB2)
 *     2000-302 13:55:36, 2000.302 13:55:36, 2000302 13:55:36, 00302 13:55:36.12 (the day of the year; z/OS and others)
 */
import { hourOfDay } from './named-month-time.ts'

const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,:](?<fraction>\d{1,9}))?)?(?: ?(?<half>[AP])\.?M\.?(?![A-Z]))?`
const BARE_CLOCK = String.raw`(?<hour>\d\d):?(?<minute>\d\d):?(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?(?<half>(?!))?`
const ZONE = '(?<zone> ?(?:Z|[+-]\\d\\d:?\\d\\d|(?<![AP]M)[A-Z]{2,5}))?'

const YEAR_LAST = new RegExp(
  `^(?<first>\\d{1,2})(?<mark>[./-])(?<other>\\d{1,2})\\k<mark>(?<year>\\d{4}|\\d{2}),?[ T_:-]${CLOCK}${ZONE}$`,
  'i',
)
const YEAR_FIRST = new RegExp(
  `^(?<year>\\d{4})(?<mark>[.:/_-])(?<month>\\d\\d)\\k<mark>(?<day>\\d\\d),?[ T_-]${CLOCK}${ZONE}$`,
  'i',
)
/** DB2 writes points in the clock. */
const POINTED =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)-(?<hour>\d\d)\.(?<minute>\d\d)\.(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?(?<half>(?!))?$/
const BARE = new RegExp(`^(?<year>(?:19|20)\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d)[ T_-]?${BARE_CLOCK}${ZONE}$`, 'i')

const ORDINAL = new RegExp(
  `^(?<year>(?:19|20)\\d\\d|\\d\\d)(?<mark>[.:/-]?)(?<ordinal>[0-3]\\d\\d)[T ,:_-]{1,2}${CLOCK}${ZONE}$`,
  'i',
)

type Parts = Readonly<Partial<Record<string, string>>>

/**
 * Null when the text has none of these forms, or when it may be two days and `referenceMs` lies within a day of neither
 * or of both.
 */
export function numericDate(text: string, referenceMs: number): string | null {
  const parts = (YEAR_FIRST.exec(text) ?? BARE.exec(text) ?? POINTED.exec(text))?.groups
  if (parts !== undefined) return isoOf(parts, parts.month, parts.day)
  const last = YEAR_LAST.exec(text)?.groups
  if (last !== undefined) return yearLast(last, referenceMs)
  const ordinal = ORDINAL.exec(text)?.groups
  return ordinal === undefined ? null : yearAndDay(ordinal, referenceMs)
}

/** Digits without a mark may be any number, so they are a day only within this time before the reference. */
const NEAR_MS = 400 * 86_400_000

function yearAndDay(parts: Parts, referenceMs: number): string | null {
  const year = Number(fullYear(parts.year))
  const day = new Date(Date.UTC(year, 0, Number(parts.ordinal)))
  if (day.getUTCFullYear() !== year) return null
  const isCertain = parts.year?.length === 4 && parts.mark !== ''
  const isNear = day.getTime() <= referenceMs + DAY_MS && day.getTime() >= referenceMs - NEAR_MS
  return isCertain || isNear ? isoOf(parts, String(day.getUTCMonth() + 1), String(day.getUTCDate())) : null
}

const DAY_MS = 86_400_000

/** A two-digit year belongs to this century, because no log that we read is older. */
const fullYear = (year = ''): string => (year.length === 2 ? `20${year}` : year)

function yearLast(parts: Parts, referenceMs: number): string | null {
  const { first = '', other: second = '', mark, half } = parts
  const year = fullYear(parts.year)
  const american = isoOf(parts, first, second)
  const european = isoOf(parts, second, first)
  if (half !== undefined && Number(first) <= 12) return american
  if (mark === '.' || Number(first) > 12) return european
  if (Number(second) > 12 || first === second) return american
  const isNear = (month: string, day: string) =>
    Math.abs(Date.UTC(Number(year), Number(month) - 1, Number(day)) + DAY_MS / 2 - referenceMs) <= 1.5 * DAY_MS
  if (isNear(first, second) === isNear(second, first)) return null
  return isNear(first, second) ? american : european
}

function isoOf(parts: Parts, month = '', day = ''): string | null {
  const year = fullYear(parts.year)
  const { hour = '', minute, second = '00', fraction = '0', half, zone = '' } = parts
  const hours = half === undefined ? Number(hour) : hourOfDay(Number(hour), half)
  if (Number.isNaN(hours)) return null
  const two = (part: string | number) => String(part).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${second}.${fraction}${zone}`
}
