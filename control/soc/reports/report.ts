import type { Position } from '../../../platform/paging.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { REPORT_DOCUMENT, REPORT_KINDS, type ReportDocument, type ReportKind } from './document.ts'
import { daysThere, type Period } from './period.ts'

const HEAD = {
  id: column.uuid(),
  schedule_id: column.orNull(column.uuid({ description: 'null: made on request' })),
  kind: column.word(REPORT_KINDS),
  title: column.text(),
  period_start: column.time(),
  period_end: column.time(),
  time_zone: column.text(),
  made_by: column.text(),
  created_at: column.time(),
}
export const REPORTS = table('Report', HEAD)
export const WHOLE_REPORTS = table('WholeReport', { ...HEAD, document: column.json<ReportDocument>(REPORT_DOCUMENT) })
export type Report = RowOf<typeof WHOLE_REPORTS>

/** Newest first. */
export function reportsPage(tx: TenantTx, limit: number, after: Position | null) {
  const sql = /* sql */ `
    SELECT ${REPORTS.columns}, created_at::text AS position FROM reports
    WHERE $1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $3`
  return tx.many(placed(REPORTS.read), sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

export function reportById(tx: TenantTx, id: string): Promise<Report | null> {
  const sql = /* sql */ `SELECT ${WHOLE_REPORTS.columns} FROM reports WHERE id = $1`
  return tx.maybeOne(WHOLE_REPORTS.read, sql, [id])
}

export type NewReport = {
  readonly scheduleId: string | null
  readonly kind: ReportKind
  readonly name: string
  readonly period: Period
  readonly timeZone: string
  readonly madeBy: string
}

/** Null when the schedule has reported the period. */
export function keepReport(
  tx: TenantTx,
  { scheduleId, kind, name, period, timeZone, madeBy }: NewReport,
  document: ReportDocument,
  nowMs: number,
): Promise<Report | null> {
  const title = `${name}: ${daysThere(timeZone, period)}`
  const sql = /* sql */ `
    INSERT INTO reports (schedule_id, kind, title, period_start, period_end, time_zone, document, made_by, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (tenant_id, schedule_id, period_end) DO NOTHING RETURNING ${WHOLE_REPORTS.columns}`
  const { startMs, endMs } = period
  const params = [scheduleId, kind, title.slice(0, 300), new Date(startMs), new Date(endMs), timeZone]
  return tx.maybeOne(WHOLE_REPORTS.read, sql, [...params, JSON.stringify(document), madeBy, new Date(nowMs)])
}
