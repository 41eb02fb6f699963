/** Routes of signed exports: each answers with a ZIP file of the export and its signature. Events have theirs beside search. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { complianceDashboard, dashboardView } from '../../../control/platform/compliance/index.ts'
import {
  alertFilterMembers,
  alertFilterOf,
  alertSchema,
  newestAlerts,
  shownAlert,
} from '../../../control/soc/alerts/index.ts'
import { caseSchema, changedCases, type ExportPosition, shownCase } from '../../../control/soc/cases/index.ts'
import type { Position } from '../../../platform/paging.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { toWire } from '../../../schemas/to-wire.ts'
import { closed, plainText } from '../../../schemas/wire.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { requestActor } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { auditFilters, auditQueryOf } from '../audit/log-routes.ts'
import { auditLogOf, readerOf } from '../audit/reader.ts'
import { monthQuery, usageFile } from '../usage/index.ts'
import { linesWithin, requireExport, sendBundle, zipSchema } from './send-signed.ts'

const PAGE = 500
const tags = ['exports']
const audit = 'export:made'
const response = { 200: zipSchema }

export const exportRoutes: Routes = (app, deps) => {
  app.get(
    '/exports/cases',
    {
      config: { permission: 'cases:read', audit },
      schema: {
        ...{ tags, summary: 'Cases as NDJSON, signed, in the order of their last change', response },
        querystring: Type.Object({ updated_since: Type.Optional(Type.String({ maxLength: 40 })) }, closed),
      },
    },
    async (request, reply) => {
      await requireExport(deps, request)
      const { updated_since: since } = request.query
      const from = since === undefined ? null : timeOf(since, 'query', 'updated_since')
      const nowMs = deps.nowMs()
      const pages = pagesOf(deps, request, (tx, after: ExportPosition | null) => changedCases(tx, from, PAGE, after))
      const lines = await linesWithin(pages, (item) => toWire(caseSchema, shownCase(item, nowMs)))
      const exported = { kind: 'cases', file: 'cases.ndjson', query: request.query } as const
      return sendBundle(deps, request, reply, { ...exported, ...lines })
    },
  )

  app.get(
    '/exports/alerts',
    {
      config: { permission: 'alerts:read', audit },
      schema: {
        ...{ tags, summary: 'Alerts as NDJSON, signed, newest first, by the filters of GET /alerts', response },
        querystring: Type.Object(alertFilterMembers, closed),
      },
    },
    async (request, reply) => {
      await requireExport(deps, request)
      const filter = alertFilterOf(request.query, requestActor(request))
      const pages = pagesOf(deps, request, (tx, after: Position | null) => newestAlerts(tx, filter, PAGE, after))
      const exported = { kind: 'alerts', file: 'alerts.ndjson', query: request.query } as const
      return sendBundle(deps, request, reply, {
        ...exported,
        ...(await linesWithin(pages, (item) => toWire(alertSchema, shownAlert(item)))),
      })
    },
  )

  app.get(
    '/exports/usage',
    {
      config: { permission: 'reports:read', audit },
      schema: { tags, summary: 'Meters of a month as CSV, signed', querystring: monthQuery, response },
    },
    async (request, reply) => {
      await requireExport(deps, request)
      return sendBundle(deps, request, reply, await usageFile(deps, request, request.query.month))
    },
  )

  app.get(
    '/exports/compliance/:framework',
    {
      config: { permission: 'reports:read', audit },
      schema: {
        ...{ tags, summary: 'How the tenant stands in a framework, measured now, as JSON, signed', response },
        params: Type.Object({ framework: plainText(40) }),
      },
    },
    async (request, reply) => {
      await requireExport(deps, request)
      const { retentionDays = null, lake, log } = deps
      const nowMs = deps.nowMs()
      const { tenantId } = principalOf(request)
      const reader = lake?.(tenantId) ?? null
      const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(deps.pool, tenantId, work)
      const { framework } = request.params
      const measured = await complianceDashboard({ inTenant, reader, retentionDays, nowMs, log }, framework)
      const view = dashboardView(measured, nowMs)
      return sendBundle(deps, request, reply, {
        ...{ kind: 'compliance', file: `${measured.framework.id}.json`, content: `${JSON.stringify(view, null, 2)}\n` },
        ...{ rows: measured.controls.length, isWhole: true, query: request.params },
      })
    },
  )

  app.get(
    '/exports/audit',
    {
      config: { permission: 'audit_log:read', audit },
      schema: {
        ...{ tags, summary: 'The newest 10,000 entries of the audit log that match, as CSV, signed', response },
        querystring: Type.Object(auditFilters, closed),
      },
    },
    async (request, reply) => {
      await requireExport(deps, request)
      const { tenantId: tenant } = principalOf(request)
      const read = { tenant, reader: readerOf(request), query: auditQueryOf(request.query) }
      const { body, rows, totalRows } = await auditLogOf(deps).exportTable(read, 'csv')
      return sendBundle(deps, request, reply, {
        ...{ kind: 'audit', file: 'audit.csv', content: body, rows, isWhole: rows === totalRows, query: request.query },
      })
    },
  )
}

/** Pages of a list, each in a transaction of its own: the audit entry is that of the signature. */
async function* pagesOf<T, P>(
  { pool }: Pick<ApiDeps, 'pool'>,
  request: FastifyRequest,
  read: (tx: TenantTx, after: P | null) => Promise<readonly { readonly item: T; readonly position: P }[]>,
): AsyncGenerator<readonly T[]> {
  let after: P | null = null
  let found: readonly { readonly item: T; readonly position: P }[]
  do {
    const at: P | null = after
    found = await withTenant(pool, principalOf(request).tenantId, (tx) => read(tx, at))
    yield found.map(({ item }) => item)
    after = found.at(-1)?.position ?? null
  } while (found.length === PAGE)
}
