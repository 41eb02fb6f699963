/** Times and their parts, in UTC (Kusto documentation, Datetime/timespan functions). Weeks begin on Sunday. */
import { refuse } from '../../fault.ts'
import { type FunctionSpec, fn, fnOf } from '../function-spec.ts'
import { asDatetime, floorDivide, msOfTicks, ofCalendar, parseDatetime, TICKS, ticksOfMs } from '../time.ts'

type Parts = { readonly year: number; readonly month: number; readonly day: number }

function partsOf(ticks: bigint): Parts {
  const date = new Date(msOfTicks(ticks))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const startOfDay = (ticks: bigint): bigint => floorDivide(ticks, TICKS.day) * TICKS.day
/** 0001-01-01 was a Monday. */
const weekday = (ticks: bigint): bigint => (floorDivide(ticks, TICKS.day) + 1n) % 7n
const startOfWeek = (ticks: bigint): bigint => startOfDay(ticks) - weekday(ticks) * TICKS.day

/** Months are numbered consecutively over all years. */
function startOfMonth(ticks: bigint, offset: bigint): bigint | null {
  const { year, month } = partsOf(ticks)
  const months = year * 12 + month - 1 + Number(offset)
  return ofCalendar([Math.floor(months / 12), (months % 12) + 1, 1])
}

const startOfYear = (ticks: bigint, offset: bigint): bigint | null =>
  ofCalendar([partsOf(ticks).year + Number(offset), 1, 1])

type Start = (ticks: bigint, offset: bigint) => bigint | null

const day: Start = (ticks, offset) => asDatetime(startOfDay(ticks) + offset * TICKS.day)
const week: Start = (ticks, offset) => asDatetime(startOfWeek(ticks) + offset * 7n * TICKS.day)

const starts = (start: Start): FunctionSpec =>
  fn(['datetime', 'long'], 'datetime', (ticks, offset = 0n) => start(ticks, offset), 1)

/** One tick before the next begins. */
const ends = (start: Start): FunctionSpec =>
  fn(
    ['datetime', 'long'],
    'datetime',
    (ticks, offset = 0n) => {
      const next = start(ticks, offset + 1n)
      return next === null ? null : next - 1n
    },
    1,
  )

/** ISO 8601: a week belongs to the year of its Thursday. */
function weekOfYear(ticks: bigint): bigint {
  const thursday = startOfDay(ticks) + (3n - ((weekday(ticks) + 6n) % 7n)) * TICKS.day
  const first = ofCalendar([partsOf(thursday).year, 1, 1]) ?? 0n
  return 1n + (thursday - first) / (7n * TICKS.day)
}

function dayOfYear(ticks: bigint): bigint {
  return floorDivide(ticks, TICKS.day) - floorDivide(ofCalendar([partsOf(ticks).year, 1, 1]) ?? 0n, TICKS.day) + 1n
}

const clock = (ticks: bigint, unit: bigint, of: bigint): bigint => (((ticks / unit) % of) + of) % of

const UNITS: Readonly<Record<string, bigint>> = {
  week: 7n * TICKS.day,
  day: TICKS.day,
  hour: TICKS.hour,
  minute: TICKS.minute,
  second: TICKS.second,
  millisecond: TICKS.ms,
  microsecond: 10n,
}

/** Number of boundaries of a unit of time between two times. */
function difference(part: string, a: bigint, b: bigint): bigint | null {
  const name = part.toLowerCase()
  const [x, y] = [partsOf(a), partsOf(b)]
  const months = BigInt((x.year - y.year) * 12 + x.month - y.month)
  if (name === 'year') return BigInt(x.year - y.year)
  if (name === 'quarter') return BigInt((x.year - y.year) * 4 + Math.ceil(x.month / 3) - Math.ceil(y.month / 3))
  if (name === 'month') return months
  if (name === 'week') return (startOfWeek(a) - startOfWeek(b)) / (7n * TICKS.day)
  if (name === 'nanosecond') return (a - b) * 100n
  const unit = UNITS[name]
  return unit === undefined ? null : floorDivide(a, unit) - floorDivide(b, unit)
}

function added(part: string, amount: bigint, ticks: bigint): bigint | null {
  const name = part.toLowerCase()
  const unit = UNITS[name]
  if (unit !== undefined) return asDatetime(ticks + amount * unit)
  const months = name === 'year' ? 12n : name === 'quarter' ? 3n : name === 'month' ? 1n : 0n
  if (months === 0n) return null
  const start = startOfMonth(ticks, amount * months)
  const next = startOfMonth(ticks, amount * months + 1n)
  if (start === null || next === null) return null
  const days = BigInt(Math.min(partsOf(ticks).day, Number((next - start) / TICKS.day)) - 1)
  return asDatetime(start + days * TICKS.day + (ticks % TICKS.day))
}

function partOf(part: string, ticks: bigint): bigint | null {
  const { year, month, day: date } = partsOf(ticks)
  switch (part.toLowerCase()) {
    case 'year':
      return BigInt(year)
    case 'quarter':
      return BigInt(Math.ceil(month / 3))
    case 'month':
      return BigInt(month)
    case 'week_of_year':
      return weekOfYear(ticks)
    case 'day':
      return BigInt(date)
    case 'dayofyear':
      return dayOfYear(ticks)
    case 'hour':
      return clock(ticks, TICKS.hour, 24n)
    case 'minute':
      return clock(ticks, TICKS.minute, 60n)
    case 'second':
      return clock(ticks, TICKS.second, 60n)
    case 'millisecond':
      return clock(ticks, TICKS.ms, 1000n)
    case 'microsecond':
      return clock(ticks, 10n, 1_000_000n)
    case 'nanosecond':
      return (ticks % TICKS.second) * 100n
    default:
      return null
  }
}

const unix = (perUnit: bigint, of = 1n): FunctionSpec =>
  fn(['long'], 'datetime', (count) => asDatetime(ticksOfMs(0) + (count * perUnit) / of))

const zoned = (sign: bigint): FunctionSpec =>
  fn(['datetime', 'string'], 'datetime', (ticks, zone) => {
    const offset = offsetOf(ticks, zone)
    if (offset === null) return null
    if (sign > 0n) return asDatetime(ticks + offset)
    return asDatetime(ticks - (offsetOf(ticks - offset, zone) ?? offset))
  })

/** How far a zone is ahead of UTC at a time; null for an unknown zone. */
function offsetOf(ticks: bigint, zone: string): bigint | null {
  const format = zoneFormat(zone)
  if (format === null) return null
  const parts = new Map(format.formatToParts(msOfTicks(ticks)).map(({ type, value }) => [type, Number(value)]))
  const local = ofCalendar(
    ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => parts.get(name as 'year') ?? 0),
  )
  return local === null ? null : local - floorDivide(ticks, TICKS.second) * TICKS.second
}

function zoneFormat(zone: string): Intl.DateTimeFormat | null {
  const numeric = '2-digit' as const
  const fields = {
    year: 'numeric',
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields })
  } catch {
    // An unknown zone has no offset; the function returns null.
    return null
  }
}

const makeDatetime: FunctionSpec = (call) => {
  const [only] = call.args
  if (call.args.length === 1 && only?.type === 'string') return fn(['string'], 'datetime', parseDatetime)(call)
  if (call.args.length < 3) refuse(call.at, 'make_datetime needs 3 to 6 numbers')
  return fn(['long', 'long', 'long', 'long', 'long', 'real'], 'datetime', fromNumbers, 3)(call)
}

function fromNumbers(year: bigint, month: bigint, date: bigint, hour = 0n, minute = 0n, second = 0): bigint | null {
  const whole = Math.floor(second)
  const fraction = BigInt(Math.round((second - whole) * 1e7))
  return ofCalendar([...[year, month, date, hour, minute].map(Number), whole], fraction)
}

function spanOf(...parts: readonly (bigint | number)[]): bigint {
  const [days, hours, minutes, seconds] =
    parts.length === 4 ? parts : [0n, parts[0] ?? 0n, parts[1] ?? 0n, parts[2] ?? 0]
  const whole = BigInt(days ?? 0n) * TICKS.day + BigInt(hours ?? 0n) * TICKS.hour + BigInt(minutes ?? 0n) * TICKS.minute
  return whole + BigInt(Math.round(Number(seconds ?? 0) * 1e7))
}

const makeTimespan: FunctionSpec = (call) => {
  const isLong = call.args.length === 4
  const types = isLong ? (['long', 'long', 'long', 'real'] as const) : (['long', 'long', 'real'] as const)
  return fn(types, 'timespan', (...parts: readonly (bigint | number)[]) => spanOf(...parts), 2)(call)
}

export const calendarFunctions: Readonly<Record<string, FunctionSpec>> = {
  now: fnOf(
    ['timespan'],
    'datetime',
    ({ nowTicks }) =>
      (offset = 0n) =>
        asDatetime(nowTicks + offset),
    0,
  ),
  ago: fnOf(
    ['timespan'],
    'datetime',
    ({ nowTicks }) =>
      (span) =>
        asDatetime(nowTicks - span),
  ),
  startofday: starts(day),
  startofweek: starts(week),
  startofmonth: starts(startOfMonth),
  startofyear: starts(startOfYear),
  endofday: ends(day),
  endofweek: ends(week),
  endofmonth: ends(startOfMonth),
  endofyear: ends(startOfYear),
  dayofweek: fn(['datetime'], 'timespan', (ticks) => weekday(ticks) * TICKS.day),
  dayofmonth: fn(['datetime'], 'int', (ticks) => BigInt(partsOf(ticks).day)),
  dayofyear: fn(['datetime'], 'int', dayOfYear),
  week_of_year: fn(['datetime'], 'long', weekOfYear),
  weekofyear: fn(['datetime'], 'long', weekOfYear),
  monthofyear: fn(['datetime'], 'int', (ticks) => BigInt(partsOf(ticks).month)),
  getmonth: fn(['datetime'], 'int', (ticks) => BigInt(partsOf(ticks).month)),
  getyear: fn(['datetime'], 'long', (ticks) => BigInt(partsOf(ticks).year)),
  hourofday: fn(['datetime'], 'int', (ticks) => clock(ticks, TICKS.hour, 24n)),
  datetime_part: fn(['string', 'datetime'], 'long', partOf),
  datetime_diff: fn(['string', 'datetime', 'datetime'], 'long', difference),
  datetime_add: fn(['string', 'long', 'datetime'], 'datetime', added),
  datetime_utc_to_local: zoned(1n),
  datetime_local_to_utc: zoned(-1n),
  make_datetime: makeDatetime,
  make_timespan: makeTimespan,
  unixtime_seconds_todatetime: fn(['real'], 'datetime', (seconds) => {
    return Number.isFinite(seconds) ? asDatetime(ticksOfMs(0) + BigInt(Math.round(seconds * 1e7))) : null
  }),
  unixtime_milliseconds_todatetime: unix(TICKS.ms),
  unixtime_microseconds_todatetime: unix(10n),
  unixtime_nanoseconds_todatetime: unix(1n, 100n),
}
