/** Routes of on-call rotations and of presence. */
import { type Static, Type } from 'typebox'
import {
  createRotation,
  declarePresence,
  deleteRotation,
  ONCALL_LIMITS,
  type OnDuty,
  PRESENCE_STATES,
  type Presence,
  presences,
  type Responder,
  type Rotation,
  rotations,
  whoIsOn,
} from '../../../control/oncall/index.ts'
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['on-call']
const SNOOZE_MINUTES = 60

const presenceBody = named(
  'PresencePut',
  Type.Object(
    {
      status: oneOf(PRESENCE_STATES),
      note: Type.Optional(nullable(plainText(500))),
      rotation: Type.Optional(nullable(plainText(80))),
      schedule_ref: Type.Optional(nullable(plainText(200))),
      snooze_minutes: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: ONCALL_LIMITS.snoozeMinutes,
          description: `of snoozed; ${SNOOZE_MINUTES} when it is left out`,
        }),
      ),
    },
    closed,
  ),
)
const presenceSchema = named(
  'Presence',
  Type.Object({
    user_id: uuid,
    user_email: Type.String(),
    user_name: Type.String(),
    status: oneOf(PRESENCE_STATES),
    schedule_ref: nullable(Type.String()),
    rotation: nullable(Type.String()),
    note: nullable(Type.String()),
    until: nullable(time),
    updated_at: time,
  }),
)
const rotationBody = named(
  'RotationCreate',
  Type.Object(
    {
      name: plainText(80),
      time_zone: plainText(64),
      starts_on: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'the day of the first turn' }),
      handoff_at: Type.Optional(
        Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: '09:00 when it is left out' }),
      ),
      handoff_days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: ONCALL_LIMITS.handoffDays, description: '7 when it is left out' }),
      ),
      user_ids: Type.Array(uuid, { minItems: 1, maxItems: ONCALL_LIMITS.members, uniqueItems: true }),
    },
    closed,
  ),
)
const rotationSchema = named(
  'Rotation',
  Type.Object({
    id: uuid,
    name: Type.String(),
    time_zone: Type.String(),
    starts_on: Type.String(),
    handoff_at: Type.String(),
    handoff_days: Type.Integer(),
    user_ids: Type.Array(uuid),
    created_by: Type.String(),
    created_at: time,
  }),
)
const responderSchema = named(
  'Responder',
  Type.Object({
    user_id: uuid,
    user_email: Type.String(),
    user_name: Type.String(),
    status: nullable(oneOf(PRESENCE_STATES, { description: 'null: nobody has said' })),
  }),
)
const onDutySchema = named(
  'OnDuty',
  Type.Object({
    rotation_id: uuid,
    rotation: Type.String(),
    turn: nullable(Type.Integer({ description: 'from 0; null before the first one' })),
    scheduled: nullable(responderSchema),
    responder: nullable(responderSchema),
    is_stand_in: Type.Boolean({ description: 'whoever it is the turn of is offline or snoozed' }),
    next_handoff: time,
  }),
)
const listQuery = Type.Object(pageQuery, closed)

export const oncallRoutes: Routes = (app, deps) => {
  app.get(
    '/oncall',
    {
      config: { permission: 'cases:read' },
      schema: {
        ...{ tags, summary: 'Who is there', querystring: listQuery, response: { 200: pageOf(presenceSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await presences(tx), request.query, ({ userId }) => userId, presenceView),
      ),
  )

  app.put(
    '/oncall/me',
    {
      config: { permission: 'signed_in', ofPerson: true, audit: 'oncall:presence_set' },
      schema: {
        ...{ tags, summary: 'Say whether one is there', body: presenceBody, response: { 200: presenceSchema } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { kind, userId, delegationId } = principalOf(request)
        if (kind !== 'user' || userId === null || delegationId !== null)
          throw new AppError('bad_request', 'presence is of a person of this tenant')
        const { status, note: said = null, rotation = null, schedule_ref: scheduleRef = null } = request.body
        const minutes = request.body.snooze_minutes ?? SNOOZE_MINUTES
        const until = status === 'snoozed' ? new Date(deps.nowMs() + minutes * 60_000) : null
        await declarePresence(tx, { userId, status, scheduleRef, rotation, note: said, until })
        note({ resource: 'presence', resourceId: userId, changes: { status } })
        const own = (await presences(tx)).find((one) => one.userId === userId)
        assert(own !== undefined, 'what was put is there')
        return presenceView(own)
      }),
  )

  app.get(
    '/oncall/rotations',
    {
      config: { permission: 'cases:read' },
      schema: {
        ...{ tags, summary: 'Rotations', querystring: listQuery, response: { 200: pageOf(rotationSchema) } },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await rotations(tx), request.query, ({ id }) => id, rotationView),
      ),
  )

  app.post(
    '/oncall/rotations',
    {
      config: { permission: 'settings:write', audit: 'oncall:rotation_created' },
      schema: { ...{ tags, summary: 'Make a rotation', body: rotationBody, response: { 201: rotationSchema } } },
    },
    async (request, reply) => {
      const { name, time_zone: timeZone, starts_on: startsOn, user_ids: userIds } = request.body
      const { handoff_at: handoffAt = '09:00', handoff_days: handoffDays = 7 } = request.body
      const createdBy = principalOf(request).id
      const made = await tenantWork(deps, request, async (tx, note) => {
        const input = { name, timeZone, startsOn, handoffAt, handoffDays, userIds, createdBy }
        const rotation = await createRotation(tx, input)
        note({ resource: 'rotation', resourceId: rotation.id, changes: { name, user_ids: userIds } })
        return rotationView(rotation)
      })
      return reply.code(201).send(made)
    },
  )

  app.delete(
    '/oncall/rotations/:rotation_id',
    {
      config: { permission: 'settings:write', audit: 'oncall:rotation_deleted', removes: 'records' },
      schema: {
        ...{ tags, summary: 'Delete a rotation', params: Type.Object({ rotation_id: uuid }) },
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        const { id, name } = await deleteRotation(tx, request.params.rotation_id)
        note({ resource: 'rotation', resourceId: id, changes: { name } })
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/oncall/whoison',
    {
      config: { permission: 'cases:read' },
      schema: {
        ...{ tags, summary: 'Who is on call now, by rotation', querystring: listQuery },
        response: { 200: pageOf(onDutySchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await whoIsOn(tx, deps.nowMs()), request.query, ({ rotation }) => rotation.id, onDutyView),
      ),
  )
}

function presenceView(found: Presence): Static<typeof presenceSchema> {
  return {
    ...{ user_id: found.userId, user_email: found.email, user_name: found.name, status: found.status },
    ...{ schedule_ref: found.scheduleRef, rotation: found.rotation, note: found.note },
    ...{ until: found.until?.toISOString() ?? null, updated_at: found.updatedAt.toISOString() },
  }
}

function rotationView(found: Rotation): Static<typeof rotationSchema> {
  return {
    ...{ id: found.id, name: found.name, time_zone: found.timeZone, starts_on: found.startsOn },
    ...{ handoff_at: found.handoffAt, handoff_days: found.handoffDays, user_ids: [...found.userIds] },
    ...{ created_by: found.createdBy, created_at: found.createdAt.toISOString() },
  }
}

function onDutyView(found: OnDuty): Static<typeof onDutySchema> {
  return {
    ...{ rotation_id: found.rotation.id, rotation: found.rotation.name, turn: found.turn },
    ...{ scheduled: responderView(found.scheduled), responder: responderView(found.responder) },
    ...{ is_stand_in: found.isStandIn, next_handoff: new Date(found.nextHandoffMs).toISOString() },
  }
}

function responderView(found: Responder | null): Static<typeof responderSchema> | null {
  if (found === null) return null
  return { user_id: found.userId, user_email: found.email, user_name: found.name, status: found.status }
}
