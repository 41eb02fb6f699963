/** The days (UTC) of a usage request. */
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { isoDay } from '../../../platform/iso-time.ts'
import type { Days } from '../../../query/usage-events.ts'

/** @bound time span of a usage request -> 400 */
export const USAGE_DAYS_MAX = 186
const DAYS_DEFAULT = 30
const DAY_MS = 86_400_000
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)

/** Days from `start` to `end`, inclusive. `end` defaults to today, `start` to 30 days before. Throws 422. */
export function usageDays(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  nowMs: number,
): Days {
  const endMs = end === undefined ? Date.parse(isoDay(nowMs)) : dayMs(end, 'end')
  const startMs = start === undefined ? endMs - (DAYS_DEFAULT - 1) * DAY_MS : dayMs(start, 'start')
  if (startMs > endMs) throw wrongDay('start', 'is after end')
  if ((endMs - startMs) / DAY_MS + 1 > USAGE_DAYS_MAX)
    throw wrongDay('start', `is too early: usage is shown for at most ${USAGE_DAYS_MAX} days at once`)
  return { start: isoDay(startMs), end: isoDay(endMs) }
}

/** The days of a calendar month such as `2026-01`. Throws `bad_request`. */
export function monthDays(month: string): Days {
  const first = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? dayMs(`${month}-01`, 'month') : Number.NaN
  if (Number.isNaN(first)) throw new AppError('bad_request', `${month} is no month such as 2026-01`)
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { start: `${month}-01`, end: isoDay(Date.UTC(year, number, 1) - DAY_MS) }
}

export function monthOf(nowMs: number): string {
  return isoDay(nowMs).slice(0, 7)
}

export function eachDay({ start, end }: Days): readonly string[] {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)]
  return Array.from({ length: (endMs - startMs) / DAY_MS + 1 }, (_, at) => isoDay(startMs + at * DAY_MS))
}

function dayMs(text: string, member: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms) || isoDay(ms) !== text || ms < EARLIEST_MS || ms > LATEST_MS)
    throw wrongDay(member, `${text.slice(0, 40)} is no day such as 2026-01-31`)
  return ms
}

function wrongDay(member: string, msg: string): InvalidInput {
  return new InvalidInput({ loc: ['query', member], msg, type: 'value_error' })
}
