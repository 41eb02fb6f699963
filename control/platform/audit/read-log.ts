/** Reading the log is itself recorded, in the same transaction: when the record fails, the reader gets nothing. */
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { type Postgres, type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { appendAudit } from './append.ts'
import { type AuditActor, type AuditValue, Subject } from './entry.ts'
import { type AuditExport, type ExportFormat, exportTable } from './export-table.ts'
import { type AuditPage, type AuditQuery, auditPage, auditTotal } from './list-entries.ts'

export type AuditDeps = { readonly pool: Postgres; readonly sealer: Sealer }

export type ReadRequest = {
  readonly tenant: TenantId
  readonly reader: AuditActor
  readonly query: AuditQuery
}

/** A page and how many entries match in all, for X-Total-Rows. Throws as `auditPage` does. */
export function readAuditLog(
  { pool, sealer }: AuditDeps,
  { tenant, reader, query }: ReadRequest,
  page: { limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<AuditPage & { readonly totalRows: number }> {
  return withTenant(pool, tenant, async (tx) => {
    const found = await auditPage(tx, sealer, query, page)
    const totalRows = await auditTotal(tx, query)
    await recordRead(tx, sealer, 'audit_log:read', reader, { ...auditedQuery(query), rows: found.items.length })
    return { ...found, totalRows }
  })
}

/** The newest 10,000 entries that match, as one file. */
export function exportAuditLog(
  { pool, sealer }: AuditDeps,
  { tenant, reader, query }: ReadRequest,
  format: ExportFormat,
): Promise<AuditExport> {
  return withTenant(pool, tenant, async (tx) => {
    const made = await exportTable(tx, sealer, query, format)
    await recordRead(tx, sealer, 'audit_log:export', reader, { ...auditedQuery(query), format, rows: made.rows })
    return made
  })
}

export function recordRead(
  tx: TenantTx,
  sealer: Sealer,
  action: string,
  reader: AuditActor,
  changes: Readonly<Record<string, AuditValue | undefined>>,
): Promise<void> {
  return appendAudit(tx, sealer, { action, resource: 'audit_log', actor: reader, changes })
}

/** A search text may name a person, so only the fact is kept; ids are kept as subjects. */
function auditedQuery({ action, resource, resourceId, actorId, search, from, until }: AuditQuery) {
  return {
    action: action?.slice(0, 100),
    resource: resource?.slice(0, 100),
    resource_id: resourceId === undefined ? undefined : new Subject(resourceId.slice(0, 320) || ' '),
    actor_id: actorId === undefined ? undefined : new Subject(actorId.slice(0, 320) || ' '),
    searched: search === undefined ? undefined : true,
    from: from?.toISOString(),
    until: until?.toISOString(),
  }
}
