/** The figures of a report. A figure that is unknown is null, and `unmeasured` says why. */
import { type Static, Type } from 'typebox'
import { named, nullable, oneOf } from '../../../schemas/wire.ts'
import { DISPOSITIONS, SEVERITIES } from '../alerts/index.ts'

export const REPORT_KINDS = ['soc', 'customer'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

const count = Type.Integer()
const uuid = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })
const counts = (words: readonly string[]) => Type.Object(Object.fromEntries(words.map((word) => [word, count])))
const mean = Type.Object({
  seconds: nullable(Type.Integer({ description: 'mean seconds; null when `of` is 0' })),
  of: Type.Integer({ description: 'number of cases in the mean' }),
})
const target = Type.Object({
  due: Type.Integer({ description: 'cases with a target in the period' }),
  met: count,
})

/** `showAnswer` applies field rules to it as to a row of risks. */
const entity = named(
  'ReportEntity',
  Type.Object({
    entity_type: oneOf(['host', 'user', 'ip']),
    entity: Type.String(),
    alerts: count,
    alert_ids: Type.Array(uuid, { description: 'ids of the newest alerts' }),
  }),
)

export const REPORT_DOCUMENT = named(
  'ReportDocument',
  Type.Object({
    tenant: Type.String(),
    alerts: named(
      'ReportAlerts',
      Type.Object({
        total: count,
        total_before: Type.Integer({ description: 'total of the preceding period of the same length' }),
        by_severity: counts(SEVERITIES),
        by_verdict: counts(DISPOSITIONS),
        undecided: count,
      }),
    ),
    cases: Type.Object({
      opened: count,
      opened_before: count,
      resolved: count,
      open_now: Type.Integer({ description: 'open cases at the time of the report' }),
    }),
    time_to_acknowledge: mean,
    time_to_resolve: mean,
    sla: Type.Object({ acknowledge: target, resolve: target }),
    noise: Type.Array(
      Type.Object({
        alert: Type.Object({ id: uuid, title: Type.String() }),
        rule_id: nullable(Type.String()),
        alerts: count,
        judged: count,
        false_positives: count,
      }),
      { description: 'groups of similar alerts, largest first; empty in a report for customers' },
    ),
    top_entities: Type.Array(entity),
    notable_cases: Type.Array(
      Type.Object({
        case: Type.Object({
          ...{ id: uuid, number: Type.Integer(), title: Type.String(), severity: oneOf(SEVERITIES) },
          ...{ status: Type.String(), opened_at: time },
        }),
      }),
      { description: 'cases opened in the period, most severe first' },
    ),
    ingest: Type.Object({
      events: nullable(Type.Integer()),
      events_before: nullable(Type.Integer()),
    }),
    unmeasured: Type.Array(Type.Object({ figure: Type.String(), reason: Type.String() })),
  }),
)
export type ReportDocument = Static<typeof REPORT_DOCUMENT>
