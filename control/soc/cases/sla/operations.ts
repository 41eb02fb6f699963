/** Operations of targets of alerts by severity, of the records that missed theirs, and of those that will. */
import { Type } from 'typebox'
import { joinedCursor, partsOfJoined, refusedCursor } from '../../../../platform/cursor.ts'
import { positionOf } from '../../../../platform/paging.ts'
import { closed, named, nullable, oneOf, pageOf, pageQueryOf, time, uuid } from '../../../../schemas/wire.ts'
import { operationsOf } from '../../../platform/acting/index.ts'
import { SEVERITIES } from '../../alerts/index.ts'
import { changeSlaConfig, slaConfigs } from './config-store.ts'
import { SLA_EVENT_ROWS, SLA_EVENTS, slaEventsPage } from './events.ts'
import { forecastCases } from './forecast-cases.ts'

const operation = operationsOf<unknown>()
const target = (description: string) => nullable(Type.Integer({ minimum: 1, maximum: 10_080, description }))
const targets = {
  mttd_target: target('minutes from the first event of an alert to the alert'),
  mttr_target: target('minutes from the alert to its resolution'),
  mttc_target: target('minutes from the alert to its closing'),
}
const configSchema = named(
  'SlaConfig',
  Type.Object({ id: uuid, severity: oneOf(SEVERITIES), ...targets, updated_at: nullable(time) }),
)

const configs = operation.list({
  name: 'sla.configs',
  summary: 'Targets of alerts, one for each severity; null where none is set',
  permission: 'alerts:read',
  path: 'GET /sla/configs',
  item: configSchema,
  run: ({ tx }) => slaConfigs(tx),
  keyOf: ({ severity }) => severity,
})

const setConfig = operation({
  name: 'sla.set_config',
  summary: 'Set the targets of a severity, by the id of its configuration or its name',
  permission: 'soc:write',
  audit: 'sla_config:updated',
  path: 'PUT /sla/configs/:config_id',
  params: Type.Object({ config_id: Type.String({ minLength: 1, maxLength: 40 }) }),
  body: named('SlaConfigUpdate', Type.Partial(Type.Object(targets), { ...closed, minProperties: 1 })),
  output: configSchema,
  async run({ tx, note, nowMs }, { config_id, ...body }) {
    const { mttd_target: mttdTarget = null, mttr_target: mttrTarget = null, mttc_target: mttcTarget = null } = body
    const config = await changeSlaConfig(tx, config_id, { mttdTarget, mttrTarget, mttcTarget }, nowMs)
    note({ resource: 'sla_config', resourceId: config.id, changes: { severity: config.severity, ...body } })
    return config
  },
})

const events = operation({
  name: 'sla.events',
  summary: 'Missed targets of alerts and cases, newest first',
  permission: 'alerts:read',
  path: 'GET /sla/events',
  query: pageQueryOf({
    severity: Type.Optional(oneOf(SEVERITIES)),
    event_type: Type.Optional(oneOf(SLA_EVENTS)),
  }),
  output: pageOf(
    named(
      'SlaEvent',
      Type.Object({
        ...SLA_EVENT_ROWS.members,
        metadata: Type.Object({ met_at: nullable(time) }),
      }),
    ),
  ),
  async run({ tx, nowMs }, { limit, cursor, severity, event_type: type }) {
    const rows = await slaEventsPage(tx, { severity, type, nowMs }, limit + 1, eventPosition(cursor))
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const items = rows.slice(0, limit).map(({ item: { metAt, ...event } }) => ({ ...event, metadata: { metAt } }))
    if (last === undefined) return { items }
    return { items, next_cursor: joinedCursor(last.position) }
  },
})

/** A position of other lists with the kind of event before its id. Throws 422. */
function eventPosition(cursor: string | undefined): readonly [string, string] | null {
  if (cursor === undefined) return null
  const [at = '', key = ''] = partsOfJoined(cursor)
  const [type = '', id = ''] = key.split(':')
  if (!SLA_EVENTS.some((known) => known === type)) throw refusedCursor()
  const position = positionOf(joinedCursor([at, id]))
  return position && [position[0], `${type}:${position[1]}`]
}

const forecast = operation({
  name: 'sla.forecast',
  summary: 'Probability that open cases miss their targets, in the order in which taking them saves most',
  description:
    'The next days are simulated with the waiting cases, the usual new cases and the people on duty. `expected_penalty` is the probability times the cost of a missed target of the severity (10, 5, 2, 1 and 0.5); `saved_per_hour`, the sort key, is the reduction from taking the case next.',
  permission: 'cases:read',
  path: 'GET /sla/forecast',
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }) }, closed),
  output: named(
    'SlaForecast',
    Type.Object({
      cases: Type.Array(
        named(
          'SlaForecastCase',
          Type.Object({
            case_id: uuid,
            number: Type.Integer(),
            title: Type.String(),
            severity: oneOf(SEVERITIES),
            assignee_id: nullable(uuid),
            clock: oneOf(['ack', 'resolve'], { description: 'target that is more likely to be missed' }),
            due_at: time,
            chance: Type.Number({ description: 'probability of a missed target, 0 to 1' }),
            expected_penalty: Type.Number(),
            saved_per_hour: Type.Number(),
          }),
        ),
      ),
      total: Type.Integer({ description: 'number of open cases with a target in the forecast' }),
      left_out: Type.Integer({ description: 'number of open cases with a target beyond the 500 due first' }),
      on_duty: Type.Integer(),
      is_duty_assumed: Type.Boolean({
        description: 'true when no one is on call or marked as present, so one person is assumed',
      }),
      basis: Type.Array(
        Type.Object({
          severity: oneOf(SEVERITIES),
          per_day: Type.Number({ description: 'cases opened per day, over the last 28 days' }),
          handling_minutes: Type.Number({ description: 'minutes from assignment to resolution' }),
          samples: Type.Integer(),
          is_assumed: Type.Boolean({
            description: 'true when fewer than five cases were resolved, so that a default time is used',
          }),
        }),
      ),
    }),
  ),
  async run({ tx, nowMs }, { limit }) {
    const found = await forecastCases(tx, nowMs)
    return {
      cases: found.cases.slice(0, limit).map((one) => ({
        ...{ case_id: one.id, number: one.number, title: one.title, severity: one.severity },
        ...{ assignee_id: one.assigneeId, clock: one.clock, due_at: new Date(one.dueMs), chance: one.chance },
        ...{ expected_penalty: one.expectedPenalty, saved_per_hour: one.savedPerHour },
      })),
      ...{ total: found.cases.length, left_out: found.leftOut, on_duty: found.onDuty },
      is_duty_assumed: found.isDutyAssumed,
      basis: found.basis.map(({ severity, perDay, handlingMinutes, samples, isAssumed }) => ({
        ...{ severity, per_day: perDay, handling_minutes: handlingMinutes, samples, is_assumed: isAssumed },
      })),
    }
  },
})

export const SLA_OPERATIONS = [configs, setConfig, events, forecast]
