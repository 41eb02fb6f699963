/** Routes of the rules' detections, which the lake holds. */

import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import {
  type Detection,
  detectionStats,
  detectionsPage,
  newDetection,
  recordDetection,
} from '../../../control/detect/detections/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['detections']
const HOUR_MS = 3_600_000
const HOURS_MAX = 100_000
const LATEST_MS = Date.UTC(2200, 0, 1)

const texts = Type.Array(Type.String())
const detectionSchema = named(
  'Detection',
  Type.Object({
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
  }),
)
const BODY_BYTES_MAX = 256 * 1024
const short = Type.String({ maxLength: 256 })
const list = (items: ReturnType<typeof Type.String>, maxItems: number) => Type.Optional(Type.Array(items, { maxItems }))
const recordBody = named(
  'DetectionRecord',
  Type.Object(
    {
      rule_id: Type.String({ minLength: 1, maxLength: 256, description: 'what made it calls its rule' }),
      rule_title: Type.String({ minLength: 1, maxLength: 300 }),
      severity_id: Type.Integer({ minimum: 1, maximum: 5, description: 'OCSF: 1 informational to 5 critical' }),
      time,
      source: Type.Optional(short),
      class_uid: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 })),
      host: Type.Optional(short),
      user: Type.Optional(short),
      src_ip: Type.Optional(nullable(Type.String({ maxLength: 45 }))),
      event_uids: list(uuid, 128),
      techniques: list(Type.String({ maxLength: 16 }), 32),
      tactics: list(Type.String({ maxLength: 40 }), 32),
      matched: Type.Optional(
        Type.Array(
          Type.Object({ field: Type.String({ maxLength: 200 }), value: short }, { additionalProperties: false }),
          { maxItems: 16 },
        ),
      ),
    },
    { additionalProperties: false },
  ),
)
const NOTHING_SAID = {
  ...{ source: '', class_uid: 0, host: '', user: '', event_uids: [], techniques: [], tactics: [], matched: [] },
}
const ruleId = Type.Optional(Type.String({ minLength: 1, maxLength: 300 }))
const query = Type.Object({
  ...pageQuery,
  rule_id: ruleId,
  severity_min: Type.Integer({ minimum: 0, maximum: 5, default: 0 }),
  since: Type.Optional(time),
  until: Type.Optional(time),
})
const statsQuery = Type.Object({
  hours: Type.Integer({ minimum: 1, maximum: HOURS_MAX, default: 24 }),
  rule_id: ruleId,
})
const known = (description: string) => nullable(Type.Number({ description }))
const cost = {
  evaluations: nullable(Type.Integer({ description: 'events that the rule was a candidate for' })),
  mean_us: known('microseconds of one of them, sampled'),
  cost_ms: known('milliseconds of all of them'),
}
const statsSchema = named(
  'DetectionStats',
  Type.Object({
    total: Type.Integer(),
    rules_total: Type.Integer({ description: 'rules with hits; by_rule shows the first 100' }),
    by_severity: Type.Array(Type.Object({ severity_id: Type.Integer(), hits: Type.Integer() })),
    by_rule: Type.Array(
      Type.Object({
        ...{ rule_id: Type.String(), rule_title: Type.String(), hits: Type.Integer(), last_hit: time },
        ...cost,
      }),
    ),
    by_cost: Type.Array(Type.Object({ rule_id: Type.String(), ...cost }), {
      description:
        "the tenant's own rules that cost most in these hours, with hits or without, the first 100. Null is not known: what a rule of the product, or one of YARA, costs one tenant",
    }),
  }),
)

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
      const items = found.slice(0, limit).map(view)
      const last = items.at(-1)
      if (found.length <= limit || last === undefined) return { items }
      return { items, next_cursor: Buffer.from(`${Date.parse(last.time)}|${last.id}`).toString('base64url') }
    },
  )

  app.post(
    '/detections',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { permission: 'rules:write', audit: 'detection:recorded' },
      schema: {
        tags,
        summary: 'Record a detection that something else made; given again it is the same',
        description:
          'It goes to fusion and the lake as what a rule of the product found: from severity 2 on it is an alert, with what else is of one story. Listed some seconds later.',
        body: recordBody,
        response: { 201: detectionSchema },
      },
    },
    async (request, reply) => {
      const { tenantId } = principalOf(request)
      const { time: at, src_ip: srcIp = null, ...given } = request.body
      if (srcIp !== null && isIP(srcIp) === 0)
        throw new InvalidInput({ loc: ['body', 'src_ip'], msg: 'is not an IP address', type: 'ip' })
      const detection = { ...NOTHING_SAID, ...given, time_ms: Date.parse(at), src_ip: srcIp ?? '' }
      const made = await newDetection(lakeOf(deps, tenantId), tenantId, detection, deps.nowMs())
      const one = made.detection
      await tenantWork(deps, request, async (tx, note) => {
        await recordDetection(tx, made)
        note({ resource: 'detection', resourceId: one.id, changes: { rule_id: one.rule_id, time: one.time } })
      })
      return reply.code(201).send(view(one))
    },
  )

  app.get(
    '/detections/stats',
    {
      config: { permission: 'rules:read' },
      schema: {
        tags,
        summary: 'Signals of the last hours, by rule and severity; of all rules or of one',
        querystring: statsQuery,
        response: { 200: statsSchema },
      },
    },
    async (request) => {
      const nowMs = deps.nowMs()
      const lake = lakeOf(deps, principalOf(request).tenantId)
      const { hours, rule_id: ofRule = '' } = request.query
      const stats = await detectionStats(lake, { fromMs: nowMs - hours * HOUR_MS, untilMs: nowMs, ruleId: ofRule })
      return { ...stats, by_severity: [...stats.by_severity], by_rule: [...stats.by_rule], by_cost: [...stats.by_cost] }
    },
  )
}

function view(one: Detection): Static<typeof detectionSchema> {
  return {
    ...one,
    event_uids: [...one.event_uids],
    techniques: [...one.techniques],
    tactics: [...one.tactics],
    matched: [...one.matched],
  }
}

function lakeOf({ lake }: ApiDeps, tenant: TenantId): Reader {
  if (!lake) throw new AppError('unavailable', 'no lake is configured here')
  return lake(tenant)
}

/** Time and id of the last signal seen. Throws 422. */
function positionOf(cursor: string | undefined): { timeMs: number; id: string } | null {
  if (cursor === undefined) return null
  const [ms = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('|')
  if (!/^\d{1,15}$/.test(ms) || !isUuid(id))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return { timeMs: Number(ms), id }
}
