/** Routes of the tenant's usage, and of the check that its figures agree with the rows behind them. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ownOrganisation } from '../../../control/identity/organisations/index.ts'
import {
  headroomDays,
  headroomOf,
  METERS,
  meteredCounts,
  meteredEvents,
  monthDays,
  reconciled,
  USAGE_DAYS_MAX,
  usageCsv,
  usageDays,
  usageOf,
} from '../../../control/platform/usage/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { named } from '../../plugins/named-schemas.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { type Exported, requireExport, SIGNATURE_HEADER, signed } from '../exports/send-signed.ts'
import { nullable, time } from '../views.ts'

/** Limits of one statement over the lake. */
const LIMITS = { timeoutSeconds: 20, memoryMb: 500, rowsMax: 1000 }

const date = Type.String({ format: 'date' })
const daysQuery = Type.Object({
  start: Type.Optional(Type.String({ format: 'date', description: '30 days up to end without it' })),
  end: Type.Optional(
    Type.String({ format: 'date', description: `part of it; today (UTC) without it; ${USAGE_DAYS_MAX} days at most` }),
  ),
})
const counts = Type.Record(Type.String(), Type.Number())
const unmeasured = Type.Array(Type.Object({ meter: Type.String(), table: Type.String(), reason: Type.String() }), {
  description: 'what is not measured: meters without a figure, and those whose figure leaves something out',
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

export const monthQuery = Type.Object({ month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }) })

export const usageRoutes: Routes = (app, deps) => {
  const config = { permission: 'reports:read' } as const

  app.get(
    '/usage',
    {
      config,
      schema: { tags: ['usage'], summary: 'Meters by day', querystring: daysQuery, response: { 200: usageSchema } },
    },
    async (request) => {
      const { tenantId } = principalOf(request)
      const nowMs = deps.nowMs()
      const days = usageDays(request.query, nowMs)
      const lake = lakeOf(deps, tenantId)
      const [events, ofMonth] = await Promise.all([meteredEvents(lake, days), meteredEvents(lake, headroomDays(nowMs))])
      const [usage, headroom] = await withTenant(deps.pool, tenantId, async (tx) => {
        return [await usageOf(tx, events, days), await headroomOf(tx, ofMonth, nowMs)] as const
      })
      return {
        tenant_id: tenantId,
        start: usage.start,
        end: usage.end,
        generated_at: new Date(nowMs).toISOString(),
        meters: METERS.map(({ name, counts }) => ({ name, counts })),
        daily: usage.daily.map(({ date, values }) => ({ date, values: { ...values } })),
        totals: { ...usage.totals },
        now: { ...usage.now },
        unmeasured: [...usage.unmeasured],
        entitlements: [...headroom],
      }
    },
  )

  app.get(
    '/usage/export.csv',
    {
      config,
      schema: {
        tags: ['usage'],
        summary: 'Meters of a month as CSV',
        querystring: monthQuery,
        response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      await requireExport(deps, request)
      const made = await usageFile(deps, request, request.query.month)
      const { id } = await signed(deps, request, made)
      return reply
        .header(SIGNATURE_HEADER, id)
        .header('content-disposition', `attachment; filename="${made.file}"`)
        .type('text/csv; charset=utf-8')
        .send(made.content as string)
    },
  )

  app.get(
    '/usage/reconciliation',
    {
      config,
      schema: {
        tags: ['usage'],
        summary: 'Whether figures by day, over the window and the rows themselves agree',
        querystring: daysQuery,
        response: { 200: reconciliationSchema },
      },
    },
    async (request) => {
      const { tenantId } = principalOf(request)
      const days = usageDays(request.query, deps.nowMs())
      const counts = await meteredCounts(lakeOf(deps, tenantId), days)
      const { meters, unmeasured } = await withTenant(deps.pool, tenantId, (tx) => reconciled(tx, counts, days))
      const agrees = meters.every((one) => one.agrees)
      return { ...days, agrees, meters: [...meters], unmeasured: [...unmeasured] }
    },
  )
}

export async function usageFile(deps: ApiDeps, request: FastifyRequest, month: string): Promise<Exported> {
  const { tenantId } = principalOf(request)
  const days = monthDays(month)
  const events = await meteredEvents(lakeOf(deps, tenantId), days)
  const { content, rows } = await withTenant(deps.pool, tenantId, async (tx) => {
    const usage = await usageOf(tx, events, days)
    const organisation = (await ownOrganisation(tx))?.name ?? null
    const header = { tenant: tenantId, organisation, generatedAt: new Date(deps.nowMs()).toISOString() }
    return { content: usageCsv(usage, header), rows: usage.daily.length }
  })
  return { kind: 'usage', file: `usage-${tenantId}-${month}.csv`, content, rows, isWhole: true, query: { month } }
}

const lakeOf = ({ lake }: ApiDeps, tenant: TenantId) => lake?.(tenant, LIMITS) ?? null
