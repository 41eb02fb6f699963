/**
 * Follows the events that match a condition as they are stored, by their time of receipt. Rows of the last minute
 * before the newest seen event are read again, because events of several sources are not stored in the order of
 * receipt. Events that are stored even later are counted, and so are those beyond the bound of one poll, so that no
 * loss is silent. The whole state is in the tail's position, which the caller keeps.
 */
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import type { Condition } from './compile.ts'
import { type EventRow, eventOf, type FoundEvent } from './search-events.ts'
import { type ShownField, shownFields } from './shown-fields.ts'

export const TAIL_LIMITS = {
  /**
   * Events of one poll; the newest ones when there are more.
   * @bound events in a response of the live tail -> `dropped`
   */
  events: 200,
  /** Events that were received up to this long before the newest seen event, but stored after it, are still shown. */
  graceMs: 60_000,
  /** Range of receipt before the grace period in which later arrivals are counted. */
  lateMs: 3_600_000,
  /**
   * Shown events of the grace period that a position names; beyond it the grace period starts anew.
   * @bound shown events in a cursor of the live tail -> the grace period of a minute starts again, and `late` counts
   */
  seen: 500,
  /** Range of receipt in which the newest event is searched at the start. */
  beginMs: 172_800_000,
} as const

/** Times of receipt, Unix milliseconds. */
export type TailPosition = {
  /** Earlier events were stored when the tail began, were shown, or are counted as late. */
  readonly afterMs: number
  /** The newest stored event, matching or not. */
  readonly newestMs: number
  /** Events that were shown and received after `afterMs`. */
  readonly seen: readonly { readonly uid: string; readonly ms: number }[]
  /** Number of events in the range before `afterMs` in which late ones are counted. */
  readonly stored: number
}

export type TailLook = {
  /** Newest first, by time of receipt. */
  readonly events: readonly FoundEvent[]
  /** Further events of this poll, which are not shown. */
  readonly dropped: number
  /** Events of the tenant, matching or not, that were stored too late to be shown. */
  readonly late: number
  readonly position: TailPosition
}

export type Tail = { readonly condition: Condition; readonly fields: readonly string[] }

/** The start position of a tail: after everything that is stored. */
export async function tailStart(reader: Reader, nowMs: number, signal?: AbortSignal): Promise<TailPosition> {
  const afterMs = await newestAfter(reader, nowMs - TAIL_LIMITS.beginMs, signal)
  const [stored = 0] = await storedBefore(reader, [afterMs], signal)
  return { afterMs, newestMs: afterMs, seen: [], stored }
}

/** Throws `bad_request` for an unknown field. */
export async function tailEvents(
  reader: Reader,
  { condition, fields }: Tail,
  position: TailPosition,
  signal?: AbortSignal,
): Promise<TailLook> {
  const params: Record<string, unknown> = { ...condition.params }
  const shown = shownFields(fields, (value) => {
    const name = `f${Object.keys(params).length}`
    params[name] = value
    return `{${name}:String}`
  })
  const { afterMs } = position
  const newestMs = Math.max(position.newestMs, await newestAfter(reader, afterMs, signal))
  const graceMs = Math.max(afterMs, newestMs - TAIL_LIMITS.graceMs)
  // Counted before the events are read: an event that is stored in between is then either shown or counted as late.
  const [stored = 0, atGrace = 0, atNewest = 0] = await storedBefore(reader, [afterMs, graceMs, newestMs], signal)
  const seen = position.seen.map(({ uid }) => uid)
  const rows = await reader.query<TailRow>(
    rowsSql(condition, shown),
    { ...params, after: afterMs, newest: newestMs, seen, limit: TAIL_LIMITS.events },
    signal,
  )
  const dropped = Number(rows[0]?.matches ?? 0) - rows.length
  const all = [...rows.map(({ uid, received }) => ({ uid, ms: Number(received) })), ...position.seen]
  const kept = all.filter(({ ms }) => ms > graceMs)
  const isOver = dropped > 0 || kept.length > TAIL_LIMITS.seen
  return {
    events: rows.map((row) => eventOf(row, shown)),
    dropped,
    late: Math.max(0, stored - position.stored),
    position: isOver
      ? { afterMs: newestMs, newestMs, seen: [], stored: atNewest }
      : { afterMs: graceMs, newestMs, seen: kept, stored: atGrace },
  }
}

type TailRow = EventRow & { readonly received: string; readonly matches: string }

/** The engine skips parts whose events were received earlier, by their bounds. */
function rowsSql(condition: Condition, shown: readonly ShownField[]): string {
  const values = shown.map(({ sql }, at) => `, ${sql} AS v${at}`).join('')
  return /* sql */ `
SELECT toString(event_uid) AS uid, toString(toUnixTimestamp64Milli(time)) AS ms,
  toString(toUnixTimestamp64Milli(ingest_time)) AS received, toString(count() OVER ()) AS matches${values}
FROM events
WHERE ingest_time > fromUnixTimestamp64Milli({after:Int64}) AND ingest_time <= fromUnixTimestamp64Milli({newest:Int64})
  AND NOT has({seen:Array(UUID)}, event_uid) AND (${condition.sql})
ORDER BY ingest_time DESC, event_uid DESC
LIMIT {limit:UInt32}`
}

/** Returns `fromMs` when nothing was received after it. */
async function newestAfter(reader: Reader, fromMs: number, signal?: AbortSignal): Promise<number> {
  const sql = /* sql */ `
SELECT toString(toUnixTimestamp64Milli(max(ingest_time))) AS newest FROM events
WHERE ingest_time > fromUnixTimestamp64Milli({from:Int64})`
  const [row] = await reader.query<{ newest: string }>(sql, { from: fromMs }, signal)
  return Math.max(fromMs, Number(row?.newest ?? 0))
}

/** Number of events received within `lateMs` before each of the times. */
async function storedBefore(
  reader: Reader,
  times: readonly number[],
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const counts = times.map((_, at) => {
    const [from, to] = [`{from${at}:Int64}`, `{to${at}:Int64}`].map((ms) => `fromUnixTimestamp64Milli(${ms})`)
    return `toString(countIf(ingest_time > ${from} AND ingest_time <= ${to}))`
  })
  const sql = /* sql */ `
SELECT [${counts.join(', ')}] AS counts FROM events
WHERE ingest_time > fromUnixTimestamp64Milli({first:Int64}) AND ingest_time <= fromUnixTimestamp64Milli({last:Int64})`
  const params: Record<string, number> = { first: Math.min(...times) - TAIL_LIMITS.lateMs, last: Math.max(...times) }
  for (const [at, ms] of times.entries()) {
    params[`from${at}`] = ms - TAIL_LIMITS.lateMs
    params[`to${at}`] = ms
  }
  const [row] = await reader.query<{ counts: readonly string[] }>(sql, params, signal)
  return times.map((_, at) => Number(row?.counts[at] ?? 0))
}
