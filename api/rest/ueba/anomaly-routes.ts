import { Type } from 'typebox'
import { SEVERITIES, severityRank } from '../../../control/alerts/index.ts'
import { liveResets } from '../../../control/ueba/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { type AnomalyFilter, anomaliesPage } from '../../../query/ueba.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { oneOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'
import { lakeOf } from './lake.ts'
import { peerSchema, peersAsked, peersOf, peerView } from './peers.ts'
import { anomalySchema, anomalyView, entityName, entityType, tags } from './views.ts'

const oneSchema = named(
  'UebaAnomalyDetail',
  Type.Object({
    ...anomalySchema.properties,
    peer: nullable(peerSchema),
  }),
)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const query = Type.Object({
  ...pageQuery,
  entity_id: Type.Optional(entityName),
  entity_type: Type.Optional(entityType),
  metric: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  min_z_score: Type.Optional(Type.String({ pattern: '^-?\\d{1,9}(\\.\\d{1,9})?$', description: 'a number' })),
  min_severity: Type.Optional(oneOf(SEVERITIES)),
  since: Type.Optional(time),
  until: Type.Optional(time),
})

export const anomalyRoutes: Routes = (app, deps) => {
  app.get(
    '/ueba/anomalies',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'Hours in which an entity did far more than it usually does, the newest first' },
        querystring: query,
        response: { 200: pageOf(anomalySchema) },
      },
    },
    async (request) => {
      const { limit, cursor, since, until, min_severity, ...asked } = request.query
      const found = await anomaliesPage(lakeOf(deps, request), limit + 1, {
        ...{ entityId: asked.entity_id, entityType: asked.entity_type, metric: asked.metric },
        minZScore: asked.min_z_score === undefined ? undefined : Number(asked.min_z_score),
        minSeverityId: min_severity === undefined ? undefined : severityRank(min_severity),
        ...{ sinceMs: since ? Date.parse(since) : undefined, untilMs: until ? Date.parse(until) : undefined },
        before: positionOf(cursor),
      })
      const items = found.slice(0, limit)
      const last = items.at(-1)
      const shown = { items: items.map(anomalyView) }
      if (found.length <= limit || last === undefined) return shown
      return { ...shown, next_cursor: Buffer.from(`${last.detectedAt.getTime()}|${last.id}`).toString('base64url') }
    },
  )

  app.get(
    '/ueba/anomalies/:id',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'One anomaly, and how the hour compares with what is usual of its peers' },
        ...{ params: Type.Object({ id: uuid }), response: { 200: oneSchema } },
      },
    },
    async (request) => {
      const [found] = await anomaliesPage(lakeOf(deps, request), 1, { id: request.params.id.toLowerCase() })
      if (!found) throw new AppError('not_found', 'there is no such anomaly')
      const resets = await tenantWork(deps, request, liveResets)
      const { entityType: type, entityId: entity, metricName, observedValue } = found
      const group = await peersOf({ ...peersAsked(deps, request), type, entity, resets })
      return { ...anomalyView(found), peer: peerView(group, metricName, observedValue) }
    },
  )
}

/** Time and id of the last anomaly seen. Throws 422. */
function positionOf(cursor: string | undefined): NonNullable<AnomalyFilter['before']> | null {
  if (cursor === undefined) return null
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  if (!/^\d{1,13}$/.test(ms) || !UUID.test(id))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return { timeMs: Number(ms), id }
}
