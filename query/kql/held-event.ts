/** The part of an event that is held while a query runs over it: the fields that the query asks for, or all of it. */
import { tableNamedIn } from '../../detections/kql/own-table.ts'
import type { fieldReader } from '../../detections/kql/run/source.ts'
import { exactJson } from '../../platform/exact-json.ts'
import type { MatchEvent } from '../../schemas/event-view.ts'

type ReadField = ReturnType<typeof fieldReader>

export type HeldEvent = {
  readonly timeMs: number
  /** The table that the event says it is of (`own-table.ts`). */
  readonly named: string | null
  /** Null when only some fields are held. */
  readonly whole: MatchEvent | null
  /** In the order of the fields that were asked for. */
  readonly values: readonly unknown[]
  /** Events that the query cannot tell from this one, itself included, and the time of the last of them; absent: none. */
  readonly alike?: { readonly count: number; readonly lastMs: number }
}

/** Characters that an event counts beside those of its values. */
const OVERHEAD = 100

/** With how much room it takes, in characters; `size` is that of the whole event. `fields` null: all. */
export function held(
  event: MatchEvent,
  fields: readonly string[] | null,
  size: number,
  read: ReadField,
): { readonly event: HeldEvent; readonly characters: number } {
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
