import { orNull, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { STATIC_ROLES } from './static-roles.ts'

export type NewSession = {
  readonly id: string
  readonly userId: string
  readonly refreshId: string
  readonly expiresAt: Date
  /** The sign-in connection it began through; null: a password. */
  readonly ssoConnectionId: string | null
}

/** Sessions of one user; past it the oldest ends. */
export const SESSIONS_PER_USER_MAX = 50

/** Adds a session, and removes ended and expired sessions of the user and those above the limit. */
export async function insertSession(tx: TenantTx, session: NewSession): Promise<void> {
  const insert = /* sql */ `
    INSERT INTO sessions (id, user_id, refresh_id, expires_at, sso_connection_id) VALUES ($1, $2, $3, $4, $5)`
  const { id, userId, refreshId, expiresAt, ssoConnectionId } = session
  await tx.run(insert, [id, userId, refreshId, expiresAt, ssoConnectionId])
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

/** The session behind an access token. */
const LIVE_SESSIONS = tableInCamelCase('LiveSession', {
  id: column.uuid(),
  user_id: column.orNull(column.uuid()),
  delegation_id: column.orNull(column.uuid()),
  created_at: column.time(),
  expires_at: column.time(),
  email: column.orNull(column.text()),
  role: column.orNull(column.word(STATIC_ROLES)),
})
export type LiveSession = RowOf<typeof LIVE_SESSIONS>

/** Null for a session that ended, expired, began before its user's sessions were revoked, or has no active user. */
export function liveSession(tx: TenantTx, id: string): Promise<LiveSession | null> {
  const sql = /* sql */ `
    SELECT s.id, s.user_id, s.delegation_id, s.created_at, s.expires_at, u.email, u.role
    FROM sessions s JOIN tenants n ON n.id = s.tenant_id
      LEFT JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
    WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND n.status = 'active'
      AND (s.user_id IS NULL
        OR u.is_active AND (u.sessions_revoked_at IS NULL OR s.created_at > u.sessions_revoked_at))`
  return tx.maybeOne(LIVE_SESSIONS.read, sql, [id])
}

/** True when its person signed in within so long: a refreshed session stays as old as its sign-in. */
export async function isFreshSession(tx: TenantTx, id: string, withinMs: number): Promise<boolean> {
  const sql = /* sql */ `
    SELECT created_at > clock_timestamp() - make_interval(secs => $2::double precision / 1000) AS is_fresh
    FROM sessions WHERE id = $1 AND ended_at IS NULL`
  return (await tx.maybeOne((row) => row.is_fresh === true, sql, [id, withinMs])) ?? false
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

/** Sessions of a user that began before it are refused; null when none ever were. */
export async function sessionsRevokedAt(tx: TenantTx, userId: string): Promise<Date | null> {
  const sql = /* sql */ `SELECT sessions_revoked_at FROM users WHERE id = $1`
  return tx.maybeOne((row) => orNull(time, row, 'sessions_revoked_at'), sql, [userId])
}

export async function endSession(tx: TenantTx, id: string): Promise<boolean> {
  const sql = /* sql */ `UPDATE sessions SET ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL`
  return (await tx.run(sql, [id])) === 1
}

/**
 * Ends the user's sessions. Unless one session is kept, it also stores the time and returns it: a session that began
 * earlier stays refused even if its row remains. Returns null when one session is kept.
 */
export async function endSessionsOf(tx: TenantTx, userId: string, except: string | null = null): Promise<Date | null> {
  const mark = /* sql */ `
    UPDATE users SET sessions_revoked_at = clock_timestamp() WHERE id = $1 RETURNING sessions_revoked_at`
  const at = except === null ? await tx.maybeOne((row) => time(row, 'sessions_revoked_at'), mark, [userId]) : null
  const sql = /* sql */ `
    UPDATE sessions SET ended_at = clock_timestamp()
    WHERE user_id = $1 AND ended_at IS NULL AND ($2::uuid IS NULL OR id <> $2)`
  await tx.run(sql, [userId, except])
  return at
}

/** Ends sessions that began through a sign-in connection, of all users or of one. */
export async function endSessionsThrough(tx: TenantTx, connectionId: string, userId: string | null = null) {
  const sql = /* sql */ `
    UPDATE sessions SET ended_at = clock_timestamp()
    WHERE sso_connection_id = $1 AND ended_at IS NULL AND ($2::uuid IS NULL OR user_id = $2)`
  await tx.run(sql, [connectionId, userId])
}
