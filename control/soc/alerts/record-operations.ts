/** Operations of one alert: the record, its history, its changes, and others like it. */
import { Type } from 'typebox'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { closed, named, nullable, oneOf, sent, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { caseActor, putAlertInCase } from '../cases/index.ts'
import { alertActor } from './actor.ts'
import { alertDetail } from './alert-detail.ts'
import { alertSchema, detailSchema, historySchema, shownAlert, shownDetail, shownEntry } from './alert-wire.ts'
import {
  assignAlert,
  changeAlert,
  claimAlert,
  deleteAlert,
  escalateAlert,
  SNOOZE_MINUTES_MAX,
  snoozeAlert,
} from './change-alert.ts'
import { getAlert } from './find-alert.ts'
import { historyPage } from './history-store.ts'
import { similarAlerts } from './similar-alerts.ts'
import { reasonText, tagList } from './wire.ts'
import { DISPOSITIONS, STATUSES } from './words.ts'

const operation = operationsOf<unknown>()
const assignee = Type.Optional(nullable(uuid))

const get = operation({
  name: 'alerts.get',
  summary: 'One alert with its narrative, related entities, latest events, advice and raw event',
  permission: 'alerts:read',
  path: 'GET /alerts/:id',
  output: detailSchema,
  run: async ({ tx }, { id }) => shownDetail(await alertDetail(tx, id)),
})

const history = operation.page({
  name: 'alerts.history',
  summary: 'History of an alert, newest first',
  permission: 'alerts:read',
  path: 'GET /alerts/:id/history',
  item: historySchema,
  async run({ tx }, { id: ref }, { rows, after }) {
    const { id } = await getAlert(tx, ref)
    return (await historyPage(tx, id, rows, after)).map((placed) => ({ ...placed, item: shownEntry(placed.item) }))
  },
})

/** Fields that a PATCH refuses, each with the route that changes it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  disposition: 'is changed by POST /alerts/{id}/verdict-override',
  severity: 'is raised by POST /alerts/{id}/escalate',
  snoozed_until: 'is changed by POST /alerts/{id}/snooze',
}

function refuseElsewhere(body: unknown): unknown {
  const wrong = Object.keys(typeof body === 'object' && body !== null ? body : {}).flatMap((member) => {
    const msg = Object.hasOwn(ELSEWHERE, member) ? ELSEWHERE[member] : undefined
    return msg === undefined ? [] : [{ loc: ['body', member], msg, type: 'additionalProperties' }]
  })
  if (wrong.length > 0) throw new InvalidInput(...wrong)
  return body
}

const change = operation({
  name: 'alerts.update',
  summary: 'Change status, priority, tags, assignee or case',
  permission: 'alerts:write',
  audit: 'alert:updated',
  path: 'PATCH /alerts/:id',
  receive: refuseElsewhere,
  body: named(
    'AlertPatch',
    Type.Object(
      {
        status: Type.Optional(oneOf(STATUSES)),
        priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
        tags: Type.Optional(tagList),
        assigned_to_id: assignee,
        assignee,
        case_id: Type.Optional(nullable(uuid)),
        reason: Type.Optional(reasonText),
      },
      { ...closed, minProperties: 1 },
    ),
  ),
  output: alertSchema,
  async run({ tx, note, actor, nowMs }, { id, ...body }) {
    const { assigned_to_id, assignee = assigned_to_id, case_id: caseId, ...rest } = body
    // `assignee` is another name of `assigned_to_id`, not a second one.
    if (body.assigned_to_id !== undefined && body.assignee !== undefined)
      throw invalid('assignee', 'is assigned_to_id by another name: send one of them')
    note({ resource: 'alert', resourceId: id, changes: body })
    // The case is locked first: every change that links alerts locks the case before its alerts.
    if (caseId !== undefined) await putAlertInCase(tx, caseActor(actor), await getAlert(tx, id), caseId, nowMs)
    const patch = { ...rest, assignedToId: assignee }
    const changed = Object.values(patch).some((value) => value !== undefined)
    if (!changed) return shownAlert(await getAlert(tx, id))
    return shownAlert(await changeAlert(tx, alertActor(actor), id, patch, nowMs))
  },
})

const remove = operation({
  name: 'alerts.delete',
  summary: 'Delete an alert with its history',
  permission: 'alerts:delete',
  audit: 'alert:deleted',
  removes: 'records',
  path: 'DELETE /alerts/:id',
  async run({ tx, note }, { id }) {
    note({ resource: 'alert', resourceId: id })
    await deleteAlert(tx, id)
  },
})

const assign = operation({
  name: 'alerts.assign',
  summary: 'Assign an alert to a user of the tenant; null unassigns it',
  permission: 'alerts:write',
  audit: 'alert:assigned',
  path: 'POST /alerts/:id/assign',
  body: named(
    'AlertAssign',
    Type.Object({ assigned_to_id: assignee, assignee }, { ...closed, minProperties: 1, maxProperties: 1 }),
  ),
  output: alertSchema,
  async run({ tx, note, actor }, { id, assigned_to_id, assignee = assigned_to_id ?? null }) {
    note({ resource: 'alert', resourceId: id, changes: { assigned_to_id: assignee } })
    return shownAlert(await assignAlert(tx, alertActor(actor), id, assignee))
  },
})

const claim = operation({
  name: 'alerts.claim',
  summary: 'Claim an unassigned alert; 409 when another person has it',
  permission: 'alerts:write',
  audit: 'alert:claimed',
  path: 'POST /alerts/:id/claim',
  output: alertSchema,
  async run({ tx, note, actor }, { id }) {
    const { alert, isNew } = await claimAlert(tx, alertActor(actor), id)
    note(isNew ? { resource: 'alert', resourceId: id } : null)
    return shownAlert(alert)
  },
})

const snooze = operation({
  name: 'alerts.snooze',
  summary: 'Snooze an alert for some minutes or until a time',
  permission: 'alerts:write',
  audit: 'alert:snoozed',
  path: 'POST /alerts/:id/snooze',
  body: named(
    'AlertSnooze',
    Type.Object(
      {
        duration_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: SNOOZE_MINUTES_MAX })),
        until: Type.Optional(
          Type.Union([Type.String({ maxLength: 40 }), Type.Null()], { description: 'null ends the snooze' }),
        ),
      },
      { ...closed, minProperties: 1, maxProperties: 1 },
    ),
  ),
  output: alertSchema,
  async run({ tx, note, actor, nowMs }, { id, ...body }) {
    const until = untilOf(body, nowMs)
    note({ resource: 'alert', resourceId: id, changes: { until: until?.toISOString() ?? null } })
    return shownAlert(await snoozeAlert(tx, alertActor(actor), id, until, nowMs))
  },
})

function untilOf(body: { duration_minutes?: number; until?: string | null }, nowMs: number): Date | null {
  if (body.duration_minutes !== undefined) return new Date(nowMs + body.duration_minutes * 60_000)
  return typeof body.until === 'string' ? timeOf(body.until, 'body', 'until') : null
}

const escalate = operation({
  name: 'alerts.escalate',
  summary: 'Raise the severity by one step',
  permission: 'alerts:write',
  audit: 'alert:escalated',
  path: 'POST /alerts/:id/escalate',
  receive: (body) => body ?? {},
  body: sent('AlertEscalate', { reason: Type.Optional(reasonText) }),
  output: alertSchema,
  async run({ tx, note, actor }, { id, reason = null }) {
    const alert = await escalateAlert(tx, alertActor(actor), id, reason)
    note({ resource: 'alert', resourceId: id, changes: { severity: alert.severity } })
    return shownAlert(alert)
  },
})

const similar = operation({
  name: 'alerts.similar',
  summary: 'Verdicts on alerts of the same kind, and the most similar alerts',
  permission: 'alerts:read',
  path: 'GET /alerts/:id/similar',
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }) }, closed),
  output: named(
    'SimilarAlerts',
    Type.Object({
      of_its_kind: Type.Object(
        {
          total: Type.Integer(),
          is_whole: Type.Boolean({ description: 'false: only the newest alerts were counted' }),
          verdicts: Type.Array(Type.Object({ verdict: nullable(oneOf(DISPOSITIONS)), count: Type.Integer() })),
        },
        { description: 'other alerts of the same rule; without a rule, of the same source and title' },
      ),
      items: Type.Array(
        Type.Object({
          alert: alertSchema,
          score: Type.Number({
            description: 'similarity, 0 to 1: shared features as a fraction of all features of both alerts',
          }),
          shared: Type.Array(Type.String(), { description: 'rule:…, technique:…, host:…, user:…, ip:…' }),
        }),
      ),
    }),
  ),
  async run({ tx }, { id, limit }) {
    const { ofItsKind, alerts } = await similarAlerts(tx, id, limit)
    return { ofItsKind, items: alerts.map(({ alert, ...one }) => ({ ...one, alert: shownAlert(alert) })) }
  },
})

export const RECORD_OPERATIONS = [get, history, change, remove, assign, claim, snooze, escalate, similar]
