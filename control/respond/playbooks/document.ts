/** Schema of a playbook's document. */

import { type Static, Type } from 'typebox'
import { SEVERITIES } from '../../../platform/severities.ts'
import { closed } from '../../../schemas/wire.ts'
import { PLAYBOOK_LIMITS as MAX } from './limits.ts'

const text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength })
const id = Type.String({ pattern: '^[a-z][a-z0-9_-]{0,59}$' })

export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'exists'] as const
const condition = Type.Object(
  {
    field: text(200, 1),
    operator: Type.Enum([...OPERATORS]),
    value: Type.Optional(
      Type.Union([
        Type.String({ maxLength: MAX.textChars }),
        Type.Number(),
        Type.Boolean(),
        Type.Array(Type.Union([Type.String({ maxLength: MAX.textChars }), Type.Number()]), { maxItems: 1000 }),
      ]),
    ),
  },
  closed,
)
export type Condition = Static<typeof condition>

const params = Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: MAX.textChars }))

const step = Type.Object(
  {
    id,
    name: Type.Optional(text(200)),
    /** A governed action, or one of `IN_PLACE`. */
    type: text(60, 1),
    target: Type.Optional(text(500)),
    params: Type.Optional(params),
    condition: Type.Optional(condition),
    /** A list of the context: the step is done for each, which it knows as `item`. */
    for_each: Type.Optional(text(200, 1)),
    on_failure: Type.Optional(Type.Enum(['abort', 'continue', 'retry'])),
    retry_max: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX.retries })),
    timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX.approvalSecondsMax })),
    rollback_after_seconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 30 * 86_400 })),
    next: Type.Optional(Type.Union([id, Type.Null()])),
    next_true: Type.Optional(Type.Union([id, Type.Null()])),
    next_false: Type.Optional(Type.Union([id, Type.Null()])),
    /** For `chatops.verify`: the next step after each answer, and after no answer. */
    next_acknowledge: Type.Optional(Type.Union([id, Type.Null()])),
    next_deny: Type.Optional(Type.Union([id, Type.Null()])),
    next_escalate: Type.Optional(Type.Union([id, Type.Null()])),
    next_expired: Type.Optional(Type.Union([id, Type.Null()])),
  },
  closed,
)
export type Step = Static<typeof step>

/** Ways in which a run begins by itself; anything can be run by hand. */
export const TRIGGERS = ['manual', 'alert', 'case', 'schedule', 'webhook'] as const
/** Events of a case: it comes into a status, or is escalated. */
export const CASE_EVENTS = ['open', 'in_progress', 'resolved', 'closed', 'escalated'] as const

export const playbookSchema = Type.Object(
  {
    name: text(200, 1),
    description: Type.Optional(text(5000)),
    tags: Type.Optional(Type.Array(text(60, 1), { maxItems: 20 })),
    trigger: Type.Object(
      {
        on: Type.Enum([...TRIGGERS]),
        severity: Type.Optional(Type.Array(Type.Enum([...SEVERITIES]), { maxItems: 5, uniqueItems: true })),
        techniques: Type.Optional(Type.Array(text(20, 1), { maxItems: 100 })),
        rule_ids: Type.Optional(Type.Array(text(200, 1), { maxItems: 100 })),
        condition: Type.Optional(condition),
        /** For `case`; when left out, the playbook begins when a case is opened. */
        case_events: Type.Optional(Type.Array(Type.Enum([...CASE_EVENTS]), { minItems: 1, uniqueItems: true })),
        /** For `schedule`. */
        every_minutes: Type.Optional(Type.Integer({ minimum: MAX.everyMinutesMin, maximum: MAX.everyMinutesMax })),
      },
      closed,
    ),
    steps: Type.Array(step, { minItems: 1, maxItems: MAX.steps }),
  },
  closed,
)
export type PlaybookDocument = Static<typeof playbookSchema>
export type Trigger = PlaybookDocument['trigger']

export function triggerEvents({ case_events: events }: Trigger): readonly (typeof CASE_EVENTS)[number][] {
  return events ?? ['open']
}

/** Done by the run itself; everything else is an action that passes the gate of response. */
export const IN_PLACE: Readonly<
  Record<string, { readonly about: string; readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  condition: { about: 'go one way or another', required: [], optional: [] },
  set: { about: 'keep texts under vars', required: [], optional: ['*'] },
  wait: { about: 'go on later', required: ['seconds'], optional: [] },
  approval: { about: 'go on when somebody agrees', required: ['title'], optional: ['summary', 'risk_level', 'quorum'] },
  enrich: { about: 'what intelligence knows of a value', required: ['value'], optional: [] },
  comment_case: { about: 'comment on the case', required: ['body'], optional: [] },
  close_case: { about: 'resolve the case', required: [], optional: ['reason'] },
  open_case: { about: 'open a case with the alert', required: ['title'], optional: ['severity'] },
  http: { about: 'send a request', required: ['url'], optional: ['method', 'body', 'content_type'] },
  playbook: { about: 'run another playbook and wait for it', required: ['playbook_id'], optional: [] },
}
