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
  start: Type.Optional(Type.String({ format: 'date', description: 'default: 30 days before end' })),
  end: Type.Optional(
    Type.String({
      format: 'date',
      description: `last day, inclusive; default: today (UTC); at most ${USAGE_DAYS_MAX} days`,
    }),
  ),
})
const counts = Type.Record(Type.String(), Type.Number())
const unmeasured = Type.Array(Type.Object({ meter: Type.String(), table: Type.String(), reason: Type.String() }), {
  description: 'meters without a figure, or with an incomplete one',
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
    now: Type.Record(Type.String(), Type.Integer(), { description: 'present figures' }),
    unmeasured,
    entitlements: Type.Array(
      Type.Object({
        meter: Type.String(),
        allowance: Type.Integer(),
        period: Type.Union([Type.Literal('month'), Type.Literal('now')], { description: 'current month in UTC' }),
        used: nullable(Type.Number()),
        headroom: nullable(Type.Number({ description: 'negative: use above the allowance' })),
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
        summed: Type.Number({ description: 'sum of the daily figures' }),
        whole: Type.Number({ description: 'figure of a single query over the window' }),
        lake: nullable(Type.Integer({ description: 'rows in the lake, for the events meter; null for others' })),
        agrees: Type.Boolean(),
      }),
    ),
    unmeasured,
  }),
)

const meters = operation.outside({
  name: 'usage.meters',
  summary: 'Usage by day and meter',
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
  summary: 'Compare the daily figures, the figures over the window and the rows themselves',
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
