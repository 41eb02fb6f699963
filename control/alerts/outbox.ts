/**
 * How others learn of what happens to alerts: a row beside the change, in its transaction, on its way to
 * `svc.alerts.fused`. A table of their own and no notification: control changes live for ever in a compacted topic,
 * alerts would fill it, and a notification lets commits queue up.
 *
 * order   of one alert: who changes it holds its row, so the rows here stand as its changes were committed
 * bound   what the relay has not appended yet: no more rows than alerts and entries of their history, which Postgres
 *         keeps anyway
 */
import type { AlertChange } from '../../schemas/alert-change.ts'
import { int, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../stores/postgres/pool.ts'
import type { Outbox } from '../broadcast/index.ts'
import type { Alert } from './alert.ts'

export const ALERT_OUTBOX: Outbox = { rows: 'alert_outbox', relay: 'alert_relay' }

type Kind = 'alert_created' | 'alert_updated' | 'alert_deleted'

export function announceCreated(tx: TenantTx, alert: Alert): Promise<void> {
  return announce(tx, 'alert_created', [documentOf(alert)])
}

/** As they are after the change. */
export function announceUpdated(tx: TenantTx, alerts: readonly Alert[]): Promise<void> {
  return announce(tx, 'alert_updated', alerts.map(documentOf))
}

export function announceDeleted(tx: TenantTx, id: string): Promise<void> {
  return announce(tx, 'alert_deleted', [{ id }])
}

async function announce(tx: TenantTx, kind: Kind, documents: readonly { readonly id: string }[]): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO alert_outbox (kind, alert_id, document)
    SELECT $1, (document ->> 'id')::uuid, document FROM jsonb_array_elements($2) AS document`
  await tx.run(sql, [kind, JSON.stringify(documents)])
}

/** What a subscriber is shown without asking for the alert: the fields of the query interface, and its handling. */
function documentOf(alert: Alert) {
  return {
    id: alert.id,
    title: alert.title,
    severity: alert.severity,
    status: alert.status,
    priority: alert.priority,
    ai_score: alert.aiScore,
    risk_score: alert.riskScore,
    disposition: alert.disposition,
    source: alert.connectorType,
    assigned_to_id: alert.assignedToId,
    snoozed_until: alert.snoozedUntil?.toISOString() ?? null,
    case_id: alert.caseId,
    tags: alert.tags,
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
  }
}

/** What has a sequence and is not yet known to be in the topic, in order. */
export function notAppended(tx: OperatorTx, limit: number): Promise<AlertChange[]> {
  const sql = /* sql */ `
    SELECT sequence, tenant_id, kind, alert_id, created_at, document::text AS document
    FROM alert_outbox WHERE sequence > (SELECT appended FROM alert_relay) ORDER BY sequence LIMIT $1`
  return tx.many(toChange, sql, [limit])
}

/** Everything up to `sequence` is in the topic and need not be here. */
export async function markAppended(tx: OperatorTx, sequence: number): Promise<void> {
  await tx.run(/* sql */ `UPDATE alert_relay SET appended = greatest(appended, $1)`, [sequence])
  await tx.run(/* sql */ `DELETE FROM alert_outbox WHERE sequence <= $1`, [sequence])
}

function toChange(row: Row): AlertChange {
  return {
    sequence: int(row, 'sequence'),
    tenant_id: text(row, 'tenant_id'),
    kind: text(row, 'kind'),
    alert_id: text(row, 'alert_id'),
    at_ms: time(row, 'created_at').getTime(),
    document: text(row, 'document'),
  }
}
