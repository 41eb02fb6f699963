import { type Row, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { GrantableRole } from '../static-roles.ts'
import { USERS, type User } from '../user.ts'

/** A user that may match a sign-in. `ownRole` is false while the role in the row comes from the last sign-in. */
export type Candidate = { readonly user: User; readonly ownRole: boolean }

const CANDIDATE = `${USERS.columns}, role_source`

function toCandidate(row: Row): Candidate {
  return { user: USERS.read(row), ownRole: text(row, 'role_source') !== 'sso' }
}

/** Finds and locks the user of a provider's subject until this transaction ends. */
export function lockBySubject(tx: TenantTx, connectionId: string, subject: string): Promise<Candidate | null> {
  const sql = /* sql */ `
    SELECT ${CANDIDATE} FROM users
    WHERE id = (SELECT i.user_id FROM sso_identities i WHERE i.connection_id = $1 AND i.subject = $2) FOR UPDATE`
  return tx.maybeOne(toCandidate, sql, [connectionId, subject])
}

export function lockByEmail(tx: TenantTx, email: string): Promise<Candidate | null> {
  return tx.maybeOne(toCandidate, /* sql */ `SELECT ${CANDIDATE} FROM users WHERE email = $1 FOR UPDATE`, [email])
}

/** False when the subject or the user has another counterpart through this connection. */
export async function insertIdentity(tx: TenantTx, connectionId: string, subject: string, userId: string) {
  const sql = /* sql */ `
    INSERT INTO sso_identities (connection_id, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  return (await tx.run(sql, [connectionId, subject, userId])) === 1
}

/**
 * Creates a user without a password; null when another request created a user of that address meanwhile. Its username
 * is the address, unless another user has chosen that as a name.
 */
export function insertProvisioned(tx: TenantTx, email: string, role: GrantableRole): Promise<Candidate | null> {
  const sql = /* sql */ `
    INSERT INTO users (email, username, role, role_source)
    VALUES ($1, CASE WHEN EXISTS (SELECT FROM users WHERE username = $1) THEN gen_random_uuid()::text ELSE $1 END,
      $2, 'sso')
    ON CONFLICT DO NOTHING RETURNING ${CANDIDATE}`
  return tx.maybeOne(toCandidate, sql, [email, role])
}

/** Sets the displayed role of a user who has no role of its own. */
export async function showRole(tx: TenantTx, userId: string, role: GrantableRole): Promise<void> {
  const sql = /* sql */ `UPDATE users SET role = $2 WHERE id = $1 AND role_source = 'sso' AND role <> $2`
  await tx.run(sql, [userId, role])
}

/**
 * Removes the names that providers have for a user, and the roles that rest on them. Answers with the number of names.
 */
export async function forgetIdentitiesOf(tx: TenantTx, userId: string): Promise<number> {
  await tx.run(/* sql */ `DELETE FROM sso_roles WHERE user_id = $1`, [userId])
  return tx.run(/* sql */ `DELETE FROM sso_identities WHERE user_id = $1`, [userId])
}
