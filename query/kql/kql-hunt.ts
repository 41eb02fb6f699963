/**
 * A KQL query over what a tenant has stored. It is run over empty tables first, which shows what it reads; that is
 * fetched, and the query runs over it. Where what was read decides what else is read (`evaluate bag_unpack`) it takes
 * another turn. All that it says is decided by the runner (`detections/kql/run`); SQL only leaves out what that would.
 */
import type { KqlFault } from '../../detections/kql/fault.ts'
import { foldOf } from '../../detections/kql/run/fold.ts'
import { type KqlResult, runKql } from '../../detections/kql/run/query.ts'
import { AppError } from '../../platform/errors.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { isMade } from '../stream-reading.ts'
import type { TimeRange } from './events-sql.ts'
import { LakeTables, type Read } from './lake-tables.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'
import { type ReadWatch, readEvents } from './read-events.ts'

export type KqlHunt = {
  readonly text: string
  /** Time of `now()` and `ago()`. */
  readonly nowMs: number
  /**
   * Event time, Unix milliseconds. Null: as far back as the conditions of each table reach, and 30 days before the end
   * where they do not say it.
   */
  readonly fromMs: number | null
  /** Not part of it. */
  readonly toMs: number
}

export type TableRead = {
  readonly table: string
  /** Event time that was read, all conditions on time considered. */
  readonly fromMs: number
  readonly toMs: number
  readonly scanned: number
  /** The scanned events that were held for the table. */
  readonly events: number
  /** Events that were fetched: where it is less, the engine counted those that the query cannot tell apart. */
  readonly fetched: number
}

export type KqlHuntResult = KqlResult & {
  readonly reads: readonly TableRead[]
  /** Events that cannot be read back. */
  readonly unjudged: number
  /** Tables with more columns than are shown without being named. */
  readonly cut: readonly string[]
}

/** From the first to the last time that a table is read of; nothing where none is. */
export function readSpan(reads: readonly TableRead[]): TimeRange {
  if (reads.length === 0) return { fromMs: 0, toMs: 0 }
  return { fromMs: Math.min(...reads.map(({ fromMs }) => fromMs)), toMs: Math.max(...reads.map(({ toMs }) => toMs)) }
}

const DAY_MS = 86_400_000
const TOO_MANY_TABLES =
  `the query reads more than ${KQL_HUNT_LIMITS.reads} tables: name those it needs, ` +
  'such as search in (SecurityEvent, DeviceProcessEvents) "text"; the search without KQL looks at every event'
/** Stored events begin later. */
const FIRST_MS = 0

/** Rejects with `too_large` for what is more than may be held, with the signal's reason, and with the engine's errors. */
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

/** The conditions of the table reach as far back as they say, within what was asked for. */
function spanOf({ narrowing }: Read, fromMs: number | null, toMs: number): { fromMs: number; toMs: number } {
  const end = Math.min(toMs, narrowing.toMs ?? toMs)
  const start = narrowing.fromMs ?? fromMs ?? end - KQL_HUNT_LIMITS.daysDefault * DAY_MS
  return { fromMs: Math.max(FIRST_MS, start, fromMs ?? start), toMs: end }
}
