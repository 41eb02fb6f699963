import { orNull, type Row, text, time } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { StaticRole } from './static-roles.ts'
import { toRole } from './user.ts'

export type NewSession = {
  readonly id: string
  readonly userId: string
  readonly refreshId: string
  readonly expiresAt: Date
}

/** Sessions of one user; past it the oldest ends. */
export const SESSIONS_PER_USER_MAX = 50

/** Makes room as well: what ended or expired goes, and what is beyond the bound. */
export async function insertSession(tx: TenantTx, session: NewSession): Promise<void> {
  const insert = /* sql */ `INSERT INTO sessions (id, user_id, refresh_id, expires_at) VALUES ($1, $2, $3, $4)`
  await tx.run(insert, [session.id, session.userId, session.refreshId, session.expiresAt])
  const makeRoom = /* sql */ `
    DELETE FROM sessions WHERE user_id = $1 AND (expires_at < now() OR ended_at IS NOT NULL OR id IN (
      SELECT s.id FROM sessions s WHERE s.user_id = $1 ORDER BY s.created_at DESC, s.id DESC OFFSET $2))`
  await tx.run(makeRoom, [session.userId, SESSIONS_PER_USER_MAX])
}

export type DelegatedSession = { readonly id: string; readonly delegationId: string; readonly expiresAt: Date }

export async function insertDelegatedSession(tx: TenantTx, session: DelegatedSession): Promise<void> {
  const insert = /* sql */ `INSERT INTO sessions (id, delegation_id, expires_at) VALUES ($1, $2, $3)`
  await tx.run(insert, [session.id, session.delegationId, session.expiresAt])
  await tx.run(/* sql */ `DELETE FROM sessions WHERE delegation_id = $1 AND expires_at < now()`, [session.delegationId])
}

/** What stands behind an access token. */
export type LiveSession = {
  readonly id: string
  readonly userId: string | null
  readonly delegationId: string | null
  readonly expiresAt: Date
  readonly email: string | null
  readonly role: StaticRole | null
}

/** Null for a session that ended, expired, began before its user's sessions were revoked, or has no active user. */
export function liveSession(tx: TenantTx, id: string): Promise<LiveSession | null> {
  const sql = /* sql */ `
    SELECT s.id, s.user_id, s.delegation_id, s.expires_at, u.email, u.role
    FROM sessions s JOIN tenants n ON n.id = s.tenant_id
      LEFT JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
    WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND n.status = 'active'
      AND (s.user_id IS NULL
        OR u.is_active AND (u.sessions_revoked_at IS NULL OR s.created_at > u.sessions_revoked_at))`
  const toSession = (row: Row) => ({
    id: text(row, 'id'),
    userId: orNull(text, row, 'user_id'),
    delegationId: orNull(text, row, 'delegation_id'),
    expiresAt: time(row, 'expires_at'),
    email: orNull(text, row, 'email'),
    role: row.role === null ? null : toRole(row),
  })
  return tx.maybeOne(toSession, sql, [id])
}

/** False when `from` is not the refresh token that is still good: it was used before. */
export async function moveRefresh(
  tx: TenantTx,
  id: string,
  from: string,
  to: string,
  expiresAt: Date,
): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE sessions SET refresh_id = $3, expires_at = $4 WHERE id = $1 AND refresh_id = $2 AND ended_at IS NULL`
  return (await tx.run(sql, [id, from, to, expiresAt])) === 1
}

export async function endSession(tx: TenantTx, id: string): Promise<boolean> {
  const sql = /* sql */ `UPDATE sessions SET ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL`
  return (await tx.run(sql, [id])) === 1
}

/** Writes down the moment too: a session that began before it stays refused whatever becomes of its row. */
export async function endSessionsOf(tx: TenantTx, userId: string, except: string | null = null): Promise<void> {
  if (except === null)
    await tx.run(/* sql */ `UPDATE users SET sessions_revoked_at = clock_timestamp() WHERE id = $1`, [userId])
  const sql = /* sql */ `
    UPDATE sessions SET ended_at = clock_timestamp()
    WHERE user_id = $1 AND ended_at IS NULL AND ($2::uuid IS NULL OR id <> $2)`
  await tx.run(sql, [userId, except])
}
