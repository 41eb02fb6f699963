/** Operations of scheduled tests, their rounds, and alarms of drift. */
import { Type } from 'typebox'
import { openFirstPositionOf, pageOfList, pageOfOpenFirst } from '../../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../../platform/acting/index.ts'
import { EXECUTION_MODES } from '../execution.ts'
import { PURPLE_LIMITS } from '../limits.ts'
import { ALARMS, alarmsPage } from './alarms.ts'
import { addSchedule, changeSchedule, ROUNDS, removeSchedule, roundsPage, SCHEDULES, schedules } from './schedules.ts'

const operation = operationsOf<unknown>()

const schedule = named(
  'PurpleScheduleWrite',
  Type.Object(
    {
      name: plainText(200),
      every_hours: Type.Integer({ minimum: 1, maximum: 8760 }),
      mode: Type.Optional(oneOf(EXECUTION_MODES, { description: 'default: live' })),
      test_ids: Type.Optional(
        Type.Array(plainText(80), { maxItems: 500, uniqueItems: true, description: 'empty: the whole catalogue' }),
      ),
      enabled: Type.Optional(Type.Boolean({ default: true })),
    },
    closed,
  ),
)

type Sent = { name: string; every_hours: number; mode?: 'live' | 'dry'; test_ids?: string[]; enabled?: boolean }
const inputOf = ({ name, every_hours: everyHours, mode = 'live', test_ids: testIds = [], enabled = true }: Sent) => {
  return { name, everyHours, mode, testIds, enabled }
}

const list = operation({
  name: 'purple_team.schedules',
  summary: 'Schedules of tests, newest first',
  permission: 'rules:read',
  path: 'GET /purple-team/schedules',
  query: Type.Object(pageQuery, closed),
  output: pageOf(SCHEDULES.schema),
  run: async ({ tx }, page) => pageOfList(await schedules(tx), page, ({ id }) => id),
})

const add = operation({
  name: 'purple_team.add_schedule',
  summary: 'Schedule tests of the catalogue',
  description: `A round that is still running when the next is due continues, and the next one starts an interval later. The latest ${PURPLE_LIMITS.rounds} rounds are kept.`,
  permission: 'rules:write',
  audit: 'purple_team:schedule_added',
  path: 'POST /purple-team/schedules',
  status: 201,
  body: schedule,
  output: SCHEDULES.schema,
  async run({ tx, actor, note }, sent) {
    const made = await addSchedule(tx, { ...inputOf(sent), by: idOf(actor) })
    note({ resource: 'purple_team_schedule', resourceId: made.id, changes: sent })
    return made
  },
})

const change = operation({
  name: 'purple_team.change_schedule',
  summary: 'Change a schedule, or disable or enable it',
  permission: 'rules:write',
  audit: 'purple_team:schedule_changed',
  path: 'PUT /purple-team/schedules/:schedule_id',
  body: schedule,
  output: SCHEDULES.schema,
  async run({ tx, note }, { schedule_id: id, ...sent }) {
    const changed = await changeSchedule(tx, id, inputOf(sent))
    note({ resource: 'purple_team_schedule', resourceId: id, changes: sent })
    return changed
  },
})

const remove = operation({
  name: 'purple_team.delete_schedule',
  summary: 'Delete a schedule; its rounds stay',
  permission: 'rules:write',
  audit: 'purple_team:schedule_deleted',
  removes: 'records',
  path: 'DELETE /purple-team/schedules/:schedule_id',
  status: 204,
  output: Type.Null(),
  async run({ tx, note }, { schedule_id: id }) {
    await removeSchedule(tx, id)
    note({ resource: 'purple_team_schedule', resourceId: id })
    return null
  },
})

const listRounds = operation.page({
  name: 'purple_team.rounds',
  summary: 'Rounds of scheduled tests with their results, newest first',
  permission: 'rules:read',
  path: 'GET /purple-team/rounds',
  filters: { schedule: Type.Optional(Type.String({ format: 'uuid' })) },
  item: ROUNDS.schema,
  run: ({ tx }, { schedule: of = null }, { rows, after }) => roundsPage(tx, of, rows, after),
})

const listAlarms = operation({
  name: 'purple_team.alarms',
  summary: 'Lost detections: open alarms first, then the newest',
  description: 'An alarm is resolved when the same test, or the same contract on the host, is detected again.',
  permission: 'rules:read',
  path: 'GET /purple-team/alarms',
  query: Type.Object({ ...pageQuery, open: Type.Optional(Type.Boolean()) }, closed),
  output: pageOf(ALARMS.schema),
  async run({ tx }, { open = null, limit, cursor }) {
    return pageOfOpenFirst(await alarmsPage(tx, open, limit + 1, openFirstPositionOf(cursor)), limit)
  },
})

export const SCHEDULE_OPERATIONS = [list, add, change, remove, listRounds, listAlarms]
