import { orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'

export const ALARM_KINDS = ['silent', 'fall', 'rise'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

export type SourceAlarm = {
  readonly id: string
  readonly source: string
  readonly kind: AlarmKind
  readonly reason: string
  readonly alertId: string
  readonly beganAt: Date
  readonly endedAt: Date | null
}

const COLUMNS = 'id, source, kind, reason, alert_id, began_at, ended_at'

/** Those that go on first, then newest first. */
export function alarmsOf(tx: TenantTx, limit: number): Promise<SourceAlarm[]> {
  const sql = /* sql */ `
    SELECT ${COLUMNS} FROM source_alarms ORDER BY ended_at IS NOT NULL, began_at DESC, id DESC LIMIT $1`
  return tx.many(toAlarm, sql, [limit])
}

export function openAlarms(tx: TenantTx): Promise<SourceAlarm[]> {
  return tx.many(toAlarm, /* sql */ `SELECT ${COLUMNS} FROM source_alarms WHERE ended_at IS NULL`)
}

export async function beginAlarm(
  tx: TenantTx,
  alarm: Pick<SourceAlarm, 'source' | 'kind' | 'reason' | 'alertId' | 'beganAt'>,
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO source_alarms (source, kind, reason, alert_id, began_at) VALUES ($1, $2, $3, $4, $5)`
  const { source, kind, reason, alertId, beganAt } = alarm
  await tx.run(sql, [source, kind, reason, alertId, beganAt])
}

export async function endAlarm(tx: TenantTx, id: string, at: Date): Promise<void> {
  await tx.run(/* sql */ `UPDATE source_alarms SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL`, [id, at])
}

function toAlarm(row: Row): SourceAlarm {
  return {
    id: text(row, 'id'),
    source: text(row, 'source'),
    kind: row.kind as AlarmKind, // a word that this context wrote
    reason: text(row, 'reason'),
    alertId: text(row, 'alert_id'),
    beganAt: time(row, 'began_at'),
    endedAt: orNull(time, row, 'ended_at'),
  }
}
