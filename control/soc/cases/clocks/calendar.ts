/**
 * Working time in a named zone. An instant is working time when the local clock there shows a working day that is no
 * holiday, at or after the start and before the end. An hour that the zone skips does not count; an hour that it
 * repeats counts twice, because people then work two hours.
 */
import { assert } from '../../../../platform/assert.ts'
import { offsetMsAt } from '../../../../platform/zone-offset.ts'

export type Calendar = {
  /** IANA name. */
  readonly timezone: string
  /** ISO: 1 is Monday, 7 Sunday. */
  readonly days: readonly number[]
  /** Minutes of the local day; `end` is not part of it. */
  readonly start: number
  readonly end: number
  /** Local dates, `2026-12-25`. */
  readonly holidays: readonly string[]
}

export const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Days looked through for the end of a target; a target of 90 days at one hour a week ends well before. */
const DAYS_MAX = 40 * 366

/** The first instant at which `ms` of working time after `fromMs` have passed. */
export function addWorkingMs(calendar: Calendar, fromMs: number, ms: number): number {
  assert(ms > 0, 'a target is a span of time')
  const holidays = new Set(calendar.holidays)
  let left = ms
  let dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS
  for (let n = 0; n < DAYS_MAX; n++, dayMs += DAY_MS) {
    for (const [begin, end] of workingSpans(calendar, holidays, dayMs)) {
      const from = Math.max(begin, fromMs)
      if (from >= end) continue
      if (end - from >= left) return from + left
      left -= end - from
    }
  }
  throw new Error('a calendar has working time')
}

type Span = readonly [beginMs: number, endMs: number]

/** The spans of working time in one day of UTC, in order. */
function workingSpans(calendar: Calendar, holidays: ReadonlySet<string>, dayMs: number): Span[] {
  return constantOffsets(calendar.timezone, dayMs).flatMap(([begin, end, offsetMs]) => {
    const spans: Span[] = []
    const firstLocalDay = Math.floor((begin + offsetMs) / DAY_MS) * DAY_MS
    for (let localDay = firstLocalDay; localDay < end + offsetMs; localDay += DAY_MS) {
      if (!isWorkingDay(calendar, holidays, localDay)) continue
      const from = Math.max(begin, localDay + calendar.start * MINUTE_MS - offsetMs)
      const to = Math.min(end, localDay + calendar.end * MINUTE_MS - offsetMs)
      if (from < to) spans.push([from, to])
    }
    return spans
  })
}

/** `localDay` is the local midnight as if it were one of UTC. */
function isWorkingDay({ days }: Calendar, holidays: ReadonlySet<string>, localDay: number): boolean {
  const weekday = new Date(localDay).getUTCDay() || 7
  return days.includes(weekday) && !holidays.has(new Date(localDay).toISOString().slice(0, 10))
}

/** One day of UTC in parts whose offset does not change. Zones change at most once in a day. */
function constantOffsets(zone: string, dayMs: number): (readonly [begin: number, end: number, offsetMs: number])[] {
  const [first, last] = [offsetMsAt(zone, dayMs), offsetMsAt(zone, dayMs + DAY_MS - 1)]
  if (first === last) return [[dayMs, dayMs + DAY_MS, first]]
  let [low, high] = [dayMs, dayMs + DAY_MS - 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMsAt(zone, middle) === first) low = middle
    else high = middle
  }
  return [
    [dayMs, high, first],
    [high, dayMs + DAY_MS, last],
  ]
}
