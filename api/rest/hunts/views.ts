/** API views of hunts, their runs and results. */
import { type Static, Type } from 'typebox'
import {
  HIT_MARKS,
  HUNT_LANGUAGES,
  type Hunt,
  type HuntHit,
  type HuntRun,
  isComplete,
  RUN_STATES,
} from '../../../control/hunts/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { oneOf } from '../alerts/inputs.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['hunts']
const nullableText = nullable(Type.String())

export const runSchema = named(
  'HuntRun',
  Type.Object({
    id: uuid,
    hunt_id: Type.String(),
    state: oneOf(RUN_STATES),
    language: oneOf(HUNT_LANGUAGES),
    query: Type.String({ description: 'as it was when the run was asked for' }),
    from: time,
    to: time,
    requested_by: nullable(Type.String({ description: 'null: its schedule' })),
    hits: Type.Integer({ description: 'events or rows that are kept' }),
    has_more: Type.Boolean({ description: 'there are more than are kept' }),
    complete: nullable(
      Type.Boolean({ description: 'everything between from and to was looked at; null until the run is done' }),
    ),
    missing: Type.Array(Type.Object({ from: time, to: time, reason: Type.String() }), {
      description: 'event time of which something was not looked at, and why',
    }),
    columns: nullable(Type.Array(Type.Object({ name: Type.String(), type: Type.String() }), { description: 'of SQL' })),
    error: nullableText,
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    queued_at: time,
    started_at: nullable(time),
    ended_at: nullable(time),
  }),
)

export function runView(run: HuntRun): Static<typeof runSchema> {
  const iso = (ms: number) => new Date(ms).toISOString()
  return {
    id: run.id,
    hunt_id: run.huntId,
    state: run.state,
    language: run.language,
    query: run.query,
    from: iso(run.fromMs),
    to: iso(run.toMs),
    requested_by: run.requestedBy,
    hits: run.hits,
    has_more: run.hasMore,
    complete: isComplete(run),
    missing: run.missing.map(({ fromMs, toMs, reason }) => ({ from: iso(fromMs), to: iso(toMs), reason })),
    columns: run.columns === null ? null : [...run.columns],
    error: run.error,
    progress: run.progress,
    queued_at: run.queuedAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
  }
}

export const huntSchema = named(
  'Hunt',
  Type.Object({
    id: Type.String(),
    title: Type.String(),
    hypothesis: Type.String(),
    techniques: Type.Array(Type.String()),
    language: oneOf(HUNT_LANGUAGES),
    query: Type.String(),
    window_hours: Type.Integer(),
    every_minutes: nullable(Type.Integer({ description: 'null: it runs when somebody asks' })),
    enabled: Type.Boolean({ description: 'it runs by itself' }),
    next_run_at: nullable(time),
    is_builtin: Type.Boolean(),
    created_at: nullable(time),
    updated_at: nullable(time),
    latest_run: nullable(runSchema),
  }),
)

export function huntView(hunt: Hunt, latest: HuntRun | null): Static<typeof huntSchema> {
  return {
    id: hunt.id,
    title: hunt.title,
    hypothesis: hunt.hypothesis,
    techniques: [...hunt.techniques],
    language: hunt.language,
    query: hunt.query,
    window_hours: hunt.windowHours,
    every_minutes: hunt.everyMinutes,
    enabled: hunt.enabled,
    next_run_at: hunt.nextRunAt?.toISOString() ?? null,
    is_builtin: hunt.isBuiltin,
    created_at: hunt.createdAt?.toISOString() ?? null,
    updated_at: hunt.updatedAt?.toISOString() ?? null,
    latest_run: latest === null ? null : runView(latest),
  }
}

const hitSchema = named(
  'HuntHit',
  Type.Object({
    ordinal: Type.Integer(),
    event_uid: nullable(uuid),
    event_time: nullable(time),
    document: Type.Record(Type.String(), Type.Unknown(), { description: 'fields of an event, or columns of a row' }),
    mark: nullable(oneOf(HIT_MARKS)),
    note: nullableText,
    marked_by: nullableText,
    marked_at: nullable(time),
  }),
)

export function hitView(hit: HuntHit): Static<typeof hitSchema> {
  return {
    ordinal: hit.ordinal,
    event_uid: hit.eventUid,
    event_time: hit.eventTime?.toISOString() ?? null,
    document: { ...hit.document },
    mark: hit.mark,
    note: hit.note,
    marked_by: hit.markedBy,
    marked_at: hit.markedAt?.toISOString() ?? null,
  }
}

export const resultsSchema = named(
  'HuntResults',
  Type.Object({
    run: nullable(runSchema),
    items: Type.Array(hitSchema),
    next_cursor: Type.Optional(Type.String()),
  }),
)
