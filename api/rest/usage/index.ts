/** Routes of the tenant's usage; its file is written by hand. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ownOrganisation } from '../../../control/identity/organisations/index.ts'
import { meteredEvents, monthDays, usageCsv, usageOf } from '../../../control/platform/usage/index.ts'
import { RECONCILIATION_OPERATIONS, USAGE_OPERATIONS, usageLake } from '../../../control/platform/usage/operations.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { operationRoutes } from '../../plugins/rest-operations.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { type Exported, requireExport, SIGNATURE_HEADER, signed } from '../exports/send-signed.ts'

export const monthQuery = Type.Object({ month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }) })

export const usageRoutes: Routes = (app, deps) => {
  operationRoutes(USAGE_OPERATIONS)(app, deps)
  app.get(
    '/usage/export.csv',
    {
      config: { permission: 'reports:read' },
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
  operationRoutes(RECONCILIATION_OPERATIONS)(app, deps)
}

export async function usageFile(deps: ApiDeps, request: FastifyRequest, month: string): Promise<Exported> {
  const { tenantId } = principalOf(request)
  const days = monthDays(month)
  const events = await meteredEvents(usageLake(deps, tenantId), days)
  const { content, rows } = await withTenant(deps.pool, tenantId, async (tx) => {
    const usage = await usageOf(tx, events, days)
    const organisation = (await ownOrganisation(tx))?.name ?? null
    const header = { tenant: tenantId, organisation, generatedAt: new Date(deps.nowMs()).toISOString() }
    return { content: usageCsv(usage, header), rows: usage.daily.length }
  })
  return { kind: 'usage', file: `usage-${tenantId}-${month}.csv`, content, rows, isWhole: true, query: { month } }
}
