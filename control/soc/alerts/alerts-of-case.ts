/** Links alerts to cases: an alert belongs to one at most. The context `cases` owns the cases themselves. */
import { int, placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { ALERTS, type Alert } from './alert.ts'
import { lockAlerts } from './alert-store.ts'
import { announceUpdated } from './outbox.ts'

/** The actor that a history names; an alert knows every actor on a case as a person or a program. */
type Named = { readonly id: string; readonly kind: string }

/** Returns the alerts that exist, locked until this transaction ends, so that nobody moves them meanwhile. */
export function linkedAlerts(tx: TenantTx, ids: readonly string[]): Promise<Alert[]> {
  return lockAlerts(tx, ids)
}

/**
 * Moves alerts that this transaction has locked into a case; null takes them out of it. Each keeps it in its history.
 */
export async function putInCase(
  tx: TenantTx,
  actor: Named,
  ids: readonly string[],
  caseId: string | null,
): Promise<Alert[]> {
  if (ids.length === 0) return []
  const noted = /* sql */ `
    INSERT INTO alert_history (alert_id, kind, action, actor_id, actor_kind, changes)
    SELECT id, 'audit', 'case_changed', $2, $3, jsonb_build_object('from', case_id, 'to', $4::uuid)
    FROM alerts WHERE id = ANY($1)`
  const kind = actor.kind === 'human' ? 'human' : 'automation'
  await tx.run(noted, [ids, actor.id, kind, caseId])
  const sql = /* sql */ `
    UPDATE alerts SET case_id = $2, updated_at = clock_timestamp() WHERE id = ANY($1) RETURNING ${ALERTS.columns}`
  const changed = await tx.many(ALERTS.read, sql, [ids, caseId])
  await announceUpdated(tx, changed)
  return changed
}

/** Alerts of several cases, newest first. */
export function alertsOfCase(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<Alert>[]> {
  const sql = /* sql */ `
    SELECT ${ALERTS.columns}, created_at::text AS position FROM alerts
    WHERE case_id = ANY($1) AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(ALERTS.read), sql, [...[caseIds, limit, after?.[0] ?? null, after?.[1] ?? null]])
}

export async function countAlertsOfCase(tx: TenantTx, caseId: string): Promise<number> {
  const sql = /* sql */ `SELECT count(*) AS alerts FROM alerts WHERE case_id = $1`
  return (await tx.maybeOne((row) => int(row, 'alerts'), sql, [caseId])) ?? 0
}
