import { escapeHtml } from '../../../platform/escape-html.ts'
import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { canonicalJson } from './canonical-json.ts'
import { type AuditQuery, auditPage, auditTotal, PAGE_MAX } from './list-entries.ts'
import type { AuditView } from './view.ts'

export type ExportFormat = 'csv' | 'html'

export type AuditExport = {
  readonly body: string
  readonly contentType: string
  /** Rows in the file, at most 10,000. */
  readonly rows: number
  /** All matching rows, for X-Total-Rows: more than `rows` when the file holds only the newest. */
  readonly totalRows: number
}

export const EXPORT_ROWS_MAX = 10_000

const COLUMNS = [
  ...(['created_at', 'seq', 'id', 'tenant_id', 'actor_kind', 'actor_id', 'actor_email', 'actor_ip'] as const),
  ...(['api_key_prefix', 'action', 'resource', 'resource_id', 'changes'] as const),
] satisfies readonly (keyof AuditView)[]

export async function exportTable(
  tx: TenantTx,
  sealer: Sealer,
  query: AuditQuery,
  format: ExportFormat,
): Promise<AuditExport> {
  const totalRows = await auditTotal(tx, query)
  const views = await newest(tx, sealer, query)
  const cells = views.map((view) => COLUMNS.map((column) => cellOf(view[column])))
  const [body, contentType] =
    format === 'csv' ? [csv(cells), 'text/csv; charset=utf-8'] : [html(cells, totalRows), 'text/html; charset=utf-8']
  return { body, contentType, rows: views.length, totalRows }
}

async function newest(tx: TenantTx, sealer: Sealer, query: AuditQuery): Promise<AuditView[]> {
  const views: AuditView[] = []
  let cursor: string | undefined
  do {
    const page = await auditPage(tx, sealer, query, { limit: PAGE_MAX, cursor })
    views.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== undefined && views.length < EXPORT_ROWS_MAX)
  return views
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? canonicalJson(value) : String(value)
}

/** RFC 4180. */
function csv(rows: readonly (readonly string[])[]): string {
  return [COLUMNS, ...rows].map((cells) => `${cells.map(csvCell).join()}\r\n`).join('')
}

/**
 * A spreadsheet takes a cell for a formula by its first character, past spaces and in full width too; a quote before
 * it makes it text (OWASP, CSV Injection).
 */
const FORMULA = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function html(rows: readonly (readonly string[])[], totalRows: number): string {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>\n`
  const body = rows.map((cells) => row('td', cells)).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Audit log</title></head><body>
<p>${rows.length} of ${totalRows} entries, newest first</p>
<table><thead>${row('th', COLUMNS)}</thead><tbody>
${body}</tbody></table></body></html>
`
}
