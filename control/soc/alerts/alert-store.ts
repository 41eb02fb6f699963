import { type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ALERTS, type Alert } from './alert.ts'
import { searchText } from './alert-text.ts'
import type { Fusion } from './fused-row.ts'
import { type AlertStatus, type Disposition, type Severity, severityRank } from './words.ts'

/** The content of a new alert; everything about its handling begins empty. */
export type NewAlert = Pick<
  Alert,
  | 'id'
  | 'title'
  | 'description'
  | 'severity'
  | 'priority'
  | 'category'
  | 'ruleId'
  | 'connectorId'
  | 'connectorType'
  | 'mitreTactics'
  | 'mitreTechniques'
  | 'affectedIps'
  | 'affectedHosts'
  | 'affectedUsers'
  | 'tags'
  | 'confidence'
  | 'confidenceRationale'
  | 'eventTime'
  | 'firstSeen'
  | 'lastSeen'
  | 'metadata'
> & {
  /** JSON text; null when there is none. */
  readonly rawEvent: string | null
}

/** Null when an alert of this id is there already: nothing is written then. */
export function insertAlert(tx: TenantTx, alert: NewAlert): Promise<Alert | null> {
  const sql = /* sql */ `
    INSERT INTO alerts (id, title, description, severity, priority, category, rule_id, connector_id, connector_type,
      mitre_tactics, mitre_techniques, affected_ips, affected_hosts, affected_users, tags, confidence,
      confidence_rationale, event_time, first_seen, last_seen, metadata, raw_event, search_text)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
    ON CONFLICT (tenant_id, id) DO NOTHING RETURNING ${ALERTS.columns}`
  return tx.maybeOne(ALERTS.read, sql, [
    ...[alert.id, alert.title, alert.description, severityRank(alert.severity), alert.priority, alert.category],
    ...[alert.ruleId, alert.connectorId, alert.connectorType, alert.mitreTactics, alert.mitreTechniques],
    ...[alert.affectedIps, alert.affectedHosts, alert.affectedUsers, alert.tags, alert.confidence],
    ...[alert.confidenceRationale, alert.eventTime, alert.firstSeen, alert.lastSeen, JSON.stringify(alert.metadata)],
    ...[alert.rawEvent, searchText(alert)],
  ])
}

export function alertById(tx: TenantTx, id: string): Promise<Alert | null> {
  return tx.maybeOne(ALERTS.read, /* sql */ `SELECT ${ALERTS.columns} FROM alerts WHERE id = $1`, [id])
}

/** The same, locked until this transaction ends. */
export function lockAlert(tx: TenantTx, id: string): Promise<Alert | null> {
  return tx.maybeOne(ALERTS.read, /* sql */ `SELECT ${ALERTS.columns} FROM alerts WHERE id = $1 FOR UPDATE`, [id])
}

/** Locks in the order of the ids, as every other caller that locks several does. */
export function lockAlerts(tx: TenantTx, ids: readonly string[]): Promise<Alert[]> {
  const sql = /* sql */ `SELECT ${ALERTS.columns} FROM alerts WHERE id = ANY($1) ORDER BY id FOR UPDATE`
  return tx.many(ALERTS.read, sql, [ids])
}

export type StoredDetail = {
  readonly alert: Alert
  readonly narrative: string | null
  readonly rawEvent: unknown
  /** Null when the alert was not made by fusion. */
  readonly fusion: Fusion | null
}

export function detailById(tx: TenantTx, id: string): Promise<StoredDetail | null> {
  const sql = /* sql */ `SELECT ${ALERTS.columns}, narrative, raw_event, fusion FROM alerts WHERE id = $1`
  const toDetail = (row: Row) => ({
    alert: ALERTS.read(row),
    narrative: row.narrative === null ? null : text(row, 'narrative'),
    rawEvent: row.raw_event,
    fusion: row.fusion as Fusion | null,
  })
  return tx.maybeOne(toDetail, sql, [id])
}

/** Stores the narrative that the first reader computed. */
export async function storeNarrative(tx: TenantTx, id: string, narrative: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE alerts SET narrative = $2 WHERE id = $1 AND narrative IS NULL`, [id, narrative])
}

export type Handling = {
  readonly status: AlertStatus
  readonly priority: number
  readonly severity: Severity
  readonly tags: readonly string[]
  readonly assignedToId: string | null
  readonly snoozedUntil: Date | null
  readonly snoozedById: string | null
  readonly resolvedAt: Date | null
}

/** Changes an alert that this transaction has locked. The narrative names the severity, so a new severity clears it. */
export function updateHandling(tx: TenantTx, { id }: Alert, to: Handling): Promise<Alert | null> {
  const sql = /* sql */ `
    UPDATE alerts SET status = $2, priority = $3, severity = $4, tags = $5, assigned_to_id = $6,
      snoozed_until = $7, snoozed_by_id = $8, resolved_at = $9, updated_at = clock_timestamp(),
      narrative = CASE WHEN severity = $4 THEN narrative END
    WHERE id = $1 RETURNING ${ALERTS.columns}`
  return tx.maybeOne(ALERTS.read, sql, [
    ...[id, to.status, to.priority, severityRank(to.severity), to.tags, to.assignedToId],
    ...[to.snoozedUntil, to.snoozedById, to.resolvedAt],
  ])
}

/** Compare and set: null when it is assigned already. */
export function claimUnassigned(tx: TenantTx, id: string, userId: string): Promise<Alert | null> {
  const sql = /* sql */ `
    UPDATE alerts SET assigned_to_id = $2, updated_at = clock_timestamp() WHERE id = $1 AND assigned_to_id IS NULL
    RETURNING ${ALERTS.columns}`
  return tx.maybeOne(ALERTS.read, sql, [id, userId])
}

export function updateDisposition(tx: TenantTx, ids: readonly string[], to: Disposition | null): Promise<Alert[]> {
  const sql = /* sql */ `
    UPDATE alerts SET disposition = $2, updated_at = clock_timestamp() WHERE id = ANY($1) RETURNING ${ALERTS.columns}`
  return tx.many(ALERTS.read, sql, [ids, to])
}

/**
 * True when a model wrote something about the alert: in a run of its own, or in an answer reused from a similar alert.
 */
export const HAS_MODEL_OUTPUT = /* sql */ `EXISTS (
  SELECT FROM investigation_runs r WHERE r.alert_id = alerts.id AND r.kind = 'triage' AND r.status = 'completed'
    AND r.summary IS NOT NULL AND r.judged_by NOT LIKE 'rules/%')`

/** An alert that people delete still counts as created. An alert that fusion takes back never was an alert. */
export async function countDeleted(tx: TenantTx, id: string): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO deleted_alerts (alert_id, created_at, has_model_output)
    SELECT id, created_at, ${HAS_MODEL_OUTPUT} FROM alerts WHERE id = $1 ON CONFLICT DO NOTHING`
  await tx.run(sql, [id])
}

/** Deletes the alert with its history and verdicts. False when there is none. */
export async function deleteAlertRow(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM alerts WHERE id = $1`, [id])) === 1
}
