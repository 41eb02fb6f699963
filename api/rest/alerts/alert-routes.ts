import { Type } from 'typebox'
import {
  actorOf,
  alertDetail,
  assignAlert,
  changeAlert,
  claimAlert,
  deleteAlert,
  escalateAlert,
  getAlert,
  historyPage,
  SNOOZE_MINUTES_MAX,
  STATUSES,
  snoozeAlert,
} from '../../../control/soc/alerts/index.ts'
import { caseActorOf, putAlertInCase } from '../../../control/soc/cases/index.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { alertId, closed, oneOf, reason, tagList, tags, timeOf } from './inputs.ts'
import { alertSchema, alertView, detailSchema, detailView, historySchema, historyView } from './views.ts'

const assignee = Type.Optional(nullable(uuid))
const patchBody = named(
  'AlertPatch',
  Type.Object(
    {
      status: Type.Optional(oneOf(STATUSES)),
      priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      tags: Type.Optional(tagList),
      assigned_to_id: assignee,
      assignee,
      case_id: Type.Optional(nullable(uuid)),
      reason: Type.Optional(reason),
    },
    { ...closed, minProperties: 1 },
  ),
)
const assignBody = named(
  'AlertAssign',
  Type.Object({ assigned_to_id: assignee, assignee }, { ...closed, minProperties: 1, maxProperties: 1 }),
)
const snoozeBody = named(
  'AlertSnooze',
  Type.Object(
    {
      duration_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: SNOOZE_MINUTES_MAX })),
      until: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()], { description: 'null wakes it' })),
    },
    { ...closed, minProperties: 1, maxProperties: 1 },
  ),
)
const escalateBody = named('AlertEscalate', Type.Object({ reason: Type.Optional(reason) }, closed))
const changed = (summary: string) => ({ tags, summary, params: alertId, response: { 200: alertSchema } })

/** Fields that a PATCH refuses, each with the route that changes it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  disposition: 'is changed by POST /alerts/{id}/verdict-override',
  severity: 'is raised by POST /alerts/{id}/escalate',
  snoozed_until: 'is changed by POST /alerts/{id}/snooze',
}

function refuseElsewhere(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const wrong = Object.keys(body).flatMap((member) => {
    const msg = Object.hasOwn(ELSEWHERE, member) ? ELSEWHERE[member] : undefined
    return msg === undefined ? [] : [{ loc: ['body', member], msg, type: 'additionalProperties' }]
  })
  if (wrong.length > 0) throw new InvalidInput(...wrong)
}

export const alertRoutes: Routes = (app, deps) => {
  app.get(
    '/alerts/:id',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'One alert with its narrative, related entities, latest events, advice and raw event',
        params: alertId,
        response: { 200: detailSchema },
      },
    },
    (request) => tenantWork(deps, request, async (tx) => detailView(await alertDetail(tx, request.params.id))),
  )

  app.get(
    '/alerts/:id/history',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Everything that was done to an alert, newest first',
        params: alertId,
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(historySchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const { id } = await getAlert(tx, request.params.id)
        return pageOfPlaced(await historyPage(tx, id, limit + 1, after), limit, historyView)
      })
    },
  )

  app.patch(
    '/alerts/:id',
    {
      config: { permission: 'alerts:write', audit: 'alert:updated' },
      preValidation: async (request) => refuseElsewhere(request.body),
      schema: { ...changed('Change status, priority, tags, assignee or case'), body: patchBody },
    },
    (request) => {
      const { assigned_to_id, assignee = assigned_to_id, case_id: caseId, ...rest } = request.body
      refuseBoth(request.body)
      return tenantWork(deps, request, async (tx, note) => {
        const { id } = request.params
        note({ resource: 'alert', resourceId: id, changes: request.body })
        // The case is locked first: every change that links alerts locks the case before its alerts.
        if (caseId !== undefined)
          await putAlertInCase(tx, caseActorOf(principalOf(request)), await getAlert(tx, id), caseId, deps.nowMs())
        const patch = { ...rest, assignedToId: assignee }
        const changed = Object.values(patch).some((value) => value !== undefined)
        if (!changed) return alertView(await getAlert(tx, id))
        return alertView(await changeAlert(tx, actorOf(principalOf(request)), id, patch, deps.nowMs()))
      })
    },
  )

  app.delete(
    '/alerts/:id',
    {
      config: { permission: 'alerts:delete', audit: 'alert:deleted', removes: 'records' },
      schema: { tags, summary: 'Delete an alert with its history', params: alertId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'alert', resourceId: request.params.id })
        await deleteAlert(tx, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/alerts/:id/assign',
    {
      config: { permission: 'alerts:write', audit: 'alert:assigned' },
      schema: { ...changed('Assign to a user of the tenant; null releases'), body: assignBody },
    },
    (request) => {
      const { assigned_to_id, assignee = assigned_to_id } = request.body
      return tenantWork(deps, request, async (tx, note) => {
        const { id } = request.params
        note({ resource: 'alert', resourceId: id, changes: { assigned_to_id: assignee ?? null } })
        return alertView(await assignAlert(tx, actorOf(principalOf(request)), id, assignee ?? null))
      })
    },
  )

  app.post(
    '/alerts/:id/claim',
    {
      config: { permission: 'alerts:write', audit: 'alert:claimed' },
      schema: changed('Take an alert that nobody has; 409 when somebody else has it'),
    },
    (request) => {
      const { id } = request.params
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'alert', resourceId: id })
        return alertView(await claimAlert(tx, actorOf(principalOf(request)), id))
      })
    },
  )

  app.post(
    '/alerts/:id/snooze',
    {
      config: { permission: 'alerts:write', audit: 'alert:snoozed' },
      schema: { ...changed('Out of the queue for some minutes or until a time'), body: snoozeBody },
    },
    (request) => {
      const { id } = request.params
      const until = untilOf(request.body, deps.nowMs())
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'alert', resourceId: id, changes: { until: until?.toISOString() ?? null } })
        return alertView(await snoozeAlert(tx, actorOf(principalOf(request)), id, until, deps.nowMs()))
      })
    },
  )

  app.post(
    '/alerts/:id/escalate',
    {
      config: { permission: 'alerts:write', audit: 'alert:escalated' },
      // The body is optional.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: { ...changed('Raise the severity by one step'), body: escalateBody },
    },
    (request) => {
      const { id } = request.params
      return tenantWork(deps, request, async (tx, note) => {
        const alert = await escalateAlert(tx, actorOf(principalOf(request)), id, request.body.reason ?? null)
        note({ resource: 'alert', resourceId: id, changes: { severity: alert.severity } })
        return alertView(alert)
      })
    },
  )
}

/** `assignee` is another name of `assigned_to_id`, not a second one. */
function refuseBoth(body: { assigned_to_id?: unknown; assignee?: unknown }): void {
  if (body.assigned_to_id !== undefined && body.assignee !== undefined)
    throw invalid('assignee', 'is assigned_to_id by another name: send one of them')
}

function untilOf(body: { duration_minutes?: number; until?: string | null }, nowMs: number): Date | null {
  if (body.duration_minutes !== undefined) return new Date(nowMs + body.duration_minutes * 60_000)
  return typeof body.until === 'string' ? timeOf(body.until, 'body', 'until') : null
}
