/**
 * Breaches of targets, computed from rows: alerts with the current targets, cases with their stored due times. There is
 * no counter, so nothing is missed during downtime.
 */
import { placed } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import type { Placed } from '../../../identity/accounts/index.ts'
import { SEVERITY_COLUMN, type Severity, severityRank } from '../../alerts/index.ts'

export const SLA_EVENTS = [
  'mttd_breached',
  'mttr_breached',
  'mttc_breached',
  'ack_breached',
  'resolve_breached',
  'close_breached',
] as const

export const SLA_EVENT_ROWS = tableInCamelCase('StoredSlaEvent', {
  /** `mttr_breached:<id of the alert>` */
  id: column.text(),
  alert_id: column.orNull(column.uuid()),
  case_id: column.orNull(column.uuid()),
  severity: SEVERITY_COLUMN,
  event_type: column.from('type', column.word(SLA_EVENTS)),
  /** Due time of the missed target; of detection, when the alert was made. */
  occurred_at: column.from('at', column.time({ description: 'due time of the missed target' })),
  /** Null while the target is not met. */
  met_at: column.hidden(column.orNull(column.time())),
})
export type SlaEvent = RowOf<typeof SLA_EVENT_ROWS>

export type SlaEventFilter = {
  readonly severity?: Severity | undefined
  readonly type?: (typeof SLA_EVENTS)[number] | undefined
  readonly nowMs: number
}

/** Newest first. */
export function slaEventsPage(
  tx: TenantTx,
  filter: SlaEventFilter,
  limit: number,
  after: readonly [at: string, id: string] | null,
): Promise<Placed<SlaEvent>[]> {
  const sql = /* sql */ `
    SELECT type || ':' || coalesce(alert_id, case_id) AS id, alert_id, case_id, severity, type AS event_type,
      at AS occurred_at, met_at, at::text AS position
    FROM (
      SELECT 'mttd_breached' AS type, a.id AS alert_id, NULL::uuid AS case_id, a.severity, a.created_at AS at,
        a.created_at AS met_at
      FROM alerts a JOIN sla_configs s USING (severity)
      WHERE a.created_at > a.first_seen + s.mttd_target * interval '1 minute'
      UNION ALL
      SELECT 'mttr_breached', a.id, NULL, a.severity, a.created_at + s.mttr_target * interval '1 minute', a.resolved_at
      FROM alerts a JOIN sla_configs s USING (severity)
      WHERE a.created_at + s.mttr_target * interval '1 minute' < coalesce(a.resolved_at, $1)
      UNION ALL
      SELECT 'mttc_breached', a.id, NULL, a.severity, a.created_at + s.mttc_target * interval '1 minute', c.closed_at
      FROM alerts a JOIN sla_configs s USING (severity), LATERAL (SELECT CASE a.status WHEN 'closed' THEN (
        SELECT max(h.created_at) FROM alert_history h
        WHERE h.alert_id = a.id AND h.kind = 'status_change' AND h.to_status = 'closed') END AS closed_at) c
      WHERE a.created_at + s.mttc_target * interval '1 minute' < coalesce(c.closed_at, $1)
      UNION ALL
      SELECT 'ack_breached', NULL, id, severity, ack_due_at, acknowledged_at FROM cases
      WHERE merged_into_id IS NULL AND ack_due_at < coalesce(acknowledged_at, $1)
      UNION ALL
      SELECT 'resolve_breached', NULL, id, severity, resolve_due_at, resolved_at FROM cases
      WHERE merged_into_id IS NULL AND resolve_due_at < coalesce(resolved_at, $1)
      UNION ALL
      SELECT 'close_breached', NULL, id, severity, close_due_at, closed_at FROM cases
      WHERE merged_into_id IS NULL AND close_due_at < coalesce(closed_at, $1)
    ) breached
    WHERE ($2::smallint IS NULL OR severity = $2) AND ($3::text IS NULL OR type = $3)
      AND ($4::timestamptz IS NULL OR (at, type || ':' || coalesce(alert_id, case_id)) < ($4::timestamptz, $5))
    ORDER BY at DESC, type || ':' || coalesce(alert_id, case_id) DESC LIMIT $6`
  const severity = filter.severity === undefined ? null : severityRank(filter.severity)
  const values = [new Date(filter.nowMs), severity, filter.type ?? null, after?.[0] ?? null, after?.[1] ?? null, limit]
  return tx.many(placed(SLA_EVENT_ROWS.read), sql, values)
}
