import type { TenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { AuditActor } from './entry.ts'
import { type Erasure, eraseSubject } from './erase-subject.ts'
import { exportBundle } from './export-bundle.ts'
import type { AuditExport, ExportFormat } from './export-table.ts'
import type { AuditPage } from './list-entries.ts'
import { type ProvenEntry, proveEntry } from './prove-entry.ts'
import { type AuditDeps, exportAuditLog, type ReadRequest, readAuditLog } from './read-log.ts'

/** The log as seen by code without the key that wraps personal fields. Every call is recorded. */
export type AuditLog = {
  read(
    request: ReadRequest,
    page: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): Promise<AuditPage & { readonly totalRows: number }>
  exportTable(request: ReadRequest, format: ExportFormat): Promise<AuditExport>
  exportBundle(tenant: TenantId, reader: AuditActor): AsyncGenerator<string>
  proveEntry(tenant: TenantId, reader: AuditActor, id: string): Promise<ProvenEntry>
  /** Runs in the transaction of the other erasures. */
  erase(tx: TenantTx, erasure: Erasure): Promise<{ readonly subjectsErased: number }>
}

export function openAuditLog(deps: AuditDeps): AuditLog {
  return {
    read: (request, page) => readAuditLog(deps, request, page),
    exportTable: (request, format) => exportAuditLog(deps, request, format),
    exportBundle: (tenant, reader) => exportBundle(deps, tenant, reader),
    proveEntry: (tenant, reader, id) => proveEntry(deps, tenant, reader, id),
    erase: (tx, erasure) => eraseSubject(tx, deps.sealer, erasure),
  }
}
