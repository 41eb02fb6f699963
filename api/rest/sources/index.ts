/** Routes of the health of sources: the state of each, and alarms about those that stopped sending. */
import { Type } from 'typebox'
import { connectorsOf } from '../../../control/connectors/index.ts'
import { ALARM_KINDS, alarmsOf } from '../../../control/sources/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { SOURCE_LIMITS, SOURCE_STATES, sourceHealth, VOLUME_STATES } from '../../../query/source-health.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['sources']
const ALARMS_MAX = 1000

const sourceSchema = named(
  'SourceHealth',
  Type.Object({
    source: Type.String({ description: 'connector id' }),
    name: Type.String({ description: 'of the connector, where it is one that is polled' }),
    state: oneOf(SOURCE_STATES, {
      description: `unknown for the first ${SOURCE_LIMITS.learnedDays} days; silent: quiet for twice as long as it ever was`,
    }),
    reason: Type.String(),
    first_seen: nullable(Type.String({ format: 'date-time', description: `within ${SOURCE_LIMITS.windowDays} days` })),
    last_event_at: nullable(
      Type.String({ format: 'date-time', description: 'minute of receipt of the newest event that was stored' }),
    ),
    seconds_since_last_event: nullable(Type.Integer()),
    expected_cadence_seconds: nullable(Type.Integer({ description: 'the longest that it was quiet before' })),
    volume: Type.Object({
      state: oneOf(VOLUME_STATES),
      last_24h: Type.Integer({ description: 'stored' }),
      usual_24h: nullable(Type.Number({ description: 'median of the same 24 hours of the weeks before' })),
      received_24h: Type.Integer({ description: 'with repeats and what could not be read' }),
      duplicate_24h: Type.Integer(),
      dead_lettered_24h: Type.Integer(),
    }),
  }),
)
const alarmSchema = named(
  'SourceAlarm',
  Type.Object({
    id: uuid,
    source: Type.String(),
    kind: oneOf(ALARM_KINDS),
    reason: Type.String(),
    alert_id: uuid,
    began_at: time,
    ended_at: nullable(time),
  }),
)

export const sourceRoutes: Routes = (app, deps) => {
  app.get(
    '/sources',
    {
      config: { permission: 'connectors:read' },
      schema: {
        ...{ tags, summary: 'Sources with whether they still send as they did, those that sent last first' },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(sourceSchema) } },
      },
    },
    async (request) => {
      if (!deps.lake) throw new AppError('unavailable', 'no lake is configured here')
      const sources = await sourceHealth(deps.lake(principalOf(request).tenantId), deps.nowMs())
      const connectors = await tenantWork(deps, request, (tx) => connectorsOf(tx))
      const names = new Map(connectors.map(({ id, name }) => [id, name]))
      const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
      return pageOfList(
        sources,
        request.query,
        ({ source }) => source,
        (one) => ({
          ...{ source: one.source, name: names.get(one.source) ?? one.source, state: one.state, reason: one.reason },
          ...{
            first_seen: iso(one.firstMs),
            last_event_at: iso(one.lastMs),
            seconds_since_last_event: one.quietSeconds,
          },
          expected_cadence_seconds: one.longestGapSeconds,
          volume: {
            ...{ state: one.volume.state, last_24h: one.volume.last24h, usual_24h: one.volume.usual },
            ...{ received_24h: one.volume.received, duplicate_24h: one.volume.duplicate },
            dead_lettered_24h: one.volume.deadLettered,
          },
        }),
      )
    },
  )

  app.get(
    '/sources/alarms',
    {
      config: { permission: 'connectors:read' },
      schema: {
        ...{ tags, summary: 'Alarms about sources: those that go on, then the newest' },
        ...{ querystring: Type.Object(pageQuery, closed), response: { 200: pageOf(alarmSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(
          await alarmsOf(tx, ALARMS_MAX),
          request.query,
          ({ id }) => id,
          (one) => ({
            ...{ id: one.id, source: one.source, kind: one.kind, reason: one.reason, alert_id: one.alertId },
            ...{ began_at: one.beganAt.toISOString(), ended_at: one.endedAt?.toISOString() ?? null },
          }),
        ),
      ),
  )
}
