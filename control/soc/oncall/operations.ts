/** Operations of on-call rotations and of presence. */
import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import { camelMembers } from '../../../schemas/to-wire.ts'
import { closed, named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import { ONCALL_LIMITS } from './limits.ts'
import { changeRotation, createRotation, declarePresence, deleteRotation } from './manage-oncall.ts'
import { cover, endCover } from './manage-overrides.ts'
import { PRESENCE_STATES, presences, ROTATIONS, rotations } from './oncall-store.ts'
import { OVERRIDES, openOverrides } from './override-store.ts'
import { shiftsBetween } from './turns.ts'
import { whoIsOn } from './who-is-on.ts'

const operation = operationsOf<unknown>({ tag: 'on-call' })
const SNOOZE_MINUTES = 60
const SHOWN_DAYS = 28
const DAY_MS = 86_400_000

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
    override: nullable(OVERRIDES.schema),
    covered: nullable(responderSchema),
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

const listOverrides = operation.list({
  name: 'oncall.overrides',
  summary: 'Current and planned overrides of shifts, by start',
  permission: 'cases:read',
  path: 'GET /oncall/overrides',
  item: OVERRIDES.schema,
  run: ({ tx, nowMs }) => openOverrides(tx, nowMs),
})

const listShifts = operation.list({
  name: 'oncall.shifts',
  summary: 'Shifts of all rotations from now on, with their overrides',
  permission: 'cases:read',
  path: 'GET /oncall/shifts',
  filters: {
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: ONCALL_LIMITS.overrideDays, description: `default: ${SHOWN_DAYS}` }),
    ),
  },
  item: named(
    'OncallShift',
    Type.Object({
      rotation_id: uuid,
      user_id: uuid,
      from_at: time,
      until_at: time,
      override_id: nullable(uuid),
      covered_user_id: nullable(uuid),
    }),
  ),
  async run({ tx, nowMs }, { days = SHOWN_DAYS }) {
    const overrides = await openOverrides(tx, nowMs)
    const untilMs = (Math.floor(nowMs / DAY_MS) + days) * DAY_MS
    return (await rotations(tx)).flatMap((rotation) => {
      const own = overrides.filter(({ rotationId }) => rotationId === rotation.id)
      return shiftsBetween(rotation, own, nowMs, untilMs).map(({ fromMs, untilMs, ...shift }) => {
        return { ...shift, rotationId: rotation.id, fromAt: new Date(fromMs), untilAt: new Date(untilMs) }
      })
    })
  },
  // The current shift is cut to the present, so that its start is another in each request.
  keyOf: ({ rotationId, untilAt }) => `${rotationId} ${untilAt.getTime()}`,
})

const periodOf = ({ from, until }: { readonly from: string; readonly until: string }) => {
  return { from: new Date(from), until: new Date(until) }
}

const override = operation({
  name: 'oncall.override',
  summary: 'Put a person on call for a time, in place of whoever has the shift',
  description: `For at most ${ONCALL_LIMITS.overrideDays} days. With \`in_return\` two people swap: the covered person has that shift of the person who covers. People of the rotation take a shift themselves or hand over their own; anything else needs soc:write.`,
  permission: 'cases:write',
  audit: 'oncall:shift_covered',
  path: 'POST /oncall/overrides',
  status: 201,
  body: sent('OncallOverrideCreate', {
    rotation_id: uuid,
    user_id: uuid,
    from: time,
    until: time,
    reason: plainText(500),
    in_return: Type.Optional(nullable(Type.Object({ from: time, until: time }, closed))),
  }),
  output: named('OncallOverridden', Type.Object({ override: OVERRIDES.schema, in_return: nullable(OVERRIDES.schema) })),
  async run({ tx, actor, nowMs, note }, { in_return: back = null, from, until, ...input }) {
    const wanted = {
      ...{ rotationId: input.rotation_id, userId: input.user_id, reason: input.reason },
      ...{ ...periodOf({ from, until }), inReturn: back === null ? null : periodOf(back) },
    }
    const made = await cover(tx, actor, wanted, nowMs)
    const { id } = made.override
    note({ resource: 'rotation', resourceId: input.rotation_id, changes: { ...input, override_id: id, from, until } })
    return made
  },
})

const endOverride = operation({
  name: 'oncall.end_override',
  summary: 'End an override early, as the person who covers or arranged it, or with soc:write',
  permission: 'cases:write',
  audit: 'oncall:cover_ended',
  path: 'POST /oncall/overrides/:override_id/end',
  output: OVERRIDES.schema,
  async run({ tx, actor, nowMs, note }, { override_id }) {
    const ended = await endCover(tx, actor, override_id, nowMs)
    note({ resource: 'rotation', resourceId: ended.rotationId, changes: { override_id } })
    return ended
  },
})

export const ONCALL_OPERATIONS = [
  ...[listPresence, setPresence, listRotations, create, change, remove, onDuty],
  ...[listShifts, listOverrides, override, endOverride],
]
