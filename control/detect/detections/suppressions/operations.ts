/** Operations of suppressions. */
import { Type } from 'typebox'
import { pageOfList } from '../../../../platform/paging.ts'
import { closed, named, oneOf, pageOf, pageQuery, plainText } from '../../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../../platform/acting/index.ts'
import {
  endSuppression,
  SUPPRESSED_FIELDS,
  SUPPRESSION_LIMITS,
  SUPPRESSIONS,
  suppress,
  suppressions,
} from './suppression.ts'

const operation = operationsOf<unknown>()
const HOUR_MS = 3_600_000

const list = operation({
  name: 'rules.suppressions',
  summary: 'Suppressions: active ones first, then the newest',
  permission: 'rules:read',
  path: 'GET /rules/suppressions',
  query: Type.Object(pageQuery, closed),
  output: pageOf(SUPPRESSIONS.schema),
  run: async ({ tx }, page) => pageOfList(await suppressions(tx), page, ({ id }) => id),
})

const make = operation({
  name: 'rules.suppress',
  summary: 'Suppress a rule for some values of a field, for a time',
  description:
    'The values are added to the allowlists of the rule’s overlay, and removed when the suppression ends; entries from before stay. A value such as 10.0.0.0/8 matches the addresses in it.',
  permission: 'rules:write',
  audit: 'rule:suppressed',
  path: 'POST /rules/suppressions',
  status: 201,
  body: named(
    'RuleSuppressionCreate',
    Type.Object(
      {
        rule_id: plainText(256),
        field: oneOf(SUPPRESSED_FIELDS),
        values: Type.Array(plainText(SUPPRESSION_LIMITS.valueChars), {
          minItems: 1,
          maxItems: SUPPRESSION_LIMITS.values,
        }),
        reason: plainText(2000),
        expires_in_hours: Type.Integer({ minimum: 1, maximum: SUPPRESSION_LIMITS.hours }),
      },
      closed,
    ),
  ),
  output: SUPPRESSIONS.schema,
  async run({ tx, actor, nowMs, note }, { expires_in_hours: hours, ...input }) {
    const expires_at = new Date(nowMs + hours * HOUR_MS)
    const made = await suppress(tx, { ...input, expires_at }, idOf(actor))
    const { id: resourceId, rule_id, field, values } = made
    note({ resource: 'rule_suppression', resourceId, changes: { rule_id, field, values, hours } })
    return made
  },
})

const end = operation({
  name: 'rules.end_suppression',
  summary: 'End a suppression early; the rule matches these values again',
  permission: 'rules:write',
  audit: 'rule:suppression_ended',
  path: 'POST /rules/suppressions/:id/end',
  output: SUPPRESSIONS.schema,
  async run({ tx, actor, note }, { id }) {
    const by = idOf(actor)
    const ended = await endSuppression(tx, id, by, by)
    note({ resource: 'rule_suppression', resourceId: id, changes: { rule_id: ended.rule_id, field: ended.field } })
    return ended
  },
})

export const SUPPRESSION_OPERATIONS = [list, make, end]
