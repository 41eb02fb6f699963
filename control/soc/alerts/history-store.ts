import { orNull, placed, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import type { Actor } from './actor.ts'
import type { AlertStatus } from './words.ts'

/** One thing that was done to an alert. A change of status names both ends. */
export type HistoryEntry = {
  readonly id: string
  readonly kind: 'status_change' | 'audit'
  readonly action: string
  readonly fromStatus: AlertStatus | null
  readonly toStatus: AlertStatus | null
  readonly actorId: string
  readonly actorKind: Actor['kind']
  readonly reason: string | null
  readonly changes: Readonly<Record<string, unknown>>
  readonly at: Date
}

const COLUMNS = 'id, kind, action, from_status, to_status, actor_id, actor_kind, reason, changes, created_at'

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
    SELECT ${COLUMNS} FROM alert_history WHERE alert_id = $1 AND kind = 'status_change'
    ORDER BY created_at DESC, id DESC LIMIT 1`
  return (await tx.maybeOne(toEntry, sql, [alertId])) ?? null
}

/** Newest first. */
export function historyPage(
  tx: TenantTx,
  alertId: string,
  limit: number,
  after: Position | null,
): Promise<Placed<HistoryEntry>[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS}, created_at::text AS position FROM alert_history
    WHERE alert_id = $1 AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(toEntry), sql, [alertId, limit, after?.[0] ?? null, after?.[1] ?? null])
}

function toEntry(row: Row): HistoryEntry {
  return {
    id: text(row, 'id'),
    kind: text(row, 'kind') as HistoryEntry['kind'], // a CHECK constraint of the column guarantees the value
    action: text(row, 'action'),
    fromStatus: orNull(text, row, 'from_status') as AlertStatus | null,
    toStatus: orNull(text, row, 'to_status') as AlertStatus | null,
    actorId: text(row, 'actor_id'),
    actorKind: text(row, 'actor_kind') as Actor['kind'],
    reason: orNull(text, row, 'reason'),
    changes: row.changes as Readonly<Record<string, unknown>>,
    at: time(row, 'created_at'),
  }
}
