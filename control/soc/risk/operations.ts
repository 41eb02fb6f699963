/** Operations of entity risk, which alerts contribute to, and of its threshold for an alert. */
import { Type } from 'typebox'
import { jsonCursor, partsOfJson, refusedCursor } from '../../../platform/cursor.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, named, oneOf, pageOf, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { SEVERITIES } from '../alerts/index.ts'
import { entityRisk, entityRisks, RISK_BANDS, RISK_ENTITY_TYPES, type RiskPosition } from './entity-risk.ts'
import { putRiskSettings, RISK_DEFAULTS, riskSettings, THRESHOLD, WINDOW_HOURS } from './settings.ts'

const operation = operationsOf<unknown>({ tag: 'entity-risk' })
const entityType = oneOf(RISK_ENTITY_TYPES)

const members = {
  entity: Type.String(),
  entity_type: entityType,
  risk_score: Type.Number({ minimum: 0, maximum: 100 }),
  points: Type.Number({ description: 'sum of the points of its alerts; each halves every week' }),
  band: oneOf(RISK_BANDS, { description: 'critical from 80, high from 50, medium from 20' }),
  alert_count: Type.Integer(),
  last_seen: time,
}
const riskSchema = named('EntityRisk', Type.Object(members))

const settings = {
  enabled: Type.Boolean({ description: `default: ${RISK_DEFAULTS.enabled}` }),
  threshold: Type.Integer({
    minimum: THRESHOLD.min,
    maximum: THRESHOLD.max,
    description: `risk, 0 to 100, from which an alert is raised; default: ${RISK_DEFAULTS.threshold}`,
  }),
  window_hours: Type.Integer({
    minimum: WINDOW_HOURS.min,
    maximum: WINDOW_HOURS.max,
    description: `hours back in which alerts count; default: ${RISK_DEFAULTS.windowHours}`,
  }),
}
const settingsSchema = named('RiskSettings', Type.Object(settings))

const list = operation({
  name: 'entity_risk.list',
  summary: 'Risk of entities from the alerts of the last 30 days, riskiest first',
  permission: 'alerts:read',
  path: 'GET /entity-risk',
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    // The cursor names an entity, and such a name may be long.
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1500 })),
    entity_type: Type.Optional(entityType),
  }),
  output: pageOf(riskSchema),
  async run({ tx, nowMs }, { limit, cursor, entity_type }) {
    const found = await entityRisks(tx, limit + 1, { entityType: entity_type, after: riskPosition(cursor) }, nowMs)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    if (found.length <= limit || last === undefined) return { items }
    return { items, nextCursor: jsonCursor([last.logPoints, last.entityType, last.entity]) }
  },
})

const get = operation({
  name: 'entity_risk.get',
  summary: 'One entity with the alerts behind its risk; of several with one name the riskiest',
  permission: 'alerts:read',
  path: 'GET /entity-risk/:entity',
  params: Type.Object({ entity: Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' }) }),
  query: Type.Object({ entity_type: Type.Optional(entityType) }),
  output: named(
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
      alerts: Type.Array(uuid, { description: 'newest alerts of the entity, at most 50' }),
    }),
  ),
  run: ({ tx, nowMs }, { entity, entity_type }) => entityRisk(tx, entity, entity_type, nowMs),
})

const getSettings = operation({
  name: 'entity_risk.settings',
  summary: 'Threshold at which the risk of an entity raises an alert',
  permission: 'settings:read',
  path: 'GET /ueba/risk-settings',
  output: settingsSchema,
  run: ({ tx }) => riskSettings(tx),
})

const putSettings = operation({
  name: 'entity_risk.put_settings',
  summary: 'Set the risk threshold; entities are evaluated again at once',
  permission: 'settings:write',
  audit: 'entity_risk:settings_set',
  path: 'PUT /ueba/risk-settings',
  body: sent('RiskSettingsPut', settings),
  output: settingsSchema,
  async run({ tx, note, actor }, wanted) {
    const { window_hours: windowHours, ...same } = wanted
    await putRiskSettings(tx, { ...same, windowHours }, idOf(actor))
    note({ resource: 'entity_risk', changes: wanted })
    return riskSettings(tx)
  },
})

export const RISK_OPERATIONS = [list, get, getSettings, putSettings]

/** Points, type and name of the last entity seen. Throws 422. */
function riskPosition(cursor: string | undefined): RiskPosition | null {
  if (cursor === undefined) return null
  const [logPoints, type, entity] = partsOfJson(cursor)
  if (typeof logPoints !== 'number' || typeof type !== 'string' || typeof entity !== 'string' || entity.includes('\0'))
    throw refusedCursor()
  return [logPoints, type.replaceAll('\0', ''), entity]
}
