import { Type } from 'typebox'
import { auditFilters, auditQueryOf } from '../../../control/platform/audit/operations.ts'
import { closed, named, pageQuery } from '../../../schemas/wire.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { auditLogOf, readerOf } from './reader.ts'
import { entrySchema, entryView, tags } from './views.ts'

const listQuery = Type.Object({ ...auditFilters, ...pageQuery }, closed)
const listSchema = named(
  'AuditEntryPage',
  Type.Object({
    items: Type.Array(entrySchema),
    next_cursor: Type.Optional(Type.String()),
    total: Type.Integer({ description: 'that match, whatever the page holds; also in X-Total-Rows' }),
  }),
)

/**
 * Written by hand: it has two paths, and a header with the total. The use case records the read itself, in the
 * transaction that reads: the route declares no audit of its own.
 */
export const logRoutes: Routes = (app, deps) => {
  for (const url of ['/audit', '/audit-log'])
    app.get(
      url,
      {
        config: { permission: 'audit_log:read' },
        schema: {
          ...{ tags, summary: 'The audit log, newest first; reading it is recorded in it' },
          querystring: listQuery,
          response: { 200: listSchema },
        },
      },
      async (request, reply) => {
        const { limit, cursor, ...query } = request.query
        const listing = { tenant: principalOf(request).tenantId, reader: readerOf(request), query: auditQueryOf(query) }
        const { items, nextCursor, totalRows } = await auditLogOf(deps).read(listing, { limit, cursor })
        reply.header('x-total-rows', totalRows)
        const next = nextCursor === undefined ? {} : { next_cursor: nextCursor }
        return { items: items.map(entryView), ...next, total: totalRows }
      },
    )
}
