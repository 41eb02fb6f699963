/** What the rules found, from the lake. */
import { Type } from 'typebox'
import { detectionStats, detectionsPage } from '../../../control/detections/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ApiDeps } from '../../deps.ts'
import { pageOf, pageQuery } from '../../plugins/paging.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time } from '../views.ts'

const tags = ['detections']
const HOUR_MS = 3_600_000
const HOURS_MAX = 100_000
const LATEST_MS = Date.UTC(2200, 0, 1)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const texts = Type.Array(Type.String())
const detectionSchema = Type.Object({
  id: Type.String(),
  time,
  ingest_time: time,
  rule_id: Type.String(),
  rule_title: Type.String(),
  language: Type.String(),
  severity_id: Type.Integer({ description: 'OCSF: 1 informational to 5 critical' }),
  source: Type.String(),
  class_uid: Type.Integer(),
  host: Type.String(),
  user: Type.String(),
  src_ip: nullable(Type.String()),
  event_uids: texts,
  techniques: texts,
  tactics: texts,
  matched: Type.Array(Type.Object({ field: Type.String(), value: Type.String() })),
})
const query = Type.Object({
  ...pageQuery,
  rule_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  severity_min: Type.Integer({ minimum: 0, maximum: 5, default: 0 }),
  since: Type.Optional(time),
  until: Type.Optional(time),
})
const statsQuery = Type.Object({ hours: Type.Integer({ minimum: 1, maximum: HOURS_MAX, default: 24 }) })
const statsSchema = Type.Object({
  total: Type.Integer(),
  rules_total: Type.Integer({ description: 'rules with hits; by_rule shows the first 100' }),
  by_severity: Type.Array(Type.Object({ severity_id: Type.Integer(), hits: Type.Integer() })),
  by_rule: Type.Array(
    Type.Object({ rule_id: Type.String(), rule_title: Type.String(), hits: Type.Integer(), last_hit: time }),
  ),
})

export const detectionRoutes: Routes = (app, deps) => {
  app.get(
    '/detections',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags,
        summary: 'Signals, newest first',
        querystring: query,
        response: { 200: pageOf(detectionSchema) },
      },
    },
    async (request) => {
      const { limit, cursor, rule_id: ruleId = '', severity_min: severityMin, since, until } = request.query
      const span = { fromMs: since ? Date.parse(since) : 0, untilMs: until ? Date.parse(until) : LATEST_MS }
      const filter = { ruleId, severityMin, ...span, before: positionOf(cursor) }
      const found = await detectionsPage(lakeOf(deps, principalOf(request).tenantId), limit + 1, filter)
      const items = found.slice(0, limit).map((one) => ({
        ...one,
        event_uids: [...one.event_uids],
        techniques: [...one.techniques],
        tactics: [...one.tactics],
        matched: [...one.matched],
      }))
      const last = items.at(-1)
      if (found.length <= limit || last === undefined) return { items }
      return { items, next_cursor: Buffer.from(`${Date.parse(last.time)}|${last.id}`).toString('base64url') }
    },
  )

  app.get(
    '/detections/stats',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags,
        summary: 'Signals of the last hours, by rule and severity',
        querystring: statsQuery,
        response: { 200: statsSchema },
      },
    },
    async (request) => {
      const nowMs = deps.nowMs()
      const lake = lakeOf(deps, principalOf(request).tenantId)
      const stats = await detectionStats(lake, nowMs - request.query.hours * HOUR_MS, nowMs)
      return { ...stats, by_severity: [...stats.by_severity], by_rule: [...stats.by_rule] }
    },
  )
}

function lakeOf({ lake }: ApiDeps, tenant: TenantId): Reader {
  if (!lake) throw new AppError('unavailable', 'no lake is configured here')
  return lake(tenant)
}

/** Time and id of the last signal seen. Throws 422. */
function positionOf(cursor: string | undefined): { timeMs: number; id: string } | null {
  if (cursor === undefined) return null
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  if (!/^\d{1,15}$/.test(ms) || !UUID.test(id))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return { timeMs: Number(ms), id }
}
