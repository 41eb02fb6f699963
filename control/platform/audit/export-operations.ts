/** Operations that answer with the audit log as a file. The use cases of the log record the read themselves. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { closed, oneOf } from '../../../schemas/wire.ts'
import { auditReader, idOf, operationsOf } from '../acting/index.ts'
import { requireExport, SIGNATURE_HEADER, signExport, signed, signedBundle, zipFile } from '../exports/index.ts'
import type { Vault } from '../vault/index.ts'
import { auditFilters, auditQueryOf } from './filters.ts'
import { auditLogOf } from './log-operations.ts'
import type { AuditLog } from './open-log.ts'

type Deps = { readonly vault: Vault; readonly auditLog?: AuditLog | undefined }
const operation = operationsOf<Deps>()

const auditCsv = operation.file({
  name: 'exports.audit',
  summary: 'The newest 10,000 entries of the audit log that match, as CSV, signed',
  permission: 'audit_log:read',
  audit: 'export:made',
  path: 'GET /exports/audit',
  query: Type.Object(auditFilters, closed),
  file: zipFile,
  async run(call, query) {
    await requireExport(call)
    const listing = { tenant: call.actor.tenantId, reader: auditReader(call.actor), query: auditQueryOf(query) }
    const { body: content, rows, totalRows } = await auditLogOf(call.deps).exportTable(listing, 'csv')
    return signedBundle(call, { kind: 'audit', file: 'audit.csv', content, rows, isWhole: rows === totalRows, query })
  },
})

const file = { schema: Type.String() }
const whole = operation.file({
  name: 'audit.export',
  summary: 'Export the whole log as a bundle for `svc audit verify`, or its newest 10,000 matches as csv or html',
  permission: 'audit_log:read',
  path: 'GET /audit/export',
  query: Type.Object({ ...auditFilters, format: Type.Optional(oneOf(['bundle', 'csv', 'html'])) }, closed),
  file: {
    description: 'the file; with csv and html X-Total-Rows has the number of all matching entries',
    content: { 'application/x-ndjson': file, 'text/csv': file, 'text/html': file },
  },
  async run(call, query) {
    const { actor, deps, nowMs, read } = call
    const { format = 'bundle', ...filters } = query
    const listing = { tenant: actor.tenantId, reader: auditReader(actor), query: auditQueryOf(filters) }
    await requireExport(call)
    const log = auditLogOf(deps)
    if (format === 'bundle') {
      const sign = (contentSha256: string, rows: number) =>
        read((tx) => {
          const of = { kind: 'audit', contentSha256, rows, isWhole: true, query: { format } } as const
          return signExport(tx, deps.vault, { ...of, by: idOf(actor), nowMs })
        })
      const body = await hashed(log.exportBundle(listing.tenant, listing.reader), sign)
      return { type: 'application/x-ndjson', body, headers: attached('audit.ndjson') }
    }
    const { body, contentType, rows, totalRows } = await log.exportTable(listing, format)
    const exported = {
      kind: 'audit',
      file: `audit.${format}`,
      content: body,
      rows,
      isWhole: rows === totalRows,
    } as const
    const { id } = await signed(call, { ...exported, query })
    const headers = { ...attached(exported.file), [SIGNATURE_HEADER]: id, 'x-total-rows': totalRows }
    return { type: contentType, body, headers }
  },
})

/** The first block is made before anything is sent: what refuses the export is still an answer then, and no broken file. */
async function hashed(blocks: AsyncGenerator<string>, sign: (contentSha256: string, rows: number) => Promise<unknown>) {
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
    // The signed heads are in the file itself; the row records that the file was exported, and its head.
    await sign(hash.digest('hex'), head.size)
  }
  return Readable.from(all())
}

const attached = (file: string) => ({ 'content-disposition': `attachment; filename="${file}"` })

export const AUDIT_EXPORT_OPERATIONS = [auditCsv, whole]
