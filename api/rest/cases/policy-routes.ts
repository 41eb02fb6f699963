/** Routes of SLA policies, queues and escalation policies of cases. */

import { type Static, Type } from 'typebox'
import { SEVERITIES } from '../../../control/soc/alerts/index.ts'
import {
  changePolicy,
  changeQueue,
  createEscalationPolicy,
  createPolicy,
  createQueue,
  type EscalationPolicy,
  escalationPoliciesPage,
  LADDER_TARGET,
  type PolicyInput,
  policiesPage,
  type Queue,
  type QueueInput,
  queuesPage,
  removeEscalationPolicy,
  removeQueue,
  type SlaPolicy,
} from '../../../control/soc/cases/index.ts'
import { defined } from '../../../platform/defined.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { pageOf, pageQuery } from '../../../schemas/wire.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { closed, oneOf, plainText, tagList } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['cases']
const params = Type.Object({ id: uuid })
const list = Type.Object(pageQuery, closed)
const minutes = Type.Integer({ minimum: 1, maximum: 129_600 })
const clockTime = (description: string) => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$', description })

const policyMembers = {
  name: plainText(120),
  severity: oneOf(SEVERITIES),
  ack_minutes: minutes,
  resolve_minutes: minutes,
  close_minutes: minutes,
}
const hours = {
  business_hours_only: Type.Boolean({ default: false }),
  timezone: plainText(64),
  business_days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    ...{ minItems: 1, maxItems: 7, uniqueItems: true, description: 'ISO: 1 is Monday' },
  }),
  business_start: clockTime('of the local day, 09:00'),
  business_end: clockTime('not part of it, 17:00'),
  holidays: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 400, description: 'local dates, 2026-12-25' }),
  enabled: Type.Boolean({ default: true }),
}
const policyBody = named(
  'SlaPolicyCreate',
  Type.Object({ ...policyMembers, ...Type.Partial(Type.Object(hours)).properties }, closed),
)
const policyPatch = named(
  'SlaPolicyPatch',
  Type.Partial(Type.Object({ ...policyMembers, ...hours }), { ...closed, minProperties: 1 }),
)
const policySchema = named(
  'SlaPolicy',
  Type.Object({ id: uuid, ...policyMembers, ...hours, created_at: time, updated_at: time }),
)

const queueMembers = {
  description: nullable(plainText(2000)),
  match_severity: Type.Array(oneOf(SEVERITIES), { maxItems: 5, uniqueItems: true }),
  match_tags: tagList,
  match_case_type: nullable(plainText(64)),
  precedence: Type.Integer({ minimum: 0, maximum: 100_000, description: 'the lowest that fits wins' }),
  sla_policy_id: nullable(uuid),
}
const queueBody = named(
  'CaseQueueCreate',
  Type.Object({ name: plainText(120), ...Type.Partial(Type.Object(queueMembers)).properties }, closed),
)
const queuePatch = named(
  'CaseQueuePatch',
  Type.Partial(Type.Object({ name: plainText(120), ...queueMembers }), { ...closed, minProperties: 1 }),
)
const queueSchema = named(
  'CaseQueue',
  Type.Object({ id: uuid, name: Type.String(), ...queueMembers, created_at: time, updated_at: time }),
)

const step = Type.Object(
  {
    after_minutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
    notify: Type.String({
      maxLength: 255,
      pattern: LADDER_TARGET,
      description: 'an address, user:NAME, role:soc_lead, rotation:NAME for whoever is on call, or channel:NAME',
    }),
  },
  closed,
)
const escalationMembers = { name: plainText(120), queue_id: uuid }
const fraction = Type.Number({ exclusiveMinimum: 0, maximum: 10, description: 'of the acknowledgement target' })
const ladder = Type.Array(step, { minItems: 1, maxItems: 20, description: 'in order, counted from the trigger' })
const escalationBody = named(
  'CaseEscalationPolicyCreate',
  Type.Object(
    {
      ...escalationMembers,
      trigger_at_sla_fraction: Type.Optional(fraction),
      ladder,
      enabled: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
const escalationSchema = named(
  'CaseEscalationPolicy',
  Type.Object({
    ...{ id: uuid, ...escalationMembers, trigger_at_sla_fraction: fraction, ladder, enabled: Type.Boolean() },
    ...{ created_at: time, updated_at: time },
  }),
)

export const policyRoutes: Routes = (app, deps) => {
  app.get(
    '/cases/sla-policies',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'SLA policies, newest first',
        querystring: list,
        response: { 200: pageOf(policySchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await policiesPage(tx, limit + 1, after), limit, policyView),
      )
    },
  )

  app.post(
    '/cases/sla-policies',
    {
      config: { permission: 'settings:write', audit: 'sla_policy:created' },
      schema: {
        tags,
        summary: 'Add an SLA policy, for cases that are opened from now on',
        body: policyBody,
        response: { 201: policySchema },
      },
    },
    async (request, reply) => {
      const { body } = request
      const input = { ...EVERY_HOUR, ...policyInput(body), ...severityOf(body) }
      const view = await tenantWork(deps, request, async (tx, note) => {
        const policy = await createPolicy(tx, input as PolicyInput)
        note({ resource: 'sla_policy', resourceId: policy.id, changes: body })
        return policyView(policy)
      })
      return reply.code(201).send(view)
    },
  )

  app.patch(
    '/case-sla-policies/:id',
    {
      config: { permission: 'settings:write', audit: 'sla_policy:updated' },
      schema: {
        tags,
        summary: 'Change an SLA policy; open cases keep the targets they have',
        params,
        body: policyPatch,
        response: { 200: policySchema },
      },
    },
    (request) => {
      const patch = { ...policyInput(request.body), ...severityOf(request.body) }
      return tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'sla_policy', resourceId: request.params.id, changes: request.body })
        return policyView(await changePolicy(tx, request.params.id, patch))
      })
    },
  )

  app.get(
    '/cases/queues',
    {
      config: { permission: 'cases:read' },
      schema: { tags, summary: 'Queues, newest first', querystring: list, response: { 200: pageOf(queueSchema) } },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await queuesPage(tx, limit + 1, after), limit, queueView),
      )
    },
  )

  app.post(
    '/cases/queues',
    {
      config: { permission: 'settings:write', audit: 'case_queue:created' },
      schema: {
        tags,
        summary: 'Add a queue: all its criteria hold for what it takes; one without criteria takes everything',
        body: queueBody,
        response: { 201: queueSchema },
      },
    },
    async (request, reply) => {
      const { body } = request
      const view = await tenantWork(deps, request, async (tx, note) => {
        const queue = await createQueue(tx, { ...ANYTHING, ...queueInput(body), name: body.name })
        note({ resource: 'case_queue', resourceId: queue.id, changes: body })
        return queueView(queue)
      })
      return reply.code(201).send(view)
    },
  )

  app.patch(
    '/case-queues/:id',
    {
      config: { permission: 'settings:write', audit: 'case_queue:updated' },
      schema: { tags, summary: 'Change a queue', params, body: queuePatch, response: { 200: queueSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'case_queue', resourceId: request.params.id, changes: request.body })
        return queueView(await changeQueue(tx, request.params.id, queueInput(request.body)))
      }),
  )

  app.delete(
    '/case-queues/:id',
    {
      config: { permission: 'settings:write', audit: 'case_queue:deleted', removes: 'records' },
      schema: {
        tags,
        summary: 'Remove a queue with its escalation policies; its cases stay, in none',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'case_queue', resourceId: request.params.id })
        await removeQueue(tx, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/cases/escalation-policies',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Escalation policies, newest first',
        querystring: list,
        response: { 200: pageOf(escalationSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await escalationPoliciesPage(tx, limit + 1, after), limit, escalationView),
      )
    },
  )

  app.post(
    '/cases/escalation-policies',
    {
      config: { permission: 'settings:write', audit: 'escalation_policy:created' },
      schema: {
        tags,
        summary: 'Add an escalation policy, for cases that come to the queue from now on',
        body: escalationBody,
        response: { 201: escalationSchema },
      },
    },
    async (request, reply) => {
      const { body } = request
      const view = await tenantWork(deps, request, async (tx, note) => {
        const policy = await createEscalationPolicy(tx, {
          ...{ name: body.name, queueId: body.queue_id, ladder: body.ladder, enabled: body.enabled ?? true },
          triggerFraction: body.trigger_at_sla_fraction ?? 0.75,
        })
        note({ resource: 'escalation_policy', resourceId: policy.id, changes: body })
        return escalationView(policy)
      })
      return reply.code(201).send(view)
    },
  )

  app.delete(
    '/case-escalation-policies/:id',
    {
      config: { permission: 'settings:write', audit: 'escalation_policy:deleted', removes: 'records' },
      schema: {
        tags,
        summary: 'Remove an escalation policy; ladders that cases have stay theirs',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'escalation_policy', resourceId: request.params.id })
        await removeEscalationPolicy(tx, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )
}

/** Nine to five, Monday to Friday, once business hours are asked for. */
const EVERY_HOUR = {
  businessHoursOnly: false,
  timezone: 'UTC',
  businessDays: [1, 2, 3, 4, 5],
  businessStart: 9 * 60,
  businessEnd: 17 * 60,
  holidays: [],
  enabled: true,
}

function policyInput(body: Static<typeof policyPatch>): Partial<PolicyInput> {
  return defined({
    name: body.name,
    ackMinutes: body.ack_minutes,
    resolveMinutes: body.resolve_minutes,
    closeMinutes: body.close_minutes,
    businessHoursOnly: body.business_hours_only,
    timezone: body.timezone,
    businessDays: body.business_days,
    businessStart: body.business_start === undefined ? undefined : minutesOf(body.business_start),
    businessEnd: body.business_end === undefined ? undefined : minutesOf(body.business_end),
    holidays: body.holidays,
    enabled: body.enabled,
  })
}

const severityOf = ({ severity }: { readonly severity?: SlaPolicy['severity'] }) =>
  severity === undefined ? {} : { severity }

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function clockOf(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

function policyView(policy: SlaPolicy): Static<typeof policySchema> {
  return {
    id: policy.id,
    name: policy.name,
    severity: policy.severity,
    ack_minutes: policy.ackMinutes,
    resolve_minutes: policy.resolveMinutes,
    close_minutes: policy.closeMinutes,
    business_hours_only: policy.businessHoursOnly,
    timezone: policy.timezone,
    business_days: [...policy.businessDays],
    business_start: clockOf(policy.businessStart),
    business_end: clockOf(policy.businessEnd),
    holidays: [...policy.holidays],
    enabled: policy.enabled,
    created_at: policy.createdAt.toISOString(),
    updated_at: policy.updatedAt.toISOString(),
  }
}

const ANYTHING = {
  description: null,
  matchSeverity: [],
  matchTags: [],
  matchCaseType: null,
  precedence: 100,
  slaPolicyId: null,
}

function queueInput(body: Static<typeof queuePatch>): Partial<QueueInput> {
  return defined({
    name: body.name,
    description: body.description,
    matchSeverity: body.match_severity,
    matchTags: body.match_tags,
    matchCaseType: body.match_case_type,
    precedence: body.precedence,
    slaPolicyId: body.sla_policy_id,
  })
}

function queueView(queue: Queue): Static<typeof queueSchema> {
  return {
    id: queue.id,
    name: queue.name,
    description: queue.description,
    match_severity: [...queue.matchSeverity],
    match_tags: [...queue.matchTags],
    match_case_type: queue.matchCaseType,
    precedence: queue.precedence,
    sla_policy_id: queue.slaPolicyId,
    created_at: queue.createdAt.toISOString(),
    updated_at: queue.updatedAt.toISOString(),
  }
}

function escalationView(policy: EscalationPolicy): Static<typeof escalationSchema> {
  return {
    id: policy.id,
    name: policy.name,
    queue_id: policy.queueId,
    trigger_at_sla_fraction: policy.triggerFraction,
    ladder: policy.ladder.map((one) => ({ ...one })),
    enabled: policy.enabled,
    created_at: policy.createdAt.toISOString(),
    updated_at: policy.updatedAt.toISOString(),
  }
}
