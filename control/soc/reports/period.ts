/** The times at which a schedule runs, and the period that each run is about, by the clock of the schedule's zone. */
import { assert } from '../../../platform/assert.ts'
import { offsetMsAt, utcAt } from '../../../platform/zone-offset.ts'

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

export type Timing = {
  readonly frequency: Frequency
  /** 1 is Monday; read for weekly ones alone. */
  readonly weekday: number
  readonly hour: number
  readonly time_zone: string
}

export type Period = { readonly startMs: number; readonly endMs: number }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** A month has at most 31 days, and the next run is within one. */
const DAYS_AHEAD = 33

/** The first run after the time. */
export function nextRun(timing: Timing, afterMs: number): number {
  const day = localDay(timing.time_zone, afterMs)
  for (let ahead = -1; ahead < DAYS_AHEAD; ahead++) {
    const candidate = day + ahead * DAY_MS
    const runMs = utcAt(timing.time_zone, candidate + timing.hour * HOUR_MS)
    if (runsOn(timing, candidate) && runMs > afterMs) return runMs
  }
  assert(false, 'a schedule runs within a month')
}

/** The last run up to now of a schedule that is overdue: runs missed during downtime are skipped. */
export function latestRun(timing: Timing, dueMs: number, nowMs: number): number {
  const backMs = { daily: 3, weekly: 9, monthly: 33 }[timing.frequency] * DAY_MS
  let runMs = Math.max(dueMs, nowMs > dueMs + 2 * backMs ? nextRun(timing, nowMs - backMs) : dueMs)
  for (let next = nextRun(timing, runMs); next <= nowMs; next = nextRun(timing, runMs)) runMs = next
  return runMs
}

/** The whole days, weeks or months before the run. */
export function periodOf({ frequency, time_zone: zone }: Timing, runMs: number): Period {
  const end = localDay(zone, runMs)
  const last = new Date(end)
  const start = {
    daily: end - DAY_MS,
    weekly: end - 7 * DAY_MS,
    monthly: Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 1, last.getUTCDate()),
  }[frequency]
  return { startMs: utcAt(zone, start), endMs: utcAt(zone, end) }
}

/** The whole days before today there. */
export function lastDays(zone: string, days: number, nowMs: number): Period {
  const end = localDay(zone, nowMs)
  return { startMs: utcAt(zone, end - days * DAY_MS), endMs: utcAt(zone, end) }
}

/** A calendar month there, `2026-11`. */
export function monthThere(zone: string, month: string): Period {
  const [year = 0, count = 0] = month.split('-').map(Number)
  return { startMs: utcAt(zone, Date.UTC(year, count - 1, 1)), endMs: utcAt(zone, Date.UTC(year, count, 1)) }
}

/** The days of a period there: `2026-03-01 to 2026-03-07`, or one. */
export function daysThere(zone: string, { startMs, endMs }: Period): string {
  const [from, to] = [dayThere(zone, startMs), dayThere(zone, endMs - 1)]
  return from === to ? from : `${from} to ${to}`
}

/** A day of the zone, as text: 2026-03-01. */
function dayThere(zone: string, ms: number): string {
  return new Date(localDay(zone, ms)).toISOString().slice(0, 10)
}

function runsOn({ frequency, weekday }: Timing, day: number): boolean {
  if (frequency === 'daily') return true
  const date = new Date(day)
  return frequency === 'weekly' ? (date.getUTCDay() || 7) === weekday : date.getUTCDate() === 1
}

/** Midnight of the zone's day, as if the zone were UTC. */
function localDay(zone: string, ms: number): number {
  return Math.floor((ms + offsetMsAt(zone, ms)) / DAY_MS) * DAY_MS
}
