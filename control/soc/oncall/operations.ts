/** Operations of on-call rotations and of presence. */
import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { ONCALL_LIMITS } from './limits.ts'
import { changeRotation, createRotation, declarePresence, deleteRotation } from './manage-oncall.ts'
import { PRESENCE_STATES, presences, ROTATIONS, rotations } from './oncall-store.ts'
import { whoIsOn } from './who-is-on.ts'

const operation = operationsOf<unknown>({ tag: 'on-call' })
const SNOOZE_MINUTES = 60

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
const responderSchema = named(
  'Responder',
  Type.Object({
    user_id: uuid,
    user_email: Type.String(),
    user_name: Type.String(),
    status: nullable(oneOf(PRESENCE_STATES, { description: 'null: not set' })),
  }),
)
const onDutySchema = named(
  'OnDuty',
  Type.Object({
    rotation_id: uuid,
    rotation: Type.String(),
    turn: nullable(Type.Integer({ description: 'number of the shift, from 0; null before the first one' })),
    scheduled: nullable(responderSchema),
    responder: nullable(responderSchema),
    is_stand_in: Type.Boolean({ description: 'true when the scheduled person is offline or snoozed' }),
    next_handoff: time,
  }),
)

const listPresence = operation.list({
  name: 'oncall.presence',
  summary: 'Presence of responders',
  permission: 'cases:read',
  path: 'GET /oncall',
  item: presenceSchema,
  run: ({ tx }) => presences(tx),
  keyOf: ({ userId }) => userId,
})

const setPresence = operation({
  name: 'oncall.set_presence',
  summary: 'Set one’s presence',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'oncall:presence_set',
  path: 'PUT /oncall/me',
  body: sent('PresencePut', {
    status: oneOf(PRESENCE_STATES),
    note: Type.Optional(nullable(plainText(500))),
    rotation: Type.Optional(nullable(plainText(80))),
    schedule_ref: Type.Optional(nullable(plainText(200))),
    snooze_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: ONCALL_LIMITS.snoozeMinutes,
        description: `minutes of the state snoozed; default: ${SNOOZE_MINUTES}`,
      }),
    ),
  }),
  output: presenceSchema,
  async run({ tx, note, actor, nowMs }, { status, snooze_minutes = SNOOZE_MINUTES, ...input }) {
    const { kind, personId: userId, delegationId } = actor
    if (kind !== 'user' || userId === null || delegationId !== null)
      throw new AppError('bad_request', 'presence is of a person of this tenant')
    const { note: text = null, rotation = null, schedule_ref: scheduleRef = null } = input
    const until = status === 'snoozed' ? new Date(nowMs + snooze_minutes * 60_000) : null
    await declarePresence(tx, { userId, status, scheduleRef, rotation, note: text, until })
    note({ resource: 'presence', resourceId: userId, changes: { status } })
    const own = (await presences(tx)).find((one) => one.userId === userId)
    assert(own !== undefined, 'what was put is there')
    return own
  },
})

const listRotations = operation.list({
  name: 'oncall.rotations',
  summary: 'Rotations',
  permission: 'cases:read',
  path: 'GET /oncall/rotations',
  item: ROTATIONS.schema,
  run: ({ tx }) => rotations(tx),
})

const zone = plainText(64)
const startsOn = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'date of the first shift' })
const CLOCK_TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
const handoffAt = Type.String({ pattern: CLOCK_TIME, description: 'default: 09:00' })
const handoffDays = Type.Integer({ minimum: 1, maximum: ONCALL_LIMITS.handoffDays, description: 'default: 7' })
const userIds = Type.Array(uuid, { minItems: 1, maxItems: ONCALL_LIMITS.members, uniqueItems: true })

const create = operation({
  name: 'oncall.create_rotation',
  summary: 'Create a rotation',
  permission: 'soc:write',
  audit: 'oncall:rotation_created',
  path: 'POST /oncall/rotations',
  status: 201,
  body: sent('RotationCreate', {
    name: plainText(80),
    time_zone: zone,
    starts_on: startsOn,
    handoff_at: Type.Optional(handoffAt),
    handoff_days: Type.Optional(handoffDays),
    user_ids: userIds,
  }),
  output: ROTATIONS.schema,
  async run({ tx, note, actor }, { handoff_at = '09:00', handoff_days = 7, ...input }) {
    const rotation = { ...input, handoff_at, handoff_days, created_by: idOf(actor) }
    const made = await createRotation(tx, camelMembers(rotation))
    note({ resource: 'rotation', resourceId: made.id, changes: { name: made.name, user_ids: input.user_ids } })
    return made
  },
})

const change = operation({
  name: 'oncall.change_rotation',
  summary: 'Change the people, the handoff or the start of a rotation',
  description:
    'Without `starts_on`, the person on call stays so until the next handoff, and shifts are counted from the current one. The name stays, because escalations refer to it.',
  permission: 'soc:write',
  audit: 'oncall:rotation_changed',
  path: 'PATCH /oncall/rotations/:rotation_id',
  body: sent(
    'RotationPatch',
    Type.Partial(
      Type.Object({
        user_ids: userIds,
        time_zone: zone,
        handoff_at: Type.String({ pattern: CLOCK_TIME }),
        handoff_days: Type.Integer({ minimum: 1, maximum: ONCALL_LIMITS.handoffDays }),
        starts_on: startsOn,
      }),
    ).properties,
    { minProperties: 1 },
  ),
  output: ROTATIONS.schema,
  async run({ tx, note, nowMs }, { rotation_id, ...changes }) {
    const changed = await changeRotation(tx, rotation_id, camelMembers(changes), nowMs)
    note({ resource: 'rotation', resourceId: changed.id, changes })
    return changed
  },
})

const remove = operation({
  name: 'oncall.delete_rotation',
  summary: 'Delete a rotation',
  permission: 'soc:write',
  audit: 'oncall:rotation_deleted',
  removes: 'records',
  path: 'DELETE /oncall/rotations/:rotation_id',
  async run({ tx, note }, { rotation_id }) {
    const { id, name } = await deleteRotation(tx, rotation_id)
    note({ resource: 'rotation', resourceId: id, changes: { name } })
  },
})

const onDuty = operation.list({
  name: 'oncall.on_duty',
  summary: 'People on call now, by rotation',
  permission: 'cases:read',
  path: 'GET /oncall/whoison',
  item: onDutySchema,
  run: async ({ tx, nowMs }) =>
    (await whoIsOn(tx, nowMs)).map(({ rotation, nextHandoffMs, ...one }) => ({
      ...one,
      rotationId: rotation.id,
      rotation: rotation.name,
      nextHandoff: new Date(nextHandoffMs),
    })),
  keyOf: ({ rotationId }) => rotationId,
})

export const ONCALL_OPERATIONS = [listPresence, setPresence, listRotations, create, change, remove, onDuty]
