/**
 * Finds out whether sources still send, compared with their own past. A source is silent when it has been quiet for
 * more than twice its longest gap of the last 28 days; so one that rests over weekends is not, and no expected rate
 * must be configured. With less than seven days of events nothing is known. The volume is that of the last 24 hours
 * compared with the same 24 hours of earlier weeks. Only stored events count: a duplicate, or an event that cannot be
 * read, is no sign of life.
 */
import { EXERCISE_SOURCE } from '../schemas/exercise.ts'
import type { LakeReader } from './ledger.ts'

export const SOURCE_LIMITS = {
  /**
   * Sources of one tenant; those that sent last come first.
   * @bound watched sources of a tenant = {}, those that sent last -> the others are left out
   */
  sources: 1000,
  learnedDays: 7,
  windowDays: 28,
  /** A shorter gap is never a silence, however regular the source was. */
  gapSecondsMin: 3600,
  /** Ratio of the last day to the usual one below which the volume counts as fallen. */
  fallBelow: 0.2,
  riseAbove: 5,
  /** Events of the days with which the last day is compared; with fewer events a fall or rise means nothing. */
  volumeEventsMin: 100,
} as const

export const SOURCE_STATES = ['unknown', 'fresh', 'late', 'silent'] as const
export const VOLUME_STATES = ['unknown', 'normal', 'fall', 'rise'] as const

export type SourceHealth = {
  readonly source: string
  readonly state: (typeof SOURCE_STATES)[number]
  readonly reason: string
  /** These three are null when nothing of the source was stored within the window. */
  readonly firstMs: number | null
  readonly lastMs: number | null
  readonly quietSeconds: number | null
  /** Its longest gap before; null when not known yet. */
  readonly longestGapSeconds: number | null
  readonly volume: {
    readonly state: (typeof VOLUME_STATES)[number]
    readonly last24h: number
    /** Median of the same 24 hours of earlier weeks; null when there are fewer than two. */
    readonly usual: number | null
    /** Events received in the last 24 hours, stored or not. */
    readonly received: number
    readonly duplicate: number
    readonly deadLettered: number
  }
}

type Row = {
  readonly source: string
  readonly stored: string
  readonly received: string
  readonly duplicate: string
  readonly dead: string
  readonly first: string
  readonly last: string
  /** Hours with events, since 1970. */
  readonly hours: readonly number[]
  readonly days: readonly (readonly [day: number, events: string])[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Reads up to the last whole minute before `nowMs`. Exercises are excluded, because they end on purpose. */
export async function sourceHealth(reader: LakeReader, nowMs: number): Promise<SourceHealth[]> {
  const seconds = Math.floor(nowMs / 1000)
  const from = seconds - SOURCE_LIMITS.windowDays * 86_400 - 86_400
  // Days end now: the last 24 hours are day 0.
  const sql = /* sql */ `
SELECT source, toString(sum(kept)) AS stored,
  toString(toUnixTimestamp(minIf(at, kept > 0))) AS first, toString(toUnixTimestamp(maxIf(at, kept > 0))) AS last,
  arraySort(groupUniqArrayIf(toUInt32(intDiv(toUnixTimestamp(at), 3600)), kept > 0)) AS hours,
  arraySort(arrayZip(mapKeys(sumMap(map(day, kept))), arrayMap(n -> toString(n), mapValues(sumMap(map(day, kept)))))) AS days,
  toString(sumIf(came, day = 0)) AS received, toString(sumIf(again, day = 0)) AS duplicate,
  toString(sumIf(unread, day = 0)) AS dead
FROM (
  SELECT source, minute AS at, toUInt32(intDiv(${seconds} - toUnixTimestamp(minute), 86400)) AS day,
    sumIf(events, outcome = 'stored') AS kept, sumIf(events, outcome = 'received') AS came,
    sumIf(events, outcome = 'duplicate') AS again, sumIf(events, outcome = 'dead_lettered') AS unread
  FROM ledger
  WHERE source NOT IN ('', '${EXERCISE_SOURCE}') AND minute >= toDateTime(${from}) AND minute <= toDateTime(${seconds})
  GROUP BY source, minute
)
GROUP BY source
ORDER BY maxIf(at, kept > 0) DESC, source
LIMIT ${SOURCE_LIMITS.sources}`
  return (await reader.query<Row>(sql)).map((row) => healthOf(row, nowMs))
}

function healthOf(row: Row, nowMs: number): SourceHealth {
  const { source, stored, first, last, hours, days } = row
  const [received, duplicate, deadLettered] = [Number(row.received), Number(row.duplicate), Number(row.dead)]
  const unstored = unstoredText(received, duplicate, deadLettered)
  if (Number(stored) === 0) {
    const volume = { state: 'unknown', last24h: 0, usual: null, received, duplicate, deadLettered } as const
    const none = { firstMs: null, lastMs: null, quietSeconds: null, longestGapSeconds: null, volume }
    return {
      source,
      state: 'unknown',
      ...none,
      reason: `nothing of it was stored within ${SOURCE_LIMITS.windowDays} days${unstored}`,
    }
  }
  const [firstMs, lastMs] = [Number(first) * 1000, Number(last) * 1000]
  const quietSeconds = Math.max(0, Math.floor((nowMs - lastMs) / 1000))
  const ageDays = (nowMs - firstMs) / DAY_MS
  const base = { source, firstMs, lastMs, quietSeconds }
  const isKnown = ageDays >= SOURCE_LIMITS.learnedDays
  const counts = new Map(days.map(([day, events]) => [day, Number(events)]))
  const volume = { ...volumeOf(counts, ageDays), received, duplicate, deadLettered }
  if (!isKnown)
    return {
      ...{ ...base, state: 'unknown', longestGapSeconds: null, volume },
      reason: `it has sent events for ${spoken((ageDays * DAY_MS) / 1000)}; its usual gaps and volume are known after ${SOURCE_LIMITS.learnedDays} days`,
    }
  const gap = longestGap(hours)
  const longestGapSeconds = Math.max(gap, SOURCE_LIMITS.gapSecondsMin)
  const usualGap = `it was never quiet for more than ${spoken(longestGapSeconds)} in ${Math.round(Math.min(ageDays, SOURCE_LIMITS.windowDays))} days`
  const state = quietSeconds > 2 * longestGapSeconds ? 'silent' : quietSeconds > longestGapSeconds ? 'late' : 'fresh'
  const reason = state === 'fresh' ? usualGap : `${usualGap}, and is quiet for ${spoken(quietSeconds)} now${unstored}`
  return { ...base, state, reason, longestGapSeconds, volume }
}

/** For a source that stores nothing although it sends: what becomes of its events. */
function unstoredText(received: number, duplicate: number, deadLettered: number): string {
  if (received === 0) return ''
  return `; of ${received} events received in the last 24 hours ${duplicate} were repeats and ${deadLettered} could not be read`
}

/** The longest time between an hour with events and the next one, in seconds. */
function longestGap(hours: readonly number[]): number {
  let longest = 0
  for (let i = 1; i < hours.length; i++) longest = Math.max(longest, (hours[i] ?? 0) - (hours[i - 1] ?? 0))
  return longest * (HOUR_MS / 1000)
}

const WEEK_DAYS = 7

type Volume = Pick<SourceHealth['volume'], 'state' | 'last24h' | 'usual'>

function volumeOf(events: ReadonlyMap<number, number>, ageDays: number): Volume {
  const last24h = events.get(0) ?? 0
  const before = [1, 2, 3, 4]
    .filter((week) => ageDays >= week * WEEK_DAYS + 1 && week * WEEK_DAYS < SOURCE_LIMITS.windowDays + 1)
    .map((week) => events.get(week * WEEK_DAYS) ?? 0)
  if (before.length < 2) return { state: 'unknown', last24h, usual: null }
  const usual = median(before)
  if (Math.max(usual, last24h) < SOURCE_LIMITS.volumeEventsMin) return { state: 'normal', last24h, usual }
  if (last24h < usual * SOURCE_LIMITS.fallBelow) return { state: 'fall', last24h, usual }
  return { state: usual > 0 && last24h > usual * SOURCE_LIMITS.riseAbove ? 'rise' : 'normal', last24h, usual }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function spoken(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  const hours = seconds / 3600
  if (hours < 48) return `${hours.toFixed(hours < 10 ? 1 : 0)} hours`
  return `${(hours / 24).toFixed(1)} days`
}
