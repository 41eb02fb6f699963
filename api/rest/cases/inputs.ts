/** Schemas of what callers send about cases. */
import { Type } from 'typebox'
import { SEVERITIES, TECHNIQUE } from '../../../control/soc/alerts/index.ts'
import {
  ALERTS_AT_ONCE,
  CASE_STATUSES,
  CASE_TITLE_MIN,
  caseParams,
  caseRef,
  caseText,
} from '../../../control/soc/cases/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { closed, oneOf, plainText, reason, tagList } from '../alerts/inputs.ts'
import { nullable, uuid } from '../views.ts'

export { caseParams, caseRef, caseText }
export const caseTags = ['cases']

export const alertIds = Type.Array(uuid, { minItems: 1, maxItems: ALERTS_AT_ONCE })
const techniques = Type.Array(Type.String({ pattern: TECHNIQUE.source }), { maxItems: 100, uniqueItems: true })
const frameworks = Type.Array(plainText(64), { maxItems: 30, uniqueItems: true })
const members = Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 50 })
const title = plainText(300, CASE_TITLE_MIN)

const details = {
  description: Type.Optional(caseText),
  case_type: Type.Optional(nullable(plainText(64))),
  tags: Type.Optional(tagList),
  queue_id: Type.Optional(nullable(uuid)),
  mitre_techniques: Type.Optional(techniques),
  compliance_frameworks: Type.Optional(frameworks),
  custom_fields: Type.Optional(members),
}
const assignee = Type.Optional(nullable(uuid))

/** Members of a case that another operation makes: a split. */
export const newCaseMembers = { title, severity: Type.Optional(oneOf(SEVERITIES)), ...details, assignee_id: assignee }

export const createBody = named(
  'CaseCreate',
  Type.Object(
    {
      title: Type.Optional(title),
      ...details,
      severity: Type.Optional(oneOf(SEVERITIES)),
      assignee_id: assignee,
      assignee,
      alert_ids: Type.Optional(Type.Array(uuid, { maxItems: ALERTS_AT_ONCE })),
      push_to_connector_ids: Type.Optional(Type.Array(plainText(200), { maxItems: 20, uniqueItems: true })),
      template_id: Type.Optional(uuid),
    },
    closed,
  ),
)

export const patchBody = named(
  'CasePatch',
  Type.Object(
    {
      title: Type.Optional(title),
      ...details,
      severity: Type.Optional(oneOf(SEVERITIES)),
      status: Type.Optional(oneOf(CASE_STATUSES)),
      assignee_id: assignee,
      assignee,
      reason: Type.Optional(reason),
    },
    { ...closed, minProperties: 1 },
  ),
)
