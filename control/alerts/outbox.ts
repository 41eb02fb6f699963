/**
 * How others learn of new alerts: a row beside the alert, in its transaction. A table of their own and no notification:
 * control changes live for ever in a compacted topic, alerts would fill it, and a notification lets commits queue up.
 */

import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { int, type Row, text } from '../../stores/postgres/columns.ts'
import type { OperatorTx, TenantTx } from '../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'

/** Rows older than this are gone: a follower that was away longer reads the alerts themselves. */
export const OUTBOX_KEPT_MINUTES = 60
/** Old rows of the tenant that one new row clears away, so that the table holds what an hour brings. */
const CLEARED_AT_ONCE = 4

export async function announceCreated(tx: TenantTx, alert: Alert): Promise<void> {
  const cleared = /* sql */ `
    DELETE FROM alert_outbox WHERE position IN (
      SELECT o.position FROM alert_outbox o WHERE o.created_at < now() - $1 * interval '1 minute'
      ORDER BY o.created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`
  await tx.run(cleared, [OUTBOX_KEPT_MINUTES, CLEARED_AT_ONCE])
  const sql = /* sql */ `INSERT INTO alert_outbox (kind, alert_id, document) VALUES ('alert_created', $1, $2)`
  await tx.run(sql, [alert.id, JSON.stringify(documentOf(alert))])
}

/** What a subscriber is shown without asking for the alert: the fields of the query interface. */
export type CreatedDocument = ReturnType<typeof documentOf>

function documentOf(alert: Alert) {
  return {
    id: alert.id,
    title: alert.title,
    severity: alert.severity,
    status: alert.status,
    ai_score: alert.aiScore,
    source: alert.connectorType,
    case_id: alert.caseId,
    tags: alert.tags,
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
  }
}

/** Where a follower has got to: all rows up to it were given, and none after it. */
export type OutboxCursor = { readonly writer: string; readonly position: number }

export type OutboxRow = {
  readonly cursor: OutboxCursor
  readonly tenantId: TenantId
  readonly alertId: string
  readonly document: CreatedDocument
}

/**
 * In the order of their writers' transactions, short of the oldest transaction that is still under way: so no row ever
 * appears behind a cursor. A transaction that stays open holds all followers up until it ends.
 */
export function createdAfter(tx: OperatorTx, after: OutboxCursor, limit: number): Promise<OutboxRow[]> {
  const sql = /* sql */ `
    SELECT writer::text AS writer, position, tenant_id, alert_id, document FROM alert_outbox
    WHERE (writer, position) > ($1::text::xid8, $2::bigint) AND writer < pg_snapshot_xmin(pg_current_snapshot())
    ORDER BY writer, position LIMIT $3`
  return tx.many(toOutboxRow, sql, [after.writer, after.position, limit])
}

/** Where a follower begins that wants only what comes from now on. */
export async function outboxEnd(tx: OperatorTx): Promise<OutboxCursor> {
  const sql = /* sql */ `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS writer`
  const writer = await tx.maybeOne((row) => text(row, 'writer'), sql)
  return { writer: writer ?? '0', position: 0 }
}

function toOutboxRow(row: Row): OutboxRow {
  return {
    cursor: { writer: text(row, 'writer'), position: int(row, 'position') },
    tenantId: tenantId(text(row, 'tenant_id')),
    alertId: text(row, 'alert_id'),
    document: row.document as CreatedDocument,
  }
}
