import { Type } from 'typebox'
import { type Severity, severityOfRank } from '../../../control/alerts/index.ts'
import { liveResets, resetBaselines } from '../../../control/ueba/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { type BaselineFilter, baselinesPage, uebaStats } from '../../../query/ueba.ts'
import { named } from '../../plugins/named-schemas.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, pageOf } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time } from '../views.ts'
import { lakeOf } from './lake.ts'
import { type PeerGroup, peerGroupSchema, peerGroupView, peerSchema, peersAsked, peersOf, peerView } from './peers.ts'
import { baselineSchema, baselineView, entityName, entityType, state, tags } from './views.ts'

/** More metrics than any entity has, of four types. */
const METRICS_MAX = 200
const query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  // The cursor names an entity, and such a name may be long.
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1500 })),
  entity_type: Type.Optional(entityType),
  metric: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  state: Type.Optional(state),
})
const params = Type.Object({ entity_id: entityName })
const ofType = Type.Object({ entity_type: Type.Optional(entityType) })
const entitySchema = named(
  'UebaEntity',
  Type.Object({
    entity_id: Type.String(),
    baselines: Type.Array(
      named(
        'UebaEntityBaseline',
        Type.Object({
          ...baselineSchema.properties,
          peer: nullable(peerSchema),
        }),
      ),
    ),
    peer_groups: Type.Array(peerGroupSchema, { description: 'by type; none where nobody is like it' }),
  }),
)
const statsSchema = named(
  'UebaStats',
  Type.Object({
    entities: Type.Integer(),
    baselines: Type.Integer(),
    baselines_by_state: Type.Object({ learning: Type.Integer(), ready: Type.Integer(), stale: Type.Integer() }),
    anomalies_24h: Type.Integer(),
    anomalies_24h_by_severity: Type.Object({ medium: Type.Integer(), high: Type.Integer(), critical: Type.Integer() }),
    entities_refused_on: nullable(time),
  }),
)

export const baselineRoutes: Routes = (app, deps) => {
  app.get(
    '/ueba/baselines',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'What is usual of entities, by entity' },
        querystring: query,
        response: { 200: pageOf(baselineSchema) },
      },
    },
    async (request) => {
      const { limit, cursor, entity_type, metric, state: wanted } = request.query
      const filter: BaselineFilter = {
        ...{ entityType: entity_type, metric, state: wanted, after: positionOf(cursor) },
        resets: await tenantWork(deps, request, liveResets),
      }
      const found = await baselinesPage(lakeOf(deps, request), limit + 1, filter, deps.nowMs())
      const items = found.slice(0, limit)
      const last = items.at(-1)
      const shown = { items: items.map(baselineView) }
      if (found.length <= limit || last === undefined) return shown
      const position = JSON.stringify([last.entityId, last.entityType, last.metric])
      return { ...shown, next_cursor: Buffer.from(position).toString('base64url') }
    },
  )

  app.get(
    '/ueba/baselines/:entity_id',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'What is usual of one entity; 404 where nothing is known of it, which is not zero' },
        ...{ params, querystring: ofType, response: { 200: entitySchema } },
      },
    },
    async (request) => {
      const { entity_id } = request.params
      const resets = await tenantWork(deps, request, (tx, note) => {
        note(null)
        return liveResets(tx)
      })
      const filter = { entityId: entity_id, entityType: request.query.entity_type, resets }
      const peers = peersAsked(deps, request)
      const found = await baselinesPage(peers.reader, METRICS_MAX, filter, peers.nowMs)
      if (found.length === 0) throw new AppError('not_found', 'there is no baseline of this entity')
      const groups = new Map<string, PeerGroup | null>()
      for (const type of new Set(found.map((one) => one.entityType)))
        groups.set(type, await peersOf({ ...peers, type, entity: entity_id, resets }))
      return {
        entity_id,
        baselines: found.map((one) => ({
          ...baselineView(one),
          peer: peerView(groups.get(one.entityType) ?? null, one.metric, one.mean),
        })),
        peer_groups: [...groups.values()].filter((group) => group !== null).map(peerGroupView),
      }
    },
  )

  app.delete(
    '/ueba/baselines/:entity_id',
    {
      config: { permission: 'settings:write', audit: 'ueba_baseline:reset', removes: 'records' },
      schema: {
        ...{ tags, summary: 'Learn anew what is usual of an entity; in force within seconds' },
        ...{ params, querystring: ofType, response: { 204: Type.Null() } },
      },
    },
    async (request, reply) => {
      const { entity_id } = request.params
      const nowMs = deps.nowMs()
      const resets = await tenantWork(deps, request, (tx, note) => {
        note(null)
        return liveResets(tx)
      })
      const filter = { entityId: entity_id, entityType: request.query.entity_type, resets }
      const found = await baselinesPage(lakeOf(deps, request), METRICS_MAX, filter, nowMs)
      if (found.length === 0) throw new AppError('not_found', 'there is no baseline of this entity')
      const types = [...new Set(found.map((one) => one.entityType))].sort()
      await tenantWork(deps, request, async (tx, note) => {
        await resetBaselines(tx, entity_id, types, nowMs)
        note({ resource: 'ueba_baseline', resourceId: entity_id, changes: { entity_types: types } })
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/ueba/stats',
    {
      config: { permission: 'alerts:read' },
      schema: { tags, summary: 'How many baselines and anomalies there are', response: { 200: statsSchema } },
    },
    async (request) => {
      const resets = await tenantWork(deps, request, liveResets)
      const stats = await uebaStats(lakeOf(deps, request), resets, deps.nowMs())
      const of = (severity: Severity) =>
        stats.anomalies.find((one) => severityOfRank(one.severityId) === severity)?.anomalies ?? 0
      return {
        entities: stats.entities,
        baselines: stats.baselines,
        baselines_by_state: { ...stats.byState },
        anomalies_24h: stats.anomalies.reduce((sum, { anomalies }) => sum + anomalies, 0),
        anomalies_24h_by_severity: { medium: of('medium'), high: of('high'), critical: of('critical') },
        entities_refused_on: stats.refusedOn?.toISOString() ?? null,
      }
    },
  )
}

/** Entity, type and metric of the last one seen. Throws 422. */
function positionOf(cursor: string | undefined): NonNullable<BaselineFilter['after']> | null {
  if (cursor === undefined) return null
  const parts = partsOf(cursor)
  if (parts?.length !== 3 || !parts.every((part) => typeof part === 'string'))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return parts as unknown as readonly [string, string, string]
}

function partsOf(cursor: string): readonly unknown[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : null
  } catch {
    return null
  }
}
