/**
 * Events that a condition holds for as they are stored. Their time of receipt leads: rows of the last minute before the
 * newest that was seen are looked at again, because events of several sources are not stored in the order of receipt.
 * Events that are stored later still are counted, and so are those past the bound of one look: neither is silence. All that
 * a tail knows stands in its position, which the caller keeps.
 */
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import type { Condition } from './compile.ts'
import { type EventRow, eventOf, type FoundEvent } from './search-events.ts'
import { type ShownField, shownFields } from './shown-fields.ts'

export const TAIL_LIMITS = {
  /** Events of one look; the newest ones where there are more. */
  events: 200,
  /** So much before the newest event that was seen, others may be stored after it and are shown all the same. */
  graceMs: 60_000,
  /** Time of receipt before the grace of which later arrivals are counted. */
  lateMs: 3_600_000,
  /** Shown events of the grace that a position names; past it the grace begins anew. */
  seen: 500,
  /** Time of receipt in which the newest event is looked for at the beginning. */
  beginMs: 172_800_000,
} as const

/** Times of receipt, Unix milliseconds. */
export type TailPosition = {
  /** Events from before it were stored when the tail began, were shown, or are counted as late. */
  readonly afterMs: number
  /** The newest event that was stored, matching or not. */
  readonly newestMs: number
  /** Shown, and received after `afterMs`. */
  readonly seen: readonly { readonly uid: string; readonly ms: number }[]
  /** Events of the time before `afterMs` in which late ones are counted. */
  readonly stored: number
}

export type TailLook = {
  /** Newest first, by their time of receipt. */
  readonly events: readonly FoundEvent[]
  /** Further events of this look, which are not shown. */
  readonly dropped: number
  /** Events of the tenant, matching or not, that were stored too late to be looked at. */
  readonly late: number
  readonly position: TailPosition
}

export type Tail = { readonly condition: Condition; readonly fields: readonly string[] }

/** The position of a tail that begins: after everything that is stored. */
export async function tailStart(reader: Reader, nowMs: number, signal?: AbortSignal): Promise<TailPosition> {
  const afterMs = await newestAfter(reader, nowMs - TAIL_LIMITS.beginMs, signal)
  const [stored = 0] = await storedBefore(reader, [afterMs], signal)
  return { afterMs, newestMs: afterMs, seen: [], stored }
}

/** Throws `bad_request` for a field that does not exist. */
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
  // Counted before the events are read: one that is stored in between is shown, or is late, and in no case neither.
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

/** Parts whose events were received before are passed over by their bounds. */
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

/** The same time where nothing was received after it. */
async function newestAfter(reader: Reader, fromMs: number, signal?: AbortSignal): Promise<number> {
  const sql = /* sql */ `
SELECT toString(toUnixTimestamp64Milli(max(ingest_time))) AS newest FROM events
WHERE ingest_time > fromUnixTimestamp64Milli({from:Int64})`
  const [row] = await reader.query<{ newest: string }>(sql, { from: fromMs }, signal)
  return Math.max(fromMs, Number(row?.newest ?? 0))
}

/** Events that were received within `lateMs` before each of the times. */
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
