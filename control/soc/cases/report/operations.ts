/** Operations of the summary and the post-mortem of a case, as JSON and as a page that stands by itself. */
import { type TSchema, Type } from 'typebox'
import { closed, named, nullable, oneOf, time } from '../../../../schemas/wire.ts'
import { operationsOf } from '../../../platform/acting/index.ts'
import { SEVERITIES } from '../../alerts/index.ts'
import { caseParams } from '../wire.ts'
import { CASE_STATUSES, TASK_CATEGORIES, TASK_STATUSES } from '../words.ts'
import { type CaseRecord, caseRecord } from './case-record.ts'
import { ITEM_CATEGORIES, ITEM_PRIORITIES, postMortemOf } from './postmortem.ts'
import { postMortemPage, summaryPage } from './report-pages.ts'
import { summaryOf } from './summary.ts'

const operation = operationsOf<unknown>()
const nullableText = nullable(Type.String())
const nullableTime = nullable(time)
const texts = Type.Array(Type.String())
const minutes = nullable(Type.Integer({ description: 'minutes' }))
const techniques = Type.Array(Type.Object({ tactic: Type.String(), techniques: texts }))
const isCut = Type.Boolean({
  description: 'true when the case has more than 2,000 entries of a kind; older ones are left out',
})
const clock = Type.Object({ due_at: nullableTime, met_at: nullableTime, state: Type.String(), reason: nullableText })

const summarySchema = named(
  'CaseSummary',
  Type.Object({
    label: Type.String(),
    headline: Type.String(),
    title: Type.String(),
    description: nullableText,
    severity: oneOf(SEVERITIES),
    status: oneOf(CASE_STATUSES),
    as_of: time,
    opened_at: time,
    acknowledged_at: nullableTime,
    resolved_at: nullableTime,
    closed_at: nullableTime,
    age_minutes: Type.Integer(),
    is_assigned: Type.Boolean(),
    escalation_level: Type.Integer(),
    reopen_count: Type.Integer(),
    sla: Type.Object({ ack: clock, resolve: clock, close: clock }),
    alerts: Type.Object({ total: Type.Integer(), first_fired_at: nullableTime }),
    techniques_by_tactic: techniques,
    tasks: Type.Object({
      total: Type.Integer(),
      done: Type.Integer(),
      open: Type.Integer(),
      overdue: Type.Integer(),
    }),
    open_tasks: Type.Array(
      Type.Object({
        title: Type.String(),
        status: oneOf(TASK_STATUSES),
        category: oneOf(TASK_CATEGORIES),
        due_at: nullableTime,
        blocked_by: nullableText,
      }),
    ),
    latest_comments: Type.Array(Type.Object({ at: time, text: Type.String() })),
    is_cut: isCut,
  }),
)

const postMortemSchema = named(
  'CasePostMortem',
  Type.Object({
    headline: Type.String(),
    overview: Type.Object({
      label: Type.String(),
      title: Type.String(),
      opened_at: time,
      triaged_at: nullableTime,
      resolved_at: nullableTime,
      closed_at: nullableTime,
      severity: oneOf(SEVERITIES),
      status: oneOf(CASE_STATUSES),
      techniques_by_tactic: techniques,
      time_to_resolution_minutes: minutes,
    }),
    detection: Type.Object({
      alert_fired_at: nullableTime,
      first_touch_at: nullableTime,
      first_touch_latency_minutes: minutes,
      sla_breached: Type.Boolean(),
      breached_clocks: texts,
      detection_gaps: texts,
    }),
    response: Type.Object({
      actions: Type.Array(
        Type.Object({
          category: oneOf(TASK_CATEGORIES),
          actions: Type.Array(
            Type.Object({
              title: Type.String(),
              status: Type.String(),
              completed_at: nullableTime,
              is_overdue: Type.Boolean(),
              is_automated: Type.Boolean(),
            }),
          ),
        }),
      ),
      actions_taken: Type.Integer(),
      actions_overdue: Type.Integer(),
      automated_count: Type.Integer(),
      effectiveness_score: nullable(
        Type.Integer({ minimum: 0, maximum: 100, description: 'null: no tasks to measure' }),
      ),
    }),
    timeline: Type.Array(Type.Object({ at: time, type: Type.String(), title: Type.String(), text: nullableText })),
    went_well: texts,
    fell_short: texts,
    action_items: Type.Array(
      Type.Object({
        title: Type.String(),
        category: oneOf(ITEM_CATEGORIES),
        priority: oneOf(ITEM_PRIORITIES),
        target_system: nullableText,
      }),
      { minItems: 1 },
    ),
    as_of: time,
    is_cut: isCut,
  }),
)

type Report<T> = {
  readonly path: string
  readonly summary: string
  readonly schema: TSchema
  readonly make: (record: CaseRecord) => T
  readonly page: (report: T) => string
  readonly labelOf: (report: T) => string
}

function reportOf<T extends { readonly headline: string }>({ path, summary, schema, make, page, labelOf }: Report<T>) {
  return operation.file({
    name: `cases.${path}`,
    summary,
    permission: 'cases:read',
    path: `GET /cases/:id/${path}`,
    params: caseParams,
    query: Type.Object({ format: Type.Optional(oneOf(['json', 'html'] as const)) }, closed),
    file: {
      description: 'in the requested format; the page has print styles and loads nothing',
      content: { 'application/json': { schema }, 'text/html': { schema: Type.String() } },
    },
    async run({ read }, { id, format }) {
      const report = make(await read((tx) => caseRecord(tx, id)))
      if (format !== 'html') return { json: report }
      const headers = { 'content-disposition': `inline; filename="${labelOf(report)}-${path}.html"` }
      return { type: 'text/html; charset=utf-8', body: page(report), headers }
    },
  })
}

export const REPORT_OPERATIONS = [
  reportOf({
    ...{ path: 'summary', summary: 'Status report of a case', schema: summarySchema },
    make: summaryOf,
    page: summaryPage,
    labelOf: ({ label }) => label,
  }),
  reportOf({
    ...{
      path: 'postmortem',
      summary: 'Blameless post-mortem of a case',
      schema: postMortemSchema,
    },
    make: postMortemOf,
    page: postMortemPage,
    labelOf: ({ overview }) => overview.label,
  }),
]
