import { type Static, Type } from 'typebox'
import {
  type Alert,
  type MinutesBySeverity,
  NO_SLA,
  QUEUE_OWNERS,
  type QueuePosition,
  type QueueQuery,
  queueCounts,
  queuePage,
  SEVERITIES,
  severityRank,
} from '../../../control/soc/alerts/index.ts'
import { slaConfigs } from '../../../control/soc/cases/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import { positionOf } from '../../../platform/paging.ts'
import { pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time } from '../views.ts'
import { closed, oneOf, tags } from './inputs.ts'
import { period } from './list-routes.ts'
import { alertFields, alertView } from './views.ts'

const itemSchema = named(
  'QueuedAlert',
  Type.Object({
    ...alertFields,
    sla_due_at: nullable(time),
    sla_remaining_seconds: nullable(Type.Integer()),
    sla_breached: nullable(Type.Boolean()),
    sla_reason: nullable(Type.String({ description: 'why there is no due time' })),
    bucket: oneOf(['breached', 'due_soon', 'on_track', 'no_sla'] as const, {
      description: 'due_soon: within the last quarter of its time; no_sla: nothing gives it a due time',
    }),
  }),
)
const queueSchema = named(
  'AlertQueue',
  Type.Object({
    items: Type.Array(itemSchema),
    next_cursor: Type.Optional(Type.String()),
    counts: Type.Object({
      all: Type.Integer(),
      me: Type.Integer(),
      unassigned: Type.Integer(),
      snoozed: Type.Integer({ description: 'not in the queue until they wake' }),
      breached: nullable(Type.Integer({ description: 'null: no severity has a target' })),
    }),
    not_measured: Type.Record(Type.String(), Type.String(), { description: 'what has no value, and why' }),
    generated_at: time,
  }),
)

export const queueRoute: Routes = (app, deps) => {
  app.get(
    '/alerts/queue',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Unresolved alerts that are not snoozed: highest priority first, then longest waiting',
        querystring: Type.Object(
          { ...pageQuery, owner: Type.Optional(oneOf(QUEUE_OWNERS)), period: Type.Optional(period) },
          closed,
        ),
        response: { 200: queueSchema },
      },
    },
    (request) => {
      const { limit, cursor, owner = 'all', period = '7d' } = request.query
      const { userId: me } = principalOf(request)
      const query: QueueQuery = { owner, period, me, nowMs: deps.nowMs() }
      const after = queuePositionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const configs = await slaConfigs(tx)
        const targets = SEVERITIES.map(
          (severity) => configs.find((one) => one.severity === severity)?.mttrTarget ?? null,
        )
        const [rows, counts] = await Promise.all([
          queuePage(tx, query, limit + 1, after),
          queueCounts(tx, query, targets),
        ])
        const hasTargets = targets.some((minutes) => minutes !== null)
        const last = rows.length > limit ? rows[limit - 1] : undefined
        return {
          items: rows.slice(0, limit).map(({ item }) => itemView(item, targets, query.nowMs)),
          ...(last ? { next_cursor: Buffer.from(last.position.join('|')).toString('base64url') } : {}),
          counts: { ...counts, breached: hasTargets ? counts.breached : null },
          not_measured: hasTargets ? {} : { breached: NO_SLA },
          generated_at: new Date(query.nowMs).toISOString(),
        }
      })
    },
  )
}

/** The due time is that to resolve, from when the alert was made. */
function itemView(alert: Alert, targets: MinutesBySeverity, nowMs: number): Static<typeof itemSchema> {
  const minutes = targets[severityRank(alert.severity) - 1] ?? null
  const unknown = { sla_due_at: null, sla_remaining_seconds: null, sla_breached: null, sla_reason: NO_SLA }
  if (minutes === null) return { ...alertView(alert), ...unknown, bucket: 'no_sla' }
  const dueMs = alert.createdAt.getTime() + minutes * 60_000
  const leftMs = dueMs - nowMs
  return {
    ...alertView(alert),
    sla_due_at: new Date(dueMs).toISOString(),
    sla_remaining_seconds: Math.floor(leftMs / 1000),
    sla_breached: leftMs < 0,
    sla_reason: null,
    bucket: leftMs < 0 ? 'breached' : leftMs <= minutes * 15_000 ? 'due_soon' : 'on_track',
  }
}

/** A position of other lists behind the priority. Throws 422. */
function queuePositionOf(cursor: string | undefined): QueuePosition | null {
  if (cursor === undefined) return null
  const [, priority, rest = ''] = /^(\d{1,3})\|(.*)$/s.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (priority === undefined)
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  const position = positionOf(Buffer.from(rest).toString('base64url'))
  return position === null ? null : [Number(priority), ...position]
}
