/** Operations of reports: schedules, reports that were made, and one made now. */
import { Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { noSuch, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { pageOfList, pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { closed, named, nullable, oneOf, pageOf, pageQuery, plainText, uuid } from '../../../schemas/wire.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { MAIL_NOT_CONFIGURED } from '../delivery/index.ts'
import { RECEIPTS, receiptsAbout } from '../notify/index.ts'
import { REPORT_KINDS } from './document.ts'
import { documentOf, ingestOf } from './figures.ts'
import { REPORT_LIMITS } from './limits.ts'
import { FREQUENCIES, lastDays, monthThere, type Period } from './period.ts'
import { keepReport, REPORTS, reportById, reportsPage, WHOLE_REPORTS } from './report.ts'
import {
  addSchedule,
  changeSchedule,
  REPORT_SCHEDULES,
  removeSchedule,
  requireZone,
  type ScheduleInput,
  schedules,
} from './schedule.ts'

type Deps = {
  readonly mailFrom?: string | null | undefined
  readonly lake?: ((tenant: TenantId) => Reader) | undefined
}
const operation = operationsOf<Deps>()

const mail = nullable(Type.String({ description: 'reason why no report is mailed; null: reports are mailed' }))
const shownSchedule = named('ShownReportSchedule', Type.Object({ schedule: REPORT_SCHEDULES.schema, mail }))
const mailState = ({ mailFrom }: Deps) => (mailFrom == null ? MAIL_NOT_CONFIGURED : null)

const body = named(
  'ReportSchedulePut',
  Type.Object(
    {
      name: plainText(REPORT_LIMITS.nameChars),
      kind: oneOf(REPORT_KINDS, { description: '`customer` omits figures about rules' }),
      frequency: oneOf(FREQUENCIES),
      weekday: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 7, description: 'day of weekly reports; 1 is Monday' }),
      ),
      hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
      time_zone: Type.Optional(plainText(64)),
      user_ids: Type.Optional(Type.Array(uuid, { maxItems: REPORT_LIMITS.users, uniqueItems: true })),
      addresses: Type.Optional(Type.Array(plainText(254), { maxItems: REPORT_LIMITS.addresses, uniqueItems: true })),
      enabled: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)

type Sent = Pick<ScheduleInput, 'name' | 'kind' | 'frequency'> & Partial<ScheduleInput>

function whole({ name, kind, frequency, ...rest }: Sent): ScheduleInput {
  const { weekday = 1, hour = 7, time_zone = 'UTC', user_ids = [], addresses = [], enabled = true } = rest
  return { name, kind, frequency, weekday, hour, time_zone, user_ids, addresses, enabled }
}

const listSchedules = operation({
  name: 'reports.schedules',
  summary: 'Report schedules, by name',
  permission: 'reports:read',
  path: 'GET /report-schedules',
  query: Type.Object(pageQuery, closed),
  output: pageOf(REPORT_SCHEDULES.schema),
  run: async ({ tx }, page) => pageOfList(await schedules(tx), page, ({ id }) => id),
})

const add = operation({
  name: 'reports.schedule',
  summary: 'Create a schedule that makes and mails a report every day, week or month',
  permission: 'reports:write',
  audit: 'report_schedule:created',
  path: 'POST /report-schedules',
  status: 201,
  body,
  output: shownSchedule,
  async run({ tx, actor, deps, nowMs, note }, sent) {
    const schedule = await addSchedule(tx, whole(sent), actor.email ?? actor.id ?? actor.kind, nowMs)
    note({ resource: 'report_schedule', resourceId: schedule.id, changes: sent })
    return { schedule, mail: mailState(deps) }
  },
})

const change = operation({
  name: 'reports.change_schedule',
  summary: 'Replace a report schedule; its next run is computed from now',
  permission: 'reports:write',
  audit: 'report_schedule:changed',
  path: 'PUT /report-schedules/:id',
  body,
  output: shownSchedule,
  async run({ tx, deps, nowMs, note }, { id, ...sent }) {
    const schedule = requireFound(await changeSchedule(tx, id, whole(sent), nowMs), 'schedule', id)
    note({ resource: 'report_schedule', resourceId: id, changes: sent })
    return { schedule, mail: mailState(deps) }
  },
})

const remove = operation({
  name: 'reports.delete_schedule',
  summary: 'Delete a report schedule; its reports stay',
  permission: 'reports:write',
  audit: 'report_schedule:deleted',
  removes: 'records',
  path: 'DELETE /report-schedules/:id',
  async run({ tx, note }, { id }) {
    note({ resource: 'report_schedule', resourceId: id })
    if (!(await removeSchedule(tx, id))) throw noSuch('schedule', id)
  },
})

const list = operation({
  name: 'reports.list',
  summary: 'Reports, newest first',
  permission: 'reports:read',
  path: 'GET /reports',
  query: Type.Object(pageQuery, closed),
  output: pageOf(REPORTS.schema),
  async run({ tx }, { limit, cursor }) {
    return pageOfPlaced(await reportsPage(tx, limit + 1, positionOf(cursor)), limit)
  },
})

const read = operation({
  name: 'reports.get',
  summary: 'One report with its figures and the delivery of its mails',
  permission: 'reports:read',
  path: 'GET /reports/:id',
  output: named(
    'ReportWithMails',
    Type.Object({ report: WHOLE_REPORTS.schema, mails: Type.Array(RECEIPTS.schema), mail }),
  ),
  async run({ tx, deps }, { id }) {
    const report = requireFound(await reportById(tx, id), 'report', id)
    return { report, mails: await receiptsAbout(tx, 'report', id), mail: mailState(deps) }
  },
})

const make = operation.outside({
  name: 'reports.make',
  summary: 'Create a report of the last whole days or of a month now, without mailing it',
  permission: 'reports:write',
  audit: 'report:made',
  path: 'POST /reports',
  status: 201,
  body: named(
    'ReportPost',
    Type.Object(
      {
        kind: oneOf(REPORT_KINDS),
        days: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: REPORT_LIMITS.daysMax,
            description: 'whole days before today in `time_zone`; this or `month`',
          }),
        ),
        month: Type.Optional(
          Type.String({
            pattern: '^20\\d\\d-(0[1-9]|1[0-2])$',
            description: 'calendar month in `time_zone`, such as 2026-11',
          }),
        ),
        name: Type.Optional(plainText(REPORT_LIMITS.nameChars)),
        time_zone: Type.Optional(plainText(64)),
      },
      closed,
    ),
  ),
  output: WHOLE_REPORTS.schema,
  async run({ actor, deps, nowMs, work }, { kind, days, month, name = 'SOC report', time_zone: timeZone = 'UTC' }) {
    requireZone(timeZone)
    const period = periodFor(timeZone, { days, month }, nowMs)
    const ingest = await ingestOf(deps.lake, actor.tenantId, period)
    return work(async (tx, note) => {
      const document = await documentOf(tx, kind, period, ingest)
      const madeBy = actor.email ?? actor.id ?? actor.kind
      const made = await keepReport(tx, { scheduleId: null, kind, name, period, timeZone, madeBy }, document, nowMs)
      assert(made !== null, 'a report of no schedule is kept each time')
      note({
        resource: 'report',
        resourceId: made.id,
        changes: { kind, ...(month === undefined ? { days } : { month }) },
      })
      return made
    })
  },
})

/** Throws 422 without exactly one of both, and for a month that is not over. */
function periodFor(
  zone: string,
  { days, month }: { readonly days?: number | undefined; readonly month?: string | undefined },
  nowMs: number,
): Period {
  if (days !== undefined && month === undefined) return lastDays(zone, days, nowMs)
  if (month === undefined || days !== undefined) throw invalid('days', 'is needed, or month, and not both')
  const period = monthThere(zone, month)
  if (period.endMs > nowMs) throw invalid('month', `is not over in ${zone}`)
  return period
}

export const REPORT_OPERATIONS = [listSchedules, add, change, remove, list, read, make]
