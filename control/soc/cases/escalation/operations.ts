/** Operations of escalation policies: who is notified, step by step, while no one acknowledges a case. */
import { Type } from 'typebox'
import { closed, named, plainText, sent, time, uuid } from '../../../../schemas/wire.ts'
import { operationsOf } from '../../../platform/acting/index.ts'
import { createEscalationPolicy, removeEscalationPolicy } from './manage-policies.ts'
import { LADDER_TARGET } from './notify-step.ts'
import { escalationPoliciesPage } from './policy-store.ts'

const operation = operationsOf<unknown>({ tag: 'cases' })

const step = Type.Object(
  {
    after_minutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
    notify: Type.String({
      maxLength: 255,
      pattern: LADDER_TARGET,
      description: 'an address, user:NAME, role:soc_lead, rotation:NAME for the person on call, or channel:NAME',
    }),
  },
  closed,
)
const members = { name: plainText(120), queue_id: uuid }
const fraction = Type.Number({
  exclusiveMinimum: 0,
  maximum: 10,
  description: 'fraction of the acknowledgement target at which the policy triggers',
})
/** @bound steps of an escalation -> 422 */
const STEPS_MAX = 20
const ladder = Type.Array(step, {
  minItems: 1,
  maxItems: STEPS_MAX,
  description: 'steps in order; delays count from the trigger',
})
const policySchema = named(
  'CaseEscalationPolicy',
  Type.Object({
    ...{ id: uuid, ...members, trigger_at_sla_fraction: fraction, ladder, enabled: Type.Boolean() },
    ...{ created_at: time, updated_at: time },
  }),
)
const FRACTION_DEFAULT = 0.75

const list = operation.page({
  name: 'cases.escalation_policies',
  summary: 'Escalation policies, newest first',
  permission: 'cases:read',
  path: 'GET /cases/escalation-policies',
  item: policySchema,
  run: ({ tx }, _, { rows, after }) => escalationPoliciesPage(tx, rows, after),
})

const create = operation({
  name: 'cases.create_escalation_policy',
  summary: 'Add an escalation policy for cases that enter the queue from now on',
  permission: 'soc:write',
  audit: 'escalation_policy:created',
  path: 'POST /cases/escalation-policies',
  status: 201,
  body: sent('CaseEscalationPolicyCreate', {
    ...members,
    trigger_at_sla_fraction: Type.Optional(fraction),
    ladder,
    enabled: Type.Optional(Type.Boolean()),
  }),
  output: policySchema,
  async run({ tx, note }, body) {
    const policy = await createEscalationPolicy(tx, {
      ...{ name: body.name, queueId: body.queue_id, ladder: body.ladder, enabled: body.enabled ?? true },
      triggerAtSlaFraction: body.trigger_at_sla_fraction ?? FRACTION_DEFAULT,
    })
    note({ resource: 'escalation_policy', resourceId: policy.id, changes: body })
    return policy
  },
})

const remove = operation({
  name: 'cases.delete_escalation_policy',
  summary: 'Remove an escalation policy; running escalations of cases continue',
  permission: 'soc:write',
  audit: 'escalation_policy:deleted',
  removes: 'records',
  path: 'DELETE /case-escalation-policies/:id',
  run({ tx, note }, { id }) {
    note({ resource: 'escalation_policy', resourceId: id })
    return removeEscalationPolicy(tx, id)
  },
})

export const ESCALATION_POLICY_OPERATIONS = [list, create, remove]
