/**
 * Runs a KQL query over a tenant's stored events. The query first runs over empty tables, which shows what it reads;
 * that is fetched, and the query runs again. When the data determines what else is read (`evaluate bag_unpack`),
 * another round follows. The runner (`detections/kql/run`) alone decides the answer; SQL only excludes events that the
 * runner would exclude.
 */
import type { KqlFault } from '../../detections/kql/fault.ts'
import { foldOf } from '../../detections/kql/run/fold.ts'
import { type KqlResult, runKql } from '../../detections/kql/run/query.ts'
import { AppError } from '../../platform/errors.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { isMade } from '../event-view-of-stored.ts'
import type { TimeRange } from './events-sql.ts'
import { LakeTables, type Read } from './lake-tables.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'
import { type ReadWatch, readEvents } from './read-events.ts'

export type KqlHunt = {
  readonly text: string
  /** The value of `now()`, and the base of `ago()`. */
  readonly nowMs: number
  /**
   * Event time, Unix milliseconds. Null: as far back as the conditions of each table allow, and 30 days before the end
   * for a table without such a condition.
   */
  readonly fromMs: number | null
  /** Exclusive. */
  readonly toMs: number
}

export type TableRead = {
  readonly table: string
  /** The event time that was read, after all conditions on time. */
  readonly fromMs: number
  readonly toMs: number
  readonly scanned: number
  /** Number of scanned events that were kept for the table. */
  readonly events: number
  /** Number of fetched events: smaller when the engine counted events that the query cannot distinguish. */
  readonly fetched: number
}

export type KqlHuntResult = KqlResult & {
  readonly reads: readonly TableRead[]
  /** Events that cannot be decoded. */
  readonly unjudged: number
  /** Tables with more columns than are shown without being named in the query. */
  readonly cut: readonly string[]
}

/** The time range from the first to the last time at which any table is read; empty when none is. */
export function readSpan(reads: readonly TableRead[]): TimeRange {
  if (reads.length === 0) return { fromMs: 0, toMs: 0 }
  return { fromMs: Math.min(...reads.map(({ fromMs }) => fromMs)), toMs: Math.max(...reads.map(({ toMs }) => toMs)) }
}

const DAY_MS = 86_400_000
const TOO_MANY_TABLES =
  `the query reads more than ${KQL_HUNT_LIMITS.reads} tables: name those it needs, ` +
  'such as search in (SecurityEvent, DeviceProcessEvents) "text"; the search without KQL looks at every event'
/** Stored events are later. */
const FIRST_MS = 0

/**
 * Rejects with `too_large` when more must be kept than allowed, with the signal's reason, and with the engine's errors.
 */
export async function kqlHunt(
  reader: Reader,
  { text, nowMs, fromMs, toMs }: KqlHunt,
  watch: ReadWatch = {},
): Promise<KqlHuntResult | KqlFault> {
  const tables = new LakeTables(isMade, watch.isFolded === false ? null : foldOf(text))
  const reads = new Map<string, TableRead & { readonly unjudged: number }>()
  const { steps, cells, rounds } = KQL_HUNT_LIMITS
  for (let round = 0; round < rounds; round++) {
    watch.signal?.throwIfAborted()
    const result = runKql(text, tables, { nowMs, limits: { steps, cells } })
    const isShort = 'rows' in result && result.isOpen && !tables.isWhole
    tables.isWhole ||= isShort
    const missing = tables.takeMissing()
    if (missing.length === 0 && !isShort) {
      if ('reason' in result) return result
      const unjudged = [...reads.values()].reduce((sum, read) => sum + read.unjudged, 0)
      return { ...result, reads: [...reads.values()], unjudged, cut: [...tables.cut] }
    }
    if (new Set([...reads.keys(), ...missing.map(([key]) => key)]).size > KQL_HUNT_LIMITS.reads)
      throw new AppError('too_large', TOO_MANY_TABLES)
    for (const [key, read] of missing) {
      const span = spanOf(read, fromMs, toMs)
      const { events, characters, ...counts } = await readEvents(reader, read, span, tables.room(), watch)
      tables.put(key, read, events, characters)
      const all = events.reduce((sum, { alike }) => sum + (alike?.count ?? 1), 0)
      reads.set(key, { table: read.table, ...span, ...counts, events: all, fetched: events.length })
    }
  }
  throw new AppError('bad_request', `what the query reads depends on what it has read more than ${rounds} times`)
}

/** The time range of a table's conditions, within the requested range. */
function spanOf({ narrowing }: Read, fromMs: number | null, toMs: number): { fromMs: number; toMs: number } {
  const end = Math.min(toMs, narrowing.toMs ?? toMs)
  const start = narrowing.fromMs ?? fromMs ?? end - KQL_HUNT_LIMITS.daysDefault * DAY_MS
  return { fromMs: Math.max(FIRST_MS, start, fromMs ?? start), toMs: end }
}
