/** Operations of the tenant's usage, and of the check that its figures agree with the rows behind them. */
import { Type } from 'typebox'
import { named, nullable, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../acting/index.ts'
import { USAGE_DAYS_MAX, usageDays } from './days.ts'
import { METERS } from './meters.ts'
import { headroomDays, headroomOf, meteredCounts, meteredEvents, reconciled, usageOf } from './usage.ts'
import { type UsageDeps, usageLake } from './usage-lake.ts'

export { USAGE_FILE_OPERATIONS } from './file-operations.ts'

const operation = operationsOf<UsageDeps>()

const date = Type.String({ format: 'date' })
const daysQuery = Type.Object({
  start: Type.Optional(Type.String({ format: 'date', description: '30 days up to end without it' })),
  end: Type.Optional(
    Type.String({ format: 'date', description: `part of it; today (UTC) without it; ${USAGE_DAYS_MAX} days at most` }),
  ),
})
const counts = Type.Record(Type.String(), Type.Number())
const unmeasured = Type.Array(Type.Object({ meter: Type.String(), table: Type.String(), reason: Type.String() }), {
  description: 'unmeasured usage: meters without a figure, and those whose figure is incomplete',
})
const usageSchema = named(
  'Usage',
  Type.Object({
    tenant_id: Type.String(),
    start: date,
    end: date,
    generated_at: time,
    meters: Type.Array(Type.Object({ name: Type.String(), counts: Type.String() })),
    daily: Type.Array(Type.Object({ date, values: counts })),
    totals: counts,
    now: Type.Record(Type.String(), Type.Integer(), { description: 'figures of this moment' }),
    unmeasured,
    entitlements: Type.Array(
      Type.Object({
        meter: Type.String(),
        allowance: Type.Integer(),
        period: Type.Union([Type.Literal('month'), Type.Literal('now')], { description: 'the present month, in UTC' }),
        used: nullable(Type.Number()),
        headroom: nullable(Type.Number({ description: 'below 0: used beyond the allowance' })),
      }),
    ),
  }),
)
const reconciliationSchema = named(
  'UsageReconciliation',
  Type.Object({
    start: date,
    end: date,
    agrees: Type.Boolean(),
    meters: Type.Array(
      Type.Object({
        meter: Type.String(),
        summed: Type.Number({ description: 'computed by day, and added up' }),
        whole: Type.Number({ description: 'computed as one query over the window' }),
        lake: nullable(Type.Integer({ description: 'of events: rows of the lake; null for all others' })),
        agrees: Type.Boolean(),
      }),
    ),
    unmeasured,
  }),
)

const meters = operation.outside({
  name: 'usage.meters',
  summary: 'Meters by day',
  permission: 'reports:read',
  path: 'GET /usage',
  query: daysQuery,
  output: usageSchema,
  async run({ actor: { tenantId }, nowMs, deps, read }, query) {
    const days = usageDays(query, nowMs)
    const lake = usageLake(deps, tenantId)
    const [events, ofMonth] = await Promise.all([meteredEvents(lake, days), meteredEvents(lake, headroomDays(nowMs))])
    return read(async (tx) => ({
      ...(await usageOf(tx, events, days)),
      ...{ tenant_id: tenantId as string, generated_at: new Date(nowMs), meters: METERS },
      entitlements: await headroomOf(tx, ofMonth, nowMs),
    }))
  },
})

const reconciliation = operation.outside({
  name: 'usage.reconciliation',
  summary: 'Whether figures by day, over the window and the rows themselves agree',
  permission: 'reports:read',
  path: 'GET /usage/reconciliation',
  query: daysQuery,
  output: reconciliationSchema,
  async run({ actor: { tenantId }, nowMs, deps, read }, query) {
    const days = usageDays(query, nowMs)
    const counts = await meteredCounts(usageLake(deps, tenantId), days)
    const found = await read((tx) => reconciled(tx, counts, days))
    return { ...days, ...found, agrees: found.meters.every((one) => one.agrees) }
  },
})

export const USAGE_OPERATIONS = [meters, reconciliation]
