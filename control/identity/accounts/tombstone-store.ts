/** Changes to the rows of an erased user; each answers with the number of rows. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'

export type Tombstone = { readonly email: string; readonly username: string }

/** Sessions that began before are refused for ever, whatever becomes of their rows. */
export function buryUser(tx: TenantTx, id: string, { email, username }: Tombstone): Promise<number> {
  const sql = /* sql */ `
    UPDATE users SET email = $2, username = $3, password_hash = NULL, password_expires_at = NULL, is_active = false,
      preferences = '{}', last_login_at = NULL, sessions_revoked_at = clock_timestamp()
    WHERE id = $1`
  return tx.run(sql, [id, email, username])
}

/** The number and every other address go from receipts of messages to them as well. */
export async function forgetPhoneOf(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM user_phones WHERE user_id = $1`, [id])
  const sql = /* sql */ `
    UPDATE notification_deliveries SET address = 'erased-' || id, receiver = 'erased'
    WHERE user_id = $1 AND address NOT LIKE 'erased-%'`
  await tx.run(sql, [id])
}

export function removeSessionsOf(tx: TenantTx, id: string): Promise<number> {
  return tx.run(/* sql */ `DELETE FROM sessions WHERE user_id = $1`, [id])
}

/** A key keeps its row, which entries of the log refer to; its name is free text. */
export function buryKeysOf(tx: TenantTx, id: string): Promise<number> {
  const sql = /* sql */ `
    UPDATE api_keys SET is_active = false, name = 'erased' WHERE owner_id = $1 AND (is_active OR name <> 'erased')`
  return tx.run(sql, [id])
}

export function takeRolesOf(tx: TenantTx, id: string): Promise<number> {
  return tx.run(/* sql */ `DELETE FROM user_roles WHERE user_id = $1`, [id])
}

/**
 * Deletes stored answers to repeated requests that contain the user's name and address. Such a request counts as new
 * when it is repeated.
 */
export function forgetAnswersAbout(tx: TenantTx, id: string, email: string): Promise<number> {
  const sql = /* sql */ `
    DELETE FROM idempotency_keys WHERE answer ->> 'id' = $1 OR position($2 IN lower(answer::text)) > 0`
  return tx.run(sql, [id, JSON.stringify(email).toLowerCase()])
}
