/** Operations of the health of sources, of alarms about those that stopped sending, and of changes in their fields. */
import { Type } from 'typebox'
import { momentCursor, momentPosition } from '../../../platform/cursor.ts'
import { openFirstPositionOf, pageOfList, pageOfOpenFirst } from '../../../platform/paging.ts'
import { type DriftFilter, driftPage } from '../../../query/schema-drift.ts'
import { SOURCE_LIMITS, SOURCE_STATES, sourceHealth, VOLUME_STATES } from '../../../query/source-health.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, pageQueryOf, time, uuid } from '../../../schemas/wire.ts'
import { type LakeDeps, lakeOf, operationsOf } from '../acting/index.ts'
import { connectorsOf } from '../connectors/index.ts'
import { ALARMS, alarmsPage } from './alarm-store.ts'

const operation = operationsOf<LakeDeps>({ tag: 'sources' })
const LATEST_MS = Date.UTC(2200, 0, 1)

const sourceSchema = named(
  'SourceHealth',
  Type.Object({
    source: Type.String({ description: 'connector id' }),
    name: Type.String({ description: 'name of the connector, if the source is polled' }),
    state: oneOf(SOURCE_STATES, {
      description: `unknown for the first ${SOURCE_LIMITS.learnedDays} days; silent: twice as long without events as ever before`,
    }),
    reason: Type.String(),
    first_seen: nullable(Type.String({ format: 'date-time', description: `within ${SOURCE_LIMITS.windowDays} days` })),
    last_event_at: nullable(
      Type.String({ format: 'date-time', description: 'minute of receipt of the newest event that was stored' }),
    ),
    seconds_since_last_event: nullable(Type.Integer()),
    expected_cadence_seconds: nullable(Type.Integer({ description: 'longest silence observed before' })),
    volume: Type.Object({
      state: oneOf(VOLUME_STATES),
      last_24h: Type.Integer({ description: 'events stored' }),
      usual_24h: nullable(Type.Number({ description: 'median of the same 24 hours in previous weeks' })),
      received_24h: Type.Integer({ description: 'events received, including repeats and unreadable ones' }),
      duplicate_24h: Type.Integer(),
      dead_lettered_24h: Type.Integer(),
    }),
  }),
)

const list = operation.outside({
  name: 'sources.list',
  summary: 'Sources with whether they still send as usual, most recent sender first',
  permission: 'connectors:read',
  path: 'GET /sources',
  query: pageQueryOf({}),
  output: pageOf(sourceSchema),
  async run(call, page) {
    const sources = await sourceHealth(lakeOf(call), call.nowMs)
    const names = new Map((await call.read(connectorsOf)).map(({ id, name }) => [id, name]))
    const { items, ...more } = pageOfList(sources, page, ({ source }) => source)
    const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms))
    const shown = items.map(({ firstMs, lastMs, volume, ...one }) => ({
      source: one.source,
      name: names.get(one.source) ?? one.source,
      state: one.state,
      reason: one.reason,
      first_seen: timeOf(firstMs),
      last_event_at: timeOf(lastMs),
      seconds_since_last_event: one.quietSeconds,
      expected_cadence_seconds: one.longestGapSeconds,
      volume: {
        state: volume.state,
        last_24h: volume.last24h,
        usual_24h: volume.usual,
        received_24h: volume.received,
        duplicate_24h: volume.duplicate,
        dead_lettered_24h: volume.deadLettered,
      },
    }))
    return { items: shown, ...more }
  },
})

const alarms = operation({
  name: 'sources.alarms',
  summary: 'Source alarms: open ones first, then the newest',
  permission: 'connectors:read',
  path: 'GET /sources/alarms',
  query: Type.Object(pageQuery, closed),
  output: pageOf(ALARMS.schema),
  async run({ tx }, { limit, cursor }) {
    return pageOfOpenFirst(await alarmsPage(tx, limit + 1, openFirstPositionOf(cursor)), limit)
  },
})

const kind = Type.Union([Type.Literal('new'), Type.Literal('vanished'), Type.Literal('untracked')], {
  description: 'untracked: the source has more fields than svc tracks, so that further drift is not reported',
})

const drift = operation.outside({
  name: 'sources.schema_drift',
  summary: 'Schema drift of sources: added and missing fields, latest first',
  permission: 'connectors:read',
  path: 'GET /schema-drift',
  query: Type.Object({
    ...pageQuery,
    source: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    kind: Type.Optional(kind),
    since: Type.Optional(time),
    until: Type.Optional(time),
  }),
  output: pageOf(
    named(
      'SchemaDrift',
      Type.Object({
        id: uuid,
        source: Type.String({ description: 'connector_id' }),
        mapping: Type.String({ description: 'mapping that parses the source, with its version' }),
        kind,
        path: Type.String({
          description: 'member names joined by dots, [] after a list; empty: the whole source',
        }),
        noticed_at: time,
        event_uid: Type.String({ description: 'event in which the drift was first seen' }),
        last_seen_before: nullable(time),
      }),
    ),
  ),
  async run(call, { limit, cursor, source = '', kind: wanted, since, until }) {
    const reader = lakeOf(call)
    const span = { fromMs: since ? Date.parse(since) : 0, untilMs: until ? Date.parse(until) : LATEST_MS }
    const filter: DriftFilter = { source, kind: wanted ?? '', ...span, before: momentPosition(cursor) }
    const found = await driftPage(reader, limit + 1, filter)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    if (found.length <= limit || last === undefined) return { items }
    return { items, next_cursor: momentCursor({ timeMs: Date.parse(last.noticed_at), id: last.id }) }
  },
})

export const SOURCE_HEALTH_OPERATIONS = [list, alarms]
export const SCHEMA_DRIFT_OPERATIONS = [drift]
