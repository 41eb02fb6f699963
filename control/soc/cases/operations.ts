/** Operations of cases. */
import { Type } from 'typebox'
import { closed, named, nullable, oneOf, time, uuid } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { SEVERITIES } from '../alerts/index.ts'
import { SLA_POLICY_OPERATIONS } from './clocks/operations.ts'
import { ESCALATION_POLICY_OPERATIONS } from './escalation/operations.ts'
import { QUEUE_OPERATIONS } from './queues/operations.ts'
import { forecastCases } from './sla/forecast-cases.ts'
import { TASK_OPERATIONS } from './task-operations.ts'
import { TEMPLATE_OPERATIONS } from './template-operations.ts'
import { WORK_OPERATIONS } from './work-operations.ts'

const operation = operationsOf<unknown>()

const forecast = operation({
  name: 'sla.forecast',
  summary: 'How likely open cases miss their targets, in the order in which taking them saves most',
  description:
    'The next days are played through with the cases that wait, those that usually come, and the people who are there. `expected_penalty` is the chance by what a missed target of the severity costs (10, 5, 2, 1 and 0.5); `saved_per_hour`, which the order goes by, is how much of it is saved by taking the case before one more.',
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
            clock: oneOf(['ack', 'resolve'], { description: 'which target is likelier missed' }),
            due_at: time,
            chance: Type.Number({ description: 'that it is missed, 0 to 1' }),
            expected_penalty: Type.Number(),
            saved_per_hour: Type.Number(),
          }),
        ),
      ),
      total: Type.Integer({ description: 'open cases with a target that the forecast is of' }),
      left_out: Type.Integer({ description: 'open cases with a target past the 500 that are due first' }),
      on_duty: Type.Integer(),
      is_duty_assumed: Type.Boolean({ description: 'nobody is on call or said that they are there: one is assumed' }),
      basis: Type.Array(
        Type.Object({
          severity: oneOf(SEVERITIES),
          per_day: Type.Number({ description: 'cases opened a day, of the last 28 days' }),
          handling_minutes: Type.Number({ description: 'from when a case is taken until it is resolved' }),
          samples: Type.Integer(),
          is_assumed: Type.Boolean({ description: 'fewer than five cases were resolved: the time is a usual one' }),
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

export const CASE_OPERATIONS = [
  forecast,
  ...WORK_OPERATIONS,
  ...TASK_OPERATIONS,
  ...TEMPLATE_OPERATIONS,
  ...SLA_POLICY_OPERATIONS,
  ...QUEUE_OPERATIONS,
  ...ESCALATION_POLICY_OPERATIONS,
]
