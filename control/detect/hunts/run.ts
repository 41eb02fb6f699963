import type { LeftOutReason } from '../../../query/search/coverage.ts'
import type { EventPosition } from '../../../query/search/search-events.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { HuntLanguage } from './hunt.ts'

export const RUN_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type RunState = (typeof RUN_STATES)[number]

/** Event time, Unix milliseconds, that a run did not look at. */
export type LeftOut = { readonly fromMs: number; readonly toMs: number; readonly reason: LeftOutReason | 'hits' }

/** Position to resume a run from: after this event, and before `toMs`. */
export type RunPosition = { readonly after: EventPosition | null; readonly toMs: number }

export type HuntRun = {
  readonly id: string
  readonly huntId: string
  readonly language: HuntLanguage
  readonly query: string
  readonly fromMs: number
  readonly toMs: number
  readonly state: RunState
  /** Null: its schedule. */
  readonly requestedBy: string | null
  /** Events or rows that are kept. */
  readonly hits: number
  /** There are more than are kept. */
  readonly hasMore: boolean
  readonly missing: readonly LeftOut[]
  /** Columns of an SQL hunt. */
  readonly columns: readonly { readonly name: string; readonly type: string }[] | null
  readonly error: string | null
  /** 0 to 1. */
  readonly progress: number
  readonly queuedAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
}

export const RUN_COLUMNS = `id, hunt_id, language, query, from_at, to_at, state, requested_by, hits, has_more, missing,
  columns, error, progress, queued_at, started_at, ended_at`

export function toRun(row: Row): HuntRun {
  return {
    id: text(row, 'id'),
    huntId: text(row, 'hunt_id'),
    language: row.language as HuntLanguage, // words and JSON that this context wrote
    query: text(row, 'query'),
    fromMs: time(row, 'from_at').getTime(),
    toMs: time(row, 'to_at').getTime(),
    state: row.state as RunState,
    requestedBy: orNull(text, row, 'requested_by'),
    hits: int(row, 'hits'),
    hasMore: row.has_more === true,
    missing: row.missing as readonly LeftOut[],
    columns: row.columns as HuntRun['columns'],
    error: orNull(text, row, 'error'),
    progress: row.progress as number,
    queuedAt: time(row, 'queued_at'),
    startedAt: orNull(time, row, 'started_at'),
    endedAt: orNull(time, row, 'ended_at'),
  }
}

/** True when all events of the span in the lake were searched. Null when unknown. */
export function isComplete({ state, missing }: Pick<HuntRun, 'state' | 'missing'>): boolean | null {
  return state === 'done' ? missing.length === 0 : null
}
