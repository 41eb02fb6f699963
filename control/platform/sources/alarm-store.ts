import type { OpenFirst, OpenFirstPosition } from '../../../platform/paging.ts'
import { openFirst } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export const ALARM_KINDS = ['silent', 'fall', 'rise'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

export const ALARMS = tableInCamelCase('SourceAlarm', {
  id: column.uuid(),
  source: column.text(),
  kind: column.word(ALARM_KINDS),
  reason: column.text(),
  alert_id: column.uuid(),
  began_at: column.time(),
  ended_at: column.orNull(column.time()),
})
export type SourceAlarm = RowOf<typeof ALARMS>

/** Open alarms first, then newest first. */
export function alarmsPage(
  tx: TenantTx,
  limit: number,
  after: OpenFirstPosition | null,
): Promise<OpenFirst<SourceAlarm>[]> {
  const sql = /* sql */ `
    SELECT ${ALARMS.columns}, ended_at IS NULL AS is_open, began_at::text AS position FROM source_alarms
    WHERE $1::boolean IS NULL OR (ended_at IS NULL, began_at, id) < ($1::boolean, $2::timestamptz, $3::uuid)
    ORDER BY ended_at IS NULL DESC, began_at DESC, id DESC LIMIT $4`
  const place = [after?.isOpen ?? null, after?.at[0] ?? null, after?.at[1] ?? null]
  return tx.many(openFirst(ALARMS.read), sql, [...place, limit])
}

export function openAlarms(tx: TenantTx): Promise<SourceAlarm[]> {
  return tx.many(ALARMS.read, /* sql */ `SELECT ${ALARMS.columns} FROM source_alarms WHERE ended_at IS NULL`)
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
