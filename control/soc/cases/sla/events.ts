/**
 * Breaches of targets, computed from rows: alerts with the current targets, cases with their stored due times. There is
 * no counter, so nothing is missed during downtime.
 */
import { int, orNull, type Row, text, time } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { type Severity, severityOfRank, severityRank } from '../../alerts/index.ts'

export const SLA_EVENTS = [
  'mttd_breached',
  'mttr_breached',
  'mttc_breached',
  'ack_breached',
  'resolve_breached',
  'close_breached',
] as const
export type SlaEventType = (typeof SLA_EVENTS)[number]

export type SlaEvent = {
  /** `mttr_breached:<id of the alert>` */
  readonly id: string
  readonly alertId: string | null
  readonly caseId: string | null
  readonly severity: Severity
  readonly type: SlaEventType
  /** When the target was missed: the due time, and for detection when the alert was made. */
  readonly at: Date
  /** Null: not until now. */
  readonly metAt: Date | null
  /** Text of the time, with the microseconds that a Date would lose. */
  readonly position: readonly [at: string, id: string]
}

export type SlaEventFilter = {
  readonly severity?: Severity | undefined
  readonly type?: SlaEventType | undefined
  readonly nowMs: number
}

/** Newest first. */
export function slaEventsPage(
  tx: TenantTx,
  filter: SlaEventFilter,
  limit: number,
  after: readonly [at: string, id: string] | null,
): Promise<SlaEvent[]> {
  const sql = /* sql */ `
    SELECT type || ':' || coalesce(alert_id, case_id) AS id, alert_id, case_id, severity, type, at, met_at,
      at::text AS position
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
  return tx.many(toEvent, sql, values)
}

function toEvent(row: Row): SlaEvent {
  const id = text(row, 'id')
  return {
    id,
    alertId: orNull(text, row, 'alert_id'),
    caseId: orNull(text, row, 'case_id'),
    severity: severityOfRank(int(row, 'severity')),
    type: text(row, 'type') as SlaEventType, // words of the statement above
    at: time(row, 'at'),
    metAt: orNull(time, row, 'met_at'),
    position: [text(row, 'position'), id],
  }
}
