import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import type { Actor } from './actor.ts'
import type { AlertStatus } from './words.ts'

/** One thing that was done to an alert. A change of status names both ends. */
export const ALERT_HISTORY = tableInCamelCase('HistoryEntry', {
  id: column.text(),
  kind: column.json<'status_change' | 'audit'>(),
  action: column.text(),
  from_status: column.orNull(column.json<AlertStatus>()),
  to_status: column.orNull(column.json<AlertStatus>()),
  actor_id: column.text(),
  actor_kind: column.json<Actor['kind']>(),
  reason: column.orNull(column.text()),
  changes: column.json<Readonly<Record<string, unknown>>>(),
  at: column.from('created_at', column.time()),
})
export type HistoryEntry = RowOf<typeof ALERT_HISTORY>

export type Done = { readonly action: string; readonly reason?: string | null; readonly changes?: object }

export async function noteDone(tx: TenantTx, alertId: string, actor: Actor, done: Done): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO alert_history (alert_id, kind, action, actor_id, actor_kind, reason, changes)
    VALUES ($1, 'audit', $2, $3, $4, $5, $6)`
  const changes = JSON.stringify(done.changes ?? {})
  await tx.run(sql, [alertId, done.action, actor.id, actor.kind, done.reason ?? null, changes])
}

export type Move = { readonly from: AlertStatus; readonly to: AlertStatus; readonly reason: string | null }

export async function noteTransition(tx: TenantTx, alertId: string, actor: Actor, move: Move): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO alert_history (alert_id, kind, action, from_status, to_status, actor_id, actor_kind, reason)
    VALUES ($1, 'status_change', 'status_changed', $2, $3, $4, $5, $6)`
  await tx.run(sql, [alertId, move.from, move.to, actor.id, actor.kind, move.reason])
}

export async function lastTransition(tx: TenantTx, alertId: string): Promise<HistoryEntry | null> {
  const sql = /* sql */ `
    SELECT ${ALERT_HISTORY.columns} FROM alert_history WHERE alert_id = $1 AND kind = 'status_change'
    ORDER BY created_at DESC, id DESC LIMIT 1`
  return (await tx.maybeOne(ALERT_HISTORY.read, sql, [alertId])) ?? null
}

/** Newest first. */
export function historyPage(
  tx: TenantTx,
  alertId: string,
  limit: number,
  after: Position | null,
): Promise<Placed<HistoryEntry>[]> {
  const sql = /* sql */ `
    SELECT ${ALERT_HISTORY.columns}, created_at::text AS position FROM alert_history
    WHERE alert_id = $1 AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(ALERT_HISTORY.read), sql, [alertId, limit, after?.[0] ?? null, after?.[1] ?? null])
}
