import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { idOf } from '../../../control/platform/acting/index.ts'
import type { AuditQuery } from '../../../control/platform/audit/index.ts'
import { signExport } from '../../../control/platform/exports/index.ts'
import { timeOf } from '../../../platform/time-of.ts'
import { closed, named, oneOf, pageQuery, plainText } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { requestActor } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { requireExport, SIGNATURE_HEADER, signed } from '../exports/send-signed.ts'
import { auditLogOf, readerOf } from './reader.ts'
import { entrySchema, entryView, tags } from './views.ts'

export const auditFilters = {
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'a prefix' })),
  resource: Type.Optional(plainText(100)),
  resource_id: Type.Optional(plainText(320)),
  actor_id: Type.Optional(plainText(320)),
  search: Type.Optional(plainText(200)),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'recorded at this time or later' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'recorded before this time' })),
}
const listQuery = Type.Object({ ...auditFilters, ...pageQuery }, closed)
const format = oneOf(['bundle', 'csv', 'html'])
const exportQuery = Type.Object({ ...auditFilters, format: Type.Optional(format) }, closed)
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
        const listing = { tenant: principalOf(request).tenantId, reader: readerOf(request), query: auditQueryOf(query) }
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
      const listing = { tenant: principalOf(request).tenantId, reader: readerOf(request), query: auditQueryOf(query) }
      await requireExport(deps, request)
      const log = auditLogOf(deps)
      if (format === 'bundle') {
        const sign = (contentSha256: string, rows: number) =>
          withTenant(deps.pool, listing.tenant, (tx) =>
            signExport(tx, deps.vault, {
              ...{ kind: 'audit', contentSha256, rows, isWhole: true, query: { format } },
              ...{ by: idOf(requestActor(request)), nowMs: deps.nowMs() },
            }),
          )
        return sendBundle(reply, log.exportBundle(listing.tenant, listing.reader), sign)
      }
      const { body, contentType, rows, totalRows } = await log.exportTable(listing, format)
      const { id } = await signed(deps, request, {
        ...{ kind: 'audit', file: `audit.${format}`, content: body, rows, isWhole: rows === totalRows },
        query: request.query,
      })
      reply.header(SIGNATURE_HEADER, id).header('x-total-rows', totalRows)
      return attached(reply, `audit.${format}`).type(contentType).send(body)
    },
  )
}

/** The first block is made before anything is sent: what refuses the export is still an answer then, and no broken file. */
async function sendBundle(
  reply: FastifyReply,
  blocks: AsyncGenerator<string>,
  sign: (contentSha256: string, rows: number) => Promise<unknown>,
) {
  const first = await blocks.next()
  async function* all() {
    const hash = createHash('sha256')
    if (first.done) return
    const { head } = JSON.parse(first.value) as { head: { size: number } }
    hash.update(first.value)
    yield first.value
    for await (const block of blocks) {
      hash.update(block)
      yield block
    }
    // Its heads are signatures in the file itself; the row says that the file was exported, and which.
    await sign(hash.digest('hex'), head.size)
  }
  return attached(reply, 'audit.ndjson').type('application/x-ndjson').send(Readable.from(all()))
}

function attached(reply: FastifyReply, file: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${file}"`)
}

type Filters = Partial<Record<keyof typeof auditFilters, string>>

export function auditQueryOf({ from, until, resource_id, actor_id, ...rest }: Filters): AuditQuery {
  return {
    ...rest,
    resourceId: resource_id,
    actorId: actor_id,
    from: from === undefined ? undefined : timeOf(from, 'query', 'from'),
    until: until === undefined ? undefined : timeOf(until, 'query', 'until'),
  }
}
