import { Type } from 'typebox'
import type { LeftOutReason } from '../../../query/search/coverage.ts'
import type { EventPosition } from '../../../query/search/search-events.ts'
import { nullable, time } from '../../../schemas/wire.ts'
import type { Row } from '../../../stores/postgres/columns.ts'
import { type Column, column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { HUNT_LANGUAGES } from './hunt.ts'

export const RUN_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** Event time, Unix milliseconds, that a run did not look at. */
export type LeftOut = { readonly fromMs: number; readonly toMs: number; readonly reason: LeftOutReason | 'hits' }

/** Position to resume a run from: after this event, and before `toMs`. */
export type RunPosition = { readonly after: EventPosition | null; readonly toMs: number }

/** Parts of the span that were not searched; stored in milliseconds, read as times. */
const missing: Column<readonly { readonly from: Date; readonly to: Date; readonly reason: LeftOut['reason'] }[]> = {
  read: (row) =>
    leftOutOf(row).map((one) => ({ from: new Date(one.fromMs), to: new Date(one.toMs), reason: one.reason })),
  schema: Type.Array(Type.Object({ from: time, to: time, reason: Type.String() }), {
    description: 'parts of the time span that were not fully searched, with the reason',
  }),
}

export const HUNT_RUNS = tableInCamelCase('HuntRun', {
  id: column.uuid(),
  hunt_id: column.text(),
  state: column.word(RUN_STATES),
  language: column.word(HUNT_LANGUAGES),
  query: column.text({ description: 'the query at the time of the request' }),
  from: column.from('from_at', column.time()),
  to: column.from('to_at', column.time()),
  requested_by: column.orNull(column.text({ description: 'null: started by its schedule' })),
  hits: column.int({ description: 'number of events or rows kept' }),
  has_more: column.bool({ description: 'true when more matched than are kept' }),
  complete: column.derived<boolean | null>(
    nullable(Type.Boolean({ description: 'true when the whole time span was searched; null: not done yet' })),
    (row) => (row.state === 'done' ? leftOutOf(row).length === 0 : null),
  ),
  missing,
  columns: column.json<readonly { readonly name: string; readonly type: string }[] | null>(
    nullable(
      Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), { description: 'columns of an SQL hunt' }),
    ),
  ),
  error: column.orNull(column.text()),
  progress: column.number({ minimum: 0, maximum: 1 }),
  queued_at: column.time(),
  started_at: column.orNull(column.time()),
  ended_at: column.orNull(column.time()),
})
export type HuntRun = RowOf<typeof HUNT_RUNS>

/** JSON that this context wrote. */
export function leftOutOf(row: Row): readonly LeftOut[] {
  return row.missing as readonly LeftOut[]
}
