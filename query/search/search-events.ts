/**
 * The newest events that match a condition, one page at a time. The span is searched from its end in growing steps, so
 * that the last hundred events of a year are found in its last hours. When the budget is spent, the answer holds what
 * was found so far, and names the time that was not searched.
 */
import { IS_ARCHIVED } from '../../stores/clickhouse/archived-events.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { hoursSql } from '../event-hours.ts'
import type { Condition } from './compile.ts'
import { type Missing, type SearchWatch, type TimeSpan, timerOf, within } from './coverage.ts'
import { SEARCH_LIMITS } from './limits.ts'
import { Cut, type ShownField, shownFields } from './shown-fields.ts'

/** Position of an event: the next page continues after it, towards older events. */
export type EventPosition = { readonly timeMs: number; readonly uid: string }

export type EventSearch = {
  readonly condition: Condition
  readonly span: TimeSpan
  readonly fields: readonly string[]
  readonly limit: number
  /** The last event of the previous page. */
  readonly after: EventPosition | null
}

export type FoundEvent = {
  readonly event_uid: string
  /** RFC 3339, UTC. */
  readonly time: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Fields whose values are longer than a page shows: texts have their beginning, other values are null. */
  readonly cut: readonly string[]
  /** Set when the event was read from the archive. */
  readonly archived?: true
}

export type FoundPage = {
  readonly events: readonly FoundEvent[]
  /** Null when the searched time has no older events. */
  readonly next: EventPosition | null
  readonly missing: readonly Missing[]
}

/** Values of the shown fields, as `v0`, `v1` and so on. */
export type EventRow = Readonly<Record<string, string>> & { readonly uid: string; readonly ms: string }

const FIRST_STEP_MS = 3_600_000
const STEP_GROWS = 16

/** Throws `bad_request` for an unknown field. */
export async function searchEvents(reader: Reader, search: EventSearch, watch: SearchWatch = {}): Promise<FoundPage> {
  const { span, limit, after } = search
  const params: Record<string, unknown> = { ...search.condition.params }
  const shown = shownFields(search.fields, (value) => {
    const name = `f${Object.keys(params).length}`
    params[name] = value
    return `{${name}:String}`
  })
  const spent = timerOf(watch)(SEARCH_LIMITS.budgetMs)
  const rows: EventRow[] = []
  const missing: Missing[] = []
  let toMs = after === null ? span.toMs : Math.min(span.toMs, after.timeMs + 1)
  for (let stepMs = FIRST_STEP_MS; toMs > span.fromMs && rows.length <= limit; stepMs *= STEP_GROWS) {
    const fromMs = Math.max(span.fromMs, toMs - stepMs)
    const wanted = { fromMs, toMs, after, limit: limit + 1 - rows.length }
    const found = await within(watch, spent, (signal) => rowsOf(reader, search, shown, wanted, params, signal))
    if ('reason' in found) {
      missing.push({ fromMs: span.fromMs, toMs, reason: found.reason })
      break
    }
    rows.push(...found.answer)
    toMs = fromMs
  }
  const events = rows.slice(0, limit)
  const last = events.at(-1)
  const next = rows.length > limit && last ? { timeMs: Number(last.ms), uid: last.uid } : null
  return { events: events.map((row) => eventOf(row, shown)), next, missing }
}

type Wanted = TimeSpan & { readonly after: EventPosition | null; readonly limit: number }

function rowsOf(
  reader: Reader,
  { condition }: EventSearch,
  shown: readonly ShownField[],
  { fromMs, toMs, after, limit }: Wanted,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<EventRow[]> {
  const archived = reader.hasArchive ? `, toString(${IS_ARCHIVED}) AS archived` : ''
  const values = shown.map(({ sql }, at) => `, ${sql} AS v${at}`).join('') + archived
  const hours = hoursSql({ fromMs, toMs }, '{from:Int64}', '{to:Int64}')
  const sql = /* sql */ `
SELECT toString(event_uid) AS uid, toString(toUnixTimestamp64Milli(time)) AS ms${values}
FROM events
WHERE time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})${hours}
  AND (time, event_uid) < (fromUnixTimestamp64Milli({after_ms:Int64}), toUUID({after_uid:String}))
  AND (${condition.sql})
ORDER BY time DESC, event_uid DESC
LIMIT {limit:UInt32}`
  const position = { after_ms: after?.timeMs ?? LATEST_MS, after_uid: after?.uid ?? NO_UID }
  return reader.query<EventRow>(sql, { ...params, ...position, from: fromMs, to: toMs, limit }, signal)
}

/** Later than any stored event. */
const LATEST_MS = Date.UTC(2200, 0, 1)
const NO_UID = '00000000-0000-0000-0000-000000000000'

export function eventOf(row: EventRow, shown: readonly ShownField[]): FoundEvent {
  const cut: string[] = []
  const fields = Object.fromEntries(
    shown.map(({ name, value }, at) => {
      const shownValue = value(row[`v${at}`] ?? '')
      if (!(shownValue instanceof Cut)) return [name, shownValue ?? null]
      cut.push(name)
      return [name, shownValue.beginning]
    }),
  )
  return {
    event_uid: row.uid,
    time: new Date(Number(row.ms)).toISOString(),
    fields,
    cut,
    ...(row.archived === '1' && { archived: true }),
  }
}
