import { type Static, Type } from 'typebox'
import { SEVERITIES } from '../../../control/alerts/index.ts'
import {
  type EntityRisk,
  entityRisk,
  entityRisks,
  RISK_BANDS,
  RISK_ENTITY_TYPES,
  type RiskPosition,
} from '../../../control/risk/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { named } from '../../plugins/named-schemas.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, pageOf } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { oneOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { time, uuid } from '../views.ts'
import { entityName } from './views.ts'

const tags = ['entity-risk']
const riskType = oneOf(RISK_ENTITY_TYPES)
const members = {
  entity: Type.String(),
  entity_type: riskType,
  risk_score: Type.Number({ minimum: 0, maximum: 100 }),
  points: Type.Number({ description: 'of its alerts, each worth half after a week' }),
  band: oneOf(RISK_BANDS, { description: 'critical from 80, high from 50, medium from 20' }),
  alert_count: Type.Integer(),
  last_seen: time,
}
const riskSchema = named('EntityRisk', Type.Object(members))
const detailSchema = named(
  'EntityRiskDetail',
  Type.Object({
    ...members,
    contributors: Type.Array(
      Type.Object({
        alert_id: uuid,
        title: Type.String(),
        severity: oneOf(SEVERITIES),
        points: Type.Number(),
        time,
      }),
      { description: 'alerts with the most points, at most 25' },
    ),
    alerts: Type.Array(uuid, { description: 'the newest, at most 50' }),
  }),
)
const query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1500 })),
  entity_type: Type.Optional(riskType),
})

export const riskRoutes: Routes = (app, deps) => {
  app.get(
    '/entity-risk',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'How risky the alerts of the last 30 days make entities, the riskiest first' },
        querystring: query,
        response: { 200: pageOf(riskSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { limit, cursor, entity_type } = request.query
        const after = positionOf(cursor)
        const found = await entityRisks(tx, limit + 1, { entityType: entity_type, after }, deps.nowMs())
        const items = found.slice(0, limit)
        const last = items.at(-1)
        const shown = { items: items.map(riskView) }
        if (found.length <= limit || last === undefined) return shown
        const position: RiskPosition = [last.logPoints, last.entityType, last.entity]
        return { ...shown, next_cursor: Buffer.from(JSON.stringify(position)).toString('base64url') }
      }),
  )

  app.get(
    '/entity-risk/:entity',
    {
      config: { permission: 'alerts:read' },
      schema: {
        ...{ tags, summary: 'One entity with the alerts that make it risky; of several of one name the riskiest' },
        params: Type.Object({ entity: entityName }),
        querystring: Type.Object({ entity_type: Type.Optional(riskType) }),
        response: { 200: detailSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { contributors, alerts, ...risk } = await entityRisk(
          tx,
          request.params.entity,
          request.query.entity_type,
          deps.nowMs(),
        )
        return {
          ...riskView(risk),
          contributors: contributors.map(({ alertId, title, severity, points, time: at }) => {
            return { alert_id: alertId, title, severity, points, time: at.toISOString() }
          }),
          alerts: [...alerts],
        }
      }),
  )
}

function riskView(risk: EntityRisk): Static<typeof riskSchema> {
  const { entity, entityType, riskScore, points, band, alertCount, lastSeen } = risk
  return {
    ...{ entity, entity_type: entityType, risk_score: riskScore, points, band, alert_count: alertCount },
    last_seen: lastSeen.toISOString(),
  }
}

/** Points, type and name of the last entity seen. Throws 422. */
function positionOf(cursor: string | undefined): RiskPosition | null {
  if (cursor === undefined) return null
  const [logPoints, type, entity] = partsOf(cursor)
  if (typeof logPoints !== 'number' || typeof type !== 'string' || typeof entity !== 'string' || entity.includes('\0'))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return [logPoints, type.replaceAll('\0', ''), entity]
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
