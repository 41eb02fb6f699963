import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { ONCALL_LIMITS } from './limits.ts'

export const OVERRIDES = tableInCamelCase('OncallOverride', {
  id: column.uuid(),
  rotation_id: column.uuid(),
  user_id: column.uuid({ description: 'person on call in place of whoever has the shift' }),
  from_at: column.time(),
  until_at: column.time(),
  reason: column.text(),
  created_by: column.text(),
  created_at: column.time(),
  ended_at: column.orNull(column.time({ description: 'time of an early end' })),
  ended_by: column.orNull(column.text()),
})
export type Override = RowOf<typeof OVERRIDES>
export type NewOverride = Pick<Override, 'rotationId' | 'userId' | 'fromAt' | 'untilAt' | 'reason' | 'createdBy'>

/** Current and planned overrides, by start. */
export function openOverrides(tx: TenantTx, nowMs: number): Promise<Override[]> {
  const sql = /* sql */ `
    SELECT ${OVERRIDES.columns} FROM oncall_overrides WHERE ended_at IS NULL AND until_at > $1 ORDER BY from_at, id`
  return tx.many(OVERRIDES.read, sql, [new Date(nowMs)])
}

/** Null past the number that a tenant may have. */
export function insertOverride(tx: TenantTx, override: NewOverride, nowMs: number): Promise<Override | null> {
  const sql = /* sql */ `
    INSERT INTO oncall_overrides (rotation_id, user_id, from_at, until_at, reason, created_by, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7
    WHERE (SELECT count(*) FROM oncall_overrides WHERE ended_at IS NULL AND until_at > $7) < $8
    RETURNING ${OVERRIDES.columns}`
  const { rotationId, userId, fromAt, untilAt, reason, createdBy } = override
  const params = [rotationId, userId, fromAt, untilAt, reason, createdBy, new Date(nowMs)]
  return tx.maybeOne(OVERRIDES.read, sql, [...params, ONCALL_LIMITS.overrides])
}

/** Null for one that is over. */
export function openOverride(tx: TenantTx, id: string, nowMs: number): Promise<Override | null> {
  const sql = /* sql */ `
    SELECT ${OVERRIDES.columns} FROM oncall_overrides WHERE id = $1 AND ended_at IS NULL AND until_at > $2 FOR UPDATE`
  return tx.maybeOne(OVERRIDES.read, sql, [id, new Date(nowMs)])
}

export function markEnded(tx: TenantTx, id: string, endedBy: string, nowMs: number): Promise<Override> {
  const sql = /* sql */ `
    UPDATE oncall_overrides SET ended_at = $2, ended_by = $3 WHERE id = $1 RETURNING ${OVERRIDES.columns}`
  return tx.one(OVERRIDES.read, sql, [id, new Date(nowMs), endedBy])
}
