/**
 * SLA policies of cases as documents. `name` is the severity and the policy's name, `critical/Gold`. A policy is never
 * deleted, because cases refer to it: removing its document disables it, and a disabled policy has no document.
 */
import { Type } from 'typebox'
import { closed, plainText } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { SEVERITIES } from '../../soc/alerts/index.ts'
import { changePolicy, createPolicy, type PolicyInput, policiesPage, type SlaPolicy } from '../../soc/cases/index.ts'
import type { Kind, Sent, Spec } from './kind.ts'
import { placed } from './placed.ts'
import { refusedAt, specOf } from './spec.ts'

const PAGE = 500
const NAME_MAX = 120
const minutes = Type.Integer({ minimum: 1, maximum: 129_600 })
const clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$' })
const spec = Type.Object(
  {
    ack_minutes: minutes,
    resolve_minutes: minutes,
    close_minutes: minutes,
    business_hours_only: Type.Optional(Type.Boolean()),
    timezone: Type.Optional(plainText(64)),
    business_days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
    ),
    business_start: Type.Optional(clock),
    business_end: Type.Optional(clock),
    holidays: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { maxItems: 400 })),
  },
  closed,
)

export const slaPolicy: Kind = {
  reads: 'cases:read',
  writes: 'soc:write',
  async present(tx) {
    return (await allPolicies(tx))
      .filter(({ enabled }) => enabled)
      .map((one) => ({ name: nameOf(one), spec: viewOf(one) }))
  },
  whole: (sent) => viewOf(inputOf(sent)),
  async put({ tx }, sent) {
    const known = new Map((await allPolicies(tx)).map((one) => [nameOf(one), one]))
    for (const one of sent) {
      const input = inputOf(one)
      const before = known.get(one.name)
      await placed(one.at, () => (before ? changePolicy(tx, before.id, input) : createPolicy(tx, input)))
    }
  },
  async remove({ tx }, names) {
    const gone = new Set(names)
    for (const one of await allPolicies(tx))
      if (one.enabled && gone.has(nameOf(one))) await changePolicy(tx, one.id, { enabled: false })
  },
}

const nameOf = ({ severity, name }: Pick<SlaPolicy, 'severity' | 'name'>) => `${severity}/${name}`

async function allPolicies(tx: TenantTx): Promise<SlaPolicy[]> {
  const all: SlaPolicy[] = []
  for (let after: readonly [string, string] | null = null; ; ) {
    const page = await policiesPage(tx, PAGE, after)
    all.push(...page.map(({ item }) => item))
    if (page.length < PAGE) return all
    after = page.at(-1)?.position ?? null
  }
}

function inputOf(sent: Sent): PolicyInput {
  const slash = sent.name.indexOf('/')
  const severity = SEVERITIES.find((one) => one === sent.name.slice(0, slash))
  const name = sent.name.slice(slash + 1)
  if (severity === undefined || name === '' || name.length > NAME_MAX) {
    const msg = `a policy is called SEVERITY/NAME, with a name of at most ${NAME_MAX} characters`
    throw refusedAt(sent.at, [{ loc: [], msg, type: 'configuration' }])
  }
  const terms = specOf(spec, sent)
  return {
    ...{ name, severity, enabled: true },
    ...{ ackMinutes: terms.ack_minutes, resolveMinutes: terms.resolve_minutes, closeMinutes: terms.close_minutes },
    ...{ businessHoursOnly: terms.business_hours_only ?? false, timezone: terms.timezone ?? 'UTC' },
    ...{ businessDays: [...new Set(terms.business_days ?? [1, 2, 3, 4, 5])].sort() },
    ...{
      businessStart: minutesOf(terms.business_start ?? '09:00'),
      businessEnd: minutesOf(terms.business_end ?? '17:00'),
    },
    holidays: [...new Set(terms.holidays ?? [])].sort(),
  }
}

function viewOf(one: PolicyInput): Spec {
  return {
    ...{ ack_minutes: one.ackMinutes, resolve_minutes: one.resolveMinutes, close_minutes: one.closeMinutes },
    ...{ business_hours_only: one.businessHoursOnly, timezone: one.timezone, business_days: [...one.businessDays] },
    ...{ business_start: clockOf(one.businessStart), business_end: clockOf(one.businessEnd) },
    holidays: [...one.holidays],
  }
}

function minutesOf(text: string): number {
  const [hours = 0, rest = 0] = text.split(':').map(Number)
  return hours * 60 + rest
}

function clockOf(of: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(of / 60))}:${two(of % 60)}`
}
