/** The part of an event that is kept in memory while a query runs: the fields that the query uses, or all of it. */
import { tableNamedIn } from '../../detections/kql/own-table.ts'
import type { fieldReader } from '../../detections/kql/run/source.ts'
import { exactJson } from '../../platform/exact-json.ts'
import type { MatchEvent } from '../../schemas/event-view.ts'

type ReadField = ReturnType<typeof fieldReader>

export type RetainedEvent = {
  readonly timeMs: number
  /** The table that the event itself names (`own-table.ts`). */
  readonly named: string | null
  /** Null when only some fields are kept. */
  readonly whole: MatchEvent | null
  /** In the order of the requested fields. */
  readonly values: readonly unknown[]
  /**
   * Number of events that the query cannot distinguish from this one, itself included, and the time of the last of
   * them; absent when there are none.
   */
  readonly alike?: { readonly count: number; readonly lastMs: number }
}

/** Characters that an event counts in addition to its values. */
const OVERHEAD = 100

/**
 * Returns the kept part and its size in characters; `size` is that of the whole event. `fields` null keeps everything.
 */
export function retainedEvent(
  event: MatchEvent,
  fields: readonly string[] | null,
  size: number,
  read: ReadField,
): { readonly event: RetainedEvent; readonly characters: number } {
  const { timeMs, record } = event
  const about = { timeMs, named: tableNamedIn(record) }
  if (fields === null) return { event: { ...about, whole: event, values: [] }, characters: OVERHEAD + size }
  const values = fields.map((field) => read(event, field))
  const characters = values.reduce<number>((sum, value) => sum + sizeOf(value), OVERHEAD)
  return { event: { ...about, whole: null, values }, characters }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? exactJson(value).length : 8
}
