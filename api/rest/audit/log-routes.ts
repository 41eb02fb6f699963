import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { AuditQuery } from '../../../control/audit/index.ts'
import { HERE, requireRegion } from '../../../control/governance/index.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageQuery } from '../../plugins/paging.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText, timeOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { auditLogOf, readerOf } from './reader.ts'
import { entrySchema, entryView, tags } from './views.ts'

const filters = {
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'a prefix' })),
  resource: Type.Optional(plainText(100)),
  resource_id: Type.Optional(plainText(320)),
  actor_id: Type.Optional(plainText(320)),
  search: Type.Optional(plainText(200)),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'recorded at this time or later' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'recorded before this time' })),
}
const listQuery = Type.Object({ ...filters, ...pageQuery }, closed)
const format = oneOf(['bundle', 'csv', 'html'])
const exportQuery = Type.Object({ ...filters, format: Type.Optional(format) }, closed)
const file = { schema: Type.String() }
const exportSchema = {
  description: 'the file; with csv and html X-Total-Rows says how many entries match in all',
  content: { 'application/x-ndjson': file, 'text/csv': file, 'text/html': file },
}
const listSchema = named(
  'AuditEntryPage',
  Type.Object({
    items: Type.Array(entrySchema),
    next_cursor: Type.Optional(Type.String()),
    total: Type.Integer({ description: 'that match, whatever the page holds; also in X-Total-Rows' }),
  }),
)

/** The use cases record the read themselves, in the transaction that reads: the routes declare no audit of their own. */
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
        const listing = { tenant: principalOf(request).tenantId, reader: readerOf(request), query: queryOf(query) }
        const { items, nextCursor, totalRows } = await auditLogOf(deps).read(listing, { limit, cursor })
        reply.header('x-total-rows', totalRows)
        const next = nextCursor === undefined ? {} : { next_cursor: nextCursor }
        return { items: items.map(entryView), ...next, total: totalRows }
      },
    )

  app.get(
    '/audit/export',
    {
      config: { permission: 'audit_log:read' },
      schema: {
        tags,
        summary:
          'The whole log as a bundle that `svc audit verify` checks, or its newest 10,000 matches as csv or html',
        querystring: exportQuery,
        response: { 200: exportSchema },
      },
    },
    async (request, reply) => {
      const { format = 'bundle', ...query } = request.query
      const listing = { tenant: principalOf(request).tenantId, reader: readerOf(request), query: queryOf(query) }
      await requireRegion((work) => withTenant(deps.pool, listing.tenant, work), 'export', HERE)
      const log = auditLogOf(deps)
      if (format === 'bundle') return sendBundle(reply, log.exportBundle(listing.tenant, listing.reader))
      const { body, contentType, totalRows } = await log.exportTable(listing, format)
      return attached(reply, `audit.${format}`).type(contentType).header('x-total-rows', totalRows).send(body)
    },
  )
}

/** The first block is made before anything is sent: what refuses the export is still an answer then, and no broken file. */
async function sendBundle(reply: FastifyReply, blocks: AsyncGenerator<string>) {
  const first = await blocks.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* blocks
  }
  return attached(reply, 'audit.ndjson').type('application/x-ndjson').send(Readable.from(all()))
}

function attached(reply: FastifyReply, file: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${file}"`)
}

type Filters = Partial<Record<keyof typeof filters, string>>

function queryOf({ from, until, resource_id, actor_id, ...rest }: Filters): AuditQuery {
  return {
    ...rest,
    resourceId: resource_id,
    actorId: actor_id,
    from: from === undefined ? undefined : timeOf(from, 'query', 'from'),
    until: until === undefined ? undefined : timeOf(until, 'query', 'until'),
  }
}
