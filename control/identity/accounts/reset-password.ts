/**
 * New passwords for users who lost theirs: an administrator creates one that works once, or the owner requests a link
 * by mail. Either way all sessions and other links of the user end.
 */
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { sha256 } from '../../../platform/sha256.ts'
import { isTenantId, type TenantId, tenantId } from '../../../platform/tenant.ts'
import { int, text } from '../../../stores/postgres/columns.ts'
import { type TenantTx, withSystem, withTenant } from '../../../stores/postgres/pool.ts'
import { ONE_TIME_PASSWORD_MS } from './bootstrap-admin.ts'
import type { LoginDeps } from './login.ts'
import { requireAbove } from './manage-roles.ts'
import { getUser } from './manage-users.ts'
import { type CheckedPassword, checkPassword, type HashSlots, hashPassword } from './passwords.ts'
import type { Holder } from './principal.ts'
import { endSessionsOf } from './session-store.ts'
import { normalEmail } from './user.ts'
import { accountByEmail, passwordOf, setPassword } from './user-store.ts'

export const PASSWORD_RESET_MS = 3_600_000
/**
 * Maximum links of one user within `PASSWORD_RESET_MS`, so that a person who knows the address cannot fill the mailbox.
 */
export const PASSWORD_RESETS_MAX = 3

export type OneTimePassword = { readonly password: string; readonly hash: string }

/** Random, so that nothing it is judged by can hold. */
export const randomPassword = () => randomBytes(18).toString('base64url') as CheckedPassword

/** Made outside of a transaction: hashing takes its time. */
export async function makeOneTimePassword(slots: HashSlots): Promise<OneTimePassword> {
  const password = randomPassword()
  return { password, hash: await slots.run(() => hashPassword(password)) }
}

/**
 * Returns when the password expires. Throws `not_found`; `forbidden` for a caller who holds less than the user;
 * `conflict` for the caller's own password, and for a user without a password because an identity provider signs them
 * in.
 */
export async function resetPassword(
  tx: TenantTx,
  principal: Holder,
  userId: string,
  { hash }: OneTimePassword,
  nowMs: number,
): Promise<Date> {
  const user = await getUser(tx, userId)
  await requireAbove(tx, principal, userId)
  if (principal.userId === userId) throw new AppError('conflict', 'the own password is changed with the present one')
  const own = await passwordOf(tx, userId)
  if (own === null || own.hash === null)
    throw new AppError('conflict', 'this user has no password: an identity provider signs them in')
  if (!user.isActive) throw new AppError('conflict', 'this user is not active')
  const expiresAt = new Date(nowMs + ONE_TIME_PASSWORD_MS)
  await replace(tx, userId, hash, expiresAt)
  return expiresAt
}

/** False when this one-time password has been used. */
export async function spendOneTimePassword(tx: TenantTx, userId: string, hash: string): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE users SET password_used_at = clock_timestamp()
    WHERE id = $1 AND password_hash = $2 AND password_expires_at IS NOT NULL AND password_used_at IS NULL`
  return (await tx.run(sql, [userId, hash])) === 1
}

export type PasswordLink = { readonly tenant: TenantId; readonly userId: string; readonly token: string }

/** Content of the link for an address. Null when no account may be mailed one; the caller gets the same answer. */
export async function openPasswordLink(
  { pool, nowMs }: Pick<LoginDeps, 'pool' | 'nowMs'>,
  email: string,
  tenant: string | null,
): Promise<PasswordLink | null> {
  const account = await withSystem(pool, 'password reset', (tx) => accountByEmail(tx, normalEmail(email), tenant))
  if (account === null || !account.isActive || account.passwordHash === null) return null
  const of = tenantId(account.tenant)
  const kind = { purpose: 'reset', forMs: PASSWORD_RESET_MS } as const
  const secret = await withTenant(pool, of, (tx) => insertReset(tx, account.id, kind, nowMs()))
  return secret === null ? null : { tenant: of, userId: account.id, token: `${secret}.${of}` }
}

/** Throws 422 for a token that is unknown, was used or is too old, and for a password that may not be one. */
export async function prepareReset(
  { pool, slots, nowMs }: LoginDeps,
  { token, next }: { readonly token: string; readonly next: string },
) {
  const [secret = '', tenant = ''] = token.split('.')
  if (!isTenantId(tenant)) throw badToken()
  const of = tenantId(tenant)
  const found = await withTenant(pool, of, async (tx) => {
    const userId = await userOfReset(tx, secret, nowMs())
    const own = userId === null ? null : await passwordOf(tx, userId)
    return userId === null || own === null ? null : { userId, ...own }
  })
  if (found === null) throw badToken()
  const { email, username, userId } = found
  const checked = checkPassword(next, { email, username, tenant: of }, 'new_password')
  const hash = await slots.run(() => hashPassword(checked))
  return { tenant: of, userId, secret, hash }
}

/** The second of two simultaneous requests with one token is refused as if it were late. */
export async function finishReset(
  tx: TenantTx,
  { userId, secret, hash }: { readonly userId: string; readonly secret: string; readonly hash: string },
  nowMs: number,
): Promise<void> {
  if (!(await takeReset(tx, userId, secret, nowMs))) throw badToken()
  await replace(tx, userId, hash, null)
}

export const badToken = () => invalid('token', 'this link was used, is too old or was never sent')

async function replace(tx: TenantTx, userId: string, hash: string, expiresAt: Date | null): Promise<void> {
  await setPassword(tx, userId, hash, expiresAt)
  await tx.run(/* sql */ `DELETE FROM password_resets WHERE user_id = $1`, [userId])
  await endSessionsOf(tx, userId)
}

type Purpose = 'reset' | 'invitation'

/** Gives the secret of the link; null past the number of links. */
export async function insertReset(
  tx: TenantTx,
  userId: string,
  { purpose, forMs }: { readonly purpose: Purpose; readonly forMs: number },
  nowMs: number,
): Promise<string | null> {
  // Requests for the same user wait for one another here, so that the number of links holds.
  await tx.run(/* sql */ `SELECT id FROM users WHERE id = $1 FOR UPDATE`, [userId])
  await tx.run(/* sql */ `DELETE FROM password_resets WHERE user_id = $1 AND expires_at <= $2`, [
    userId,
    new Date(nowMs),
  ])
  const open = await tx.maybeOne(
    (row) => int(row, 'open'),
    /* sql */ `SELECT count(*)::int AS open FROM password_resets WHERE user_id = $1`,
    [userId],
  )
  if ((open ?? 0) >= PASSWORD_RESETS_MAX) return null
  const secret = randomBytes(32).toString('base64url')
  const sql = /* sql */ `
    INSERT INTO password_resets (user_id, token_digest, expires_at, purpose) VALUES ($1, $2, $3, $4)`
  await tx.run(sql, [userId, sha256(secret), new Date(nowMs + forMs), purpose])
  return secret
}

/** `purpose` null: either. */
export function userOfReset(
  tx: TenantTx,
  secret: string,
  nowMs: number,
  purpose: Purpose | null = null,
): Promise<string | null> {
  const sql = /* sql */ `
    SELECT r.user_id FROM password_resets r JOIN users u ON u.id = r.user_id
    WHERE r.token_digest = $1 AND r.expires_at > $2 AND u.is_active AND u.password_hash IS NOT NULL
      AND ($3::text IS NULL OR r.purpose = $3)`
  return tx.maybeOne((row) => text(row, 'user_id'), sql, [sha256(secret), new Date(nowMs), purpose])
}

/** False when another took it meanwhile. */
export async function takeReset(tx: TenantTx, userId: string, secret: string, nowMs: number): Promise<boolean> {
  const sql = /* sql */ `DELETE FROM password_resets WHERE user_id = $1 AND token_digest = $2 AND expires_at > $3`
  return (await tx.run(sql, [userId, sha256(secret), new Date(nowMs)])) === 1
}
