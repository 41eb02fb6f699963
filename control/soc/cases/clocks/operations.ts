/** Operations of SLA policies: how soon a case of a severity is acknowledged, resolved and closed. */
import { Type } from 'typebox'
import { camelMembers } from '../../../../schemas/to-wire.ts'
import { named, oneOf, plainText, sent, time, uuid } from '../../../../schemas/wire.ts'
import { operationsOf } from '../../../platform/acting/index.ts'
import { SEVERITIES } from '../../alerts/index.ts'
import { caseActor } from '../case-actor.ts'
import { startClocks } from '../start-clocks.ts'
import { changePolicy, createPolicy } from './manage-policies.ts'
import { policiesPage, type SlaPolicy } from './policy-store.ts'

const operation = operationsOf<unknown>({ tag: 'cases' })

/** @bound minutes of a target of a case -> 422 */
const TARGET_MINUTES_MAX = 90 * 24 * 60
const minutes = Type.Integer({ minimum: 1, maximum: TARGET_MINUTES_MAX })
const clockTime = (description: string) => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$', description })
const members = {
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
  business_start: clockTime('local time, such as 09:00'),
  business_end: clockTime('local time, exclusive, such as 17:00'),
  holidays: Type.Array(Type.String({ maxLength: 10 }), {
    maxItems: 400,
    description: 'local dates, such as 2026-12-25',
  }),
  enabled: Type.Boolean({ default: true }),
}
const policySchema = named(
  'SlaPolicy',
  Type.Object({ id: uuid, ...members, ...hours, created_at: time, updated_at: time }),
)
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

const list = operation.page({
  name: 'cases.sla_policies',
  summary: 'SLA policies, newest first',
  permission: 'cases:read',
  path: 'GET /cases/sla-policies',
  item: policySchema,
  async run({ tx }, _, { rows, after }) {
    return (await policiesPage(tx, rows, after)).map((row) => ({ ...row, item: shown(row.item) }))
  },
})

const create = operation({
  name: 'cases.create_sla_policy',
  summary: 'Add an SLA policy; open cases without targets get them too, counted from now',
  permission: 'soc:write',
  audit: 'sla_policy:created',
  path: 'POST /cases/sla-policies',
  status: 201,
  body: sent('SlaPolicyCreate', { ...members, ...Type.Partial(Type.Object(hours)).properties }),
  output: policySchema,
  async run({ tx, note, actor, nowMs }, body) {
    const policy = await createPolicy(tx, { ...EVERY_HOUR, ...inputOf(body) })
    await startClocks(tx, caseActor(actor), nowMs)
    note({ resource: 'sla_policy', resourceId: policy.id, changes: body })
    return shown(policy)
  },
})

const change = operation({
  name: 'cases.change_sla_policy',
  summary:
    'Change an SLA policy; open cases keep the targets that they have, and those without get them, counted from now',
  permission: 'soc:write',
  audit: 'sla_policy:updated',
  path: 'PATCH /case-sla-policies/:id',
  body: sent('SlaPolicyPatch', Type.Partial(Type.Object({ ...members, ...hours })).properties, { minProperties: 1 }),
  output: policySchema,
  async run({ tx, note, actor, nowMs }, { id, ...patch }) {
    note({ resource: 'sla_policy', resourceId: id, changes: patch })
    const changed = await changePolicy(tx, id, inputOf(patch))
    await startClocks(tx, caseActor(actor), nowMs)
    return shown(changed)
  },
})

type Times = { readonly business_start?: string; readonly business_end?: string }

/** Times of the day are sent as text and kept as minutes. */
function inputOf<T extends Times>({ business_start: start, business_end: end, ...others }: T) {
  return {
    ...camelMembers(others),
    ...(start === undefined ? {} : { businessStart: minutesOf(start) }),
    ...(end === undefined ? {} : { businessEnd: minutesOf(end) }),
  }
}

function shown(policy: SlaPolicy) {
  return { ...policy, businessStart: clockOf(policy.businessStart), businessEnd: clockOf(policy.businessEnd) }
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function clockOf(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

export const SLA_POLICY_OPERATIONS = [list, create, change]
