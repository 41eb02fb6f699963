import { Type } from 'typebox'
import { uuid } from '../../../schemas/wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { ONCALL_LIMITS } from './limits.ts'

export const PRESENCE_STATES = ['available', 'busy', 'offline', 'snoozed'] as const
export type PresenceState = (typeof PRESENCE_STATES)[number]

export const PRESENCES = tableInCamelCase('Presence', {
  user_id: column.text(),
  user_email: column.text(),
  user_name: column.text(),
  status: column.word(PRESENCE_STATES),
  schedule_ref: column.orNull(column.text()),
  rotation: column.orNull(column.text()),
  note: column.orNull(column.text()),
  until: column.orNull(column.time()),
  updated_at: column.time(),
})
export type Presence = RowOf<typeof PRESENCES>

/** An expired snooze counts as available. Available people come first. */
export function presences(tx: TenantTx): Promise<Presence[]> {
  const sql = /* sql */ `
    SELECT p.user_id, u.email AS user_email, u.username AS user_name,
      CASE WHEN p.status = 'snoozed' AND p.until <= clock_timestamp() THEN 'available' ELSE p.status END AS status,
      p.schedule_ref, p.rotation, p.note, CASE WHEN p.until > clock_timestamp() THEN p.until END AS until, p.updated_at
    FROM oncall_presence p JOIN users u ON u.id = p.user_id WHERE u.is_active
    ORDER BY array_position(ARRAY['available', 'busy', 'snoozed', 'offline'], CASE WHEN p.status = 'snoozed'
      AND p.until <= clock_timestamp() THEN 'available' ELSE p.status END), u.username, p.user_id`
  return tx.many(PRESENCES.read, sql)
}

export type PresenceInput = Pick<Presence, 'userId' | 'status' | 'scheduleRef' | 'rotation' | 'note' | 'until'>

export async function putPresence(tx: TenantTx, presence: PresenceInput): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO oncall_presence (user_id, status, schedule_ref, rotation, note, until) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET status = $2, schedule_ref = $3, rotation = $4, note = $5, until = $6,
      updated_at = clock_timestamp()`
  const { userId, status, scheduleRef, rotation, note, until } = presence
  await tx.run(sql, [userId, status, scheduleRef, rotation, note, until])
}

export const ROTATIONS = tableInCamelCase('Rotation', {
  id: column.uuid(),
  name: column.text(),
  time_zone: column.text(),
  starts_on: column.text(),
  handoff_at: column.text(),
  handoff_days: column.int(),
  user_ids: column.json<readonly string[]>(Type.Array(uuid)),
  created_by: column.text(),
  created_at: column.time(),
  last_turn: column.hidden(column.from('told_turn', column.orNull(column.int()))),
  last_override: column.hidden(column.from('told_override', column.orNull(column.uuid()))),
})
export type Rotation = RowOf<typeof ROTATIONS>
export type NewRotation = Omit<Rotation, 'id' | 'createdAt' | 'lastTurn' | 'lastOverride'>

/** Null past the number that a tenant may have, and for a name that is taken. */
export function insertRotation(tx: TenantTx, rotation: NewRotation): Promise<Rotation | null> {
  const sql = /* sql */ `
    INSERT INTO oncall_rotations (name, time_zone, starts_on, handoff_at, handoff_days, user_ids, created_by)
    SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM oncall_rotations) < $8
    ON CONFLICT (tenant_id, name) DO NOTHING RETURNING ${ROTATIONS.columns}`
  const { name, timeZone, startsOn, handoffAt, handoffDays, userIds, createdBy } = rotation
  const params = [name, timeZone, startsOn, handoffAt, handoffDays, userIds, createdBy]
  return tx.maybeOne(ROTATIONS.read, sql, [...params, ONCALL_LIMITS.rotations])
}

export function rotations(tx: TenantTx): Promise<Rotation[]> {
  return tx.many(ROTATIONS.read, /* sql */ `SELECT ${ROTATIONS.columns} FROM oncall_rotations ORDER BY name`)
}

/** Locks the rotation until the transaction ends. */
export function lockedRotation(tx: TenantTx, id: string): Promise<Rotation | null> {
  const sql = /* sql */ `SELECT ${ROTATIONS.columns} FROM oncall_rotations WHERE id = $1 FOR UPDATE`
  return tx.maybeOne(ROTATIONS.read, sql, [id])
}

/** Handoffs up to `announcedTurn` are not announced any more. */
export function updateRotation(tx: TenantTx, rotation: Rotation, announcedTurn: number | null): Promise<Rotation> {
  const sql = /* sql */ `
    UPDATE oncall_rotations SET time_zone = $2, starts_on = $3, handoff_at = $4, handoff_days = $5, user_ids = $6,
      told_turn = $7
    WHERE id = $1 RETURNING ${ROTATIONS.columns}`
  const { id, timeZone, startsOn, handoffAt, handoffDays, userIds } = rotation
  return tx.one(ROTATIONS.read, sql, [id, timeZone, startsOn, handoffAt, handoffDays, userIds, announcedTurn])
}

export function removeRotation(tx: TenantTx, id: string): Promise<Rotation | null> {
  return tx.maybeOne(
    ROTATIONS.read,
    /* sql */ `DELETE FROM oncall_rotations WHERE id = $1 RETURNING ${ROTATIONS.columns}`,
    [id],
  )
}

type Announced = { readonly turn: number; readonly overrideId: string | null }

/** True once for each turn and each change within one, whatever the number of replicas and the pace of their clocks. */
export async function markHandoffOnce(
  tx: TenantTx,
  id: string,
  { turn, overrideId }: Announced,
  nowMs: number,
): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE oncall_rotations SET told_turn = $2, told_override = $3, told_at = $4
    WHERE id = $1 AND (told_at IS NULL OR told_at <= $4)
      AND (told_turn IS NULL OR told_turn < $2 OR (told_turn = $2 AND told_override IS DISTINCT FROM $3::uuid))`
  return (await tx.run(sql, [id, turn, overrideId, new Date(nowMs)])) === 1
}
