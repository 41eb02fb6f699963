/** Operations of deputies: a person names a stand-in. */
import { Type } from 'typebox'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, named, pageOf, pageQuery, plainText, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { DEPUTIES, DEPUTY_LIMITS, deputies, endDeputy, nameDeputy } from './deputy.ts'

const operation = operationsOf<unknown>()

const list = operation({
  name: 'deputies.list',
  summary: 'List current and planned deputies',
  permission: 'cases:read',
  path: 'GET /deputies',
  query: Type.Object(pageQuery, closed),
  output: pageOf(DEPUTIES.schema),
  run: async ({ tx, nowMs }, page) => pageOfList(await deputies(tx, nowMs), page, ({ id }) => id),
})

const name = operation({
  name: 'deputies.name',
  summary: 'Appoint a deputy for a time',
  description: `Approval requests to the person, escalations and on-call shifts reach the deputy, who decides with their own permissions; the audit log names the represented person. Appointing one for another person needs users:write. At most ${DEPUTY_LIMITS.days} days.`,
  permission: 'signed_in',
  ofPerson: true,
  audit: 'deputy:named',
  path: 'POST /deputies',
  status: 201,
  body: named(
    'DeputyName',
    Type.Object(
      {
        deputy_id: uuid,
        user_id: Type.Optional({ ...uuid, description: 'user that the deputy stands in for; default: the caller' }),
        from: Type.Optional({ ...time, description: 'default: now' }),
        until: time,
        reason: Type.Optional(plainText(500, 0)),
      },
      closed,
    ),
  ),
  output: DEPUTIES.schema,
  async run({ tx, actor, nowMs, note }, { deputy_id: deputyId, user_id: userId = null, from, until, reason = '' }) {
    const [fromAt, untilAt] = [from === undefined ? new Date(nowMs) : new Date(from), new Date(until)]
    const made = await nameDeputy(tx, actor, { userId, deputyId, from: fromAt, until: untilAt, reason }, nowMs)
    const changes = {
      user_id: made.user_id,
      deputy_id: deputyId,
      from: fromAt.toISOString(),
      until: untilAt.toISOString(),
    }
    note({ resource: 'deputy', resourceId: made.id, changes })
    return made
  },
})

const end = operation({
  name: 'deputies.end',
  summary: 'End a deputy early, as the person, the deputy, or an administrator of users',
  permission: 'signed_in',
  ofPerson: true,
  audit: 'deputy:ended',
  path: 'POST /deputies/:id/end',
  output: DEPUTIES.schema,
  async run({ tx, actor, nowMs, note }, { id }) {
    const ended = await endDeputy(tx, actor, id, nowMs)
    note({ resource: 'deputy', resourceId: id, changes: { user_id: ended.user_id, deputy_id: ended.deputy_id } })
    return ended
  },
})

export const DEPUTY_OPERATIONS = [list, name, end]
