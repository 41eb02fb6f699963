import { assert } from '../../platform/assert.ts'
import type { Row } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { ALERT_COLUMNS, type Alert, toAlert } from './alert.ts'
import { derivedAlertId } from './alert-id.ts'
import { alertById, insertAlert, type NewAlert } from './alert-store.ts'
import { distinct, NAMES_MAX, searchText } from './alert-text.ts'
import { announceCreated, announceUpdated } from './outbox.ts'
import { PRIORITIES, severityOfRank, severityRank } from './words.ts'

/** What fusion found: signals of one correlation key in one window. */
export type FusedAlert = Omit<NewAlert, 'id' | 'metadata' | 'priority'> & {
  readonly correlationKey: string
  /** Start of the window, milliseconds since the epoch. */
  readonly windowMs: number
  /** In this upsert, not before. */
  readonly signalCount: number
}

/** The first position of a partition that was not consumed for these alerts. */
export type Consumed = { readonly topic: string; readonly partition: number; readonly nextPosition: number }

export type Upserted = { readonly alert: Alert; readonly isNew: boolean }

/** The alert of a correlation key and window, whoever makes it and however often. */
export function fusedAlertId(tx: TenantTx, { correlationKey, windowMs }: FusedAlert): string {
  return derivedAlertId('fused', tx.tenantId, correlationKey, String(windowMs))
}

/**
 * Writes what a range of records of one partition came to for this tenant, and moves the tenant's position in the same
 * transaction: a range that was written is not written again, and its counts are not added again. Null: it was written
 * before. More evidence for an alert that is there widens its times and names and can only raise its severity and
 * priority; what analysts did to it stays. Calls for one tenant and partition come in the order of their positions.
 */
export async function upsertFusedAlerts(
  tx: TenantTx,
  alerts: readonly FusedAlert[],
  consumed: Consumed,
): Promise<readonly Upserted[] | null> {
  if (!(await movePosition(tx, consumed))) return null
  const upserted: Upserted[] = []
  // In the order of their ids, so that two partitions that meet in the same alerts do not lock them crosswise.
  const ordered = alerts.map((alert) => ({ alert, id: fusedAlertId(tx, alert) })).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { alert, id } of ordered) upserted.push(await upsertFusedAlert(tx, id, alert))
  return upserted
}

async function upsertFusedAlert(tx: TenantTx, id: string, fused: FusedAlert): Promise<Upserted> {
  const metadata = { signal_count: fused.signalCount, correlation_key: fused.correlationKey }
  const made = await insertAlert(tx, { ...fused, id, priority: PRIORITIES[fused.severity], metadata })
  if (made === null) return { alert: await addEvidence(tx, id, fused), isNew: false }
  await announceCreated(tx, made)
  return { alert: made, isNew: true }
}

async function addEvidence(tx: TenantTx, id: string, fused: FusedAlert): Promise<Alert> {
  await tx.run(/* sql */ `SELECT id FROM alerts WHERE id = $1 FOR UPDATE`, [id])
  const present = await alertById(tx, id)
  assert(present !== null, 'an alert in the way of an insert is there')
  const merged = mergeEvidence(present, fused)
  const sql = /* sql */ `
    UPDATE alerts SET severity = $2, priority = $3, mitre_tactics = $4, mitre_techniques = $5, affected_ips = $6,
      affected_hosts = $7, affected_users = $8, first_seen = $9, last_seen = $10, metadata = $11, search_text = $12,
      narrative = NULL, updated_at = clock_timestamp()
    WHERE id = $1 RETURNING ${ALERT_COLUMNS}`
  const written = await tx.maybeOne((row: Row) => toAlert(row), sql, [
    ...[id, severityRank(merged.severity), merged.priority, merged.mitreTactics, merged.mitreTechniques],
    ...[merged.affectedIps, merged.affectedHosts, merged.affectedUsers, merged.firstSeen, merged.lastSeen],
    ...[JSON.stringify(merged.metadata), searchText(merged)],
  ])
  assert(written !== null, 'a locked alert is there to be changed')
  // Evidence comes with every range of records; those who follow are told when it changes what they are shown.
  const isShown = written.severity !== present.severity || written.priority !== present.priority
  if (isShown) await announceUpdated(tx, [written])
  return written
}

function mergeEvidence(present: Alert, fused: FusedAlert): Alert {
  const severity = severityOfRank(Math.max(severityRank(present.severity), severityRank(fused.severity)))
  const union = (a: readonly string[], b: readonly string[]) => distinct([...a, ...b], NAMES_MAX).values
  const signals = Number(present.metadata.signal_count ?? 0) + fused.signalCount
  return {
    ...present,
    severity,
    priority: Math.max(present.priority, severity === present.severity ? 0 : PRIORITIES[severity]),
    mitreTactics: union(present.mitreTactics, fused.mitreTactics),
    mitreTechniques: union(present.mitreTechniques, fused.mitreTechniques),
    affectedIps: union(present.affectedIps, fused.affectedIps),
    affectedHosts: union(present.affectedHosts, fused.affectedHosts),
    affectedUsers: union(present.affectedUsers, fused.affectedUsers),
    firstSeen: new Date(Math.min(present.firstSeen.getTime(), fused.firstSeen.getTime())),
    lastSeen: new Date(Math.max(present.lastSeen.getTime(), fused.lastSeen.getTime())),
    metadata: { ...present.metadata, signal_count: signals },
  }
}

/** False when the stored position has passed this one. Whoever comes second waits for the first to commit. */
async function movePosition(tx: TenantTx, { topic, partition, nextPosition }: Consumed): Promise<boolean> {
  const sql = /* sql */ `
    INSERT INTO alert_positions AS p (topic, partition, next_position) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, topic, partition) DO UPDATE SET next_position = EXCLUDED.next_position
      WHERE p.next_position < EXCLUDED.next_position`
  return (await tx.run(sql, [topic, partition, nextPosition])) === 1
}
