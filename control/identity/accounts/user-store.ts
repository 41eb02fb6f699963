import type { Placed, Position } from '../../../platform/paging.ts'
import { placed, text } from '../../../stores/postgres/columns.ts'
import type { OperatorTx, SystemTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { GrantableRole } from './static-roles.ts'
import { type Preferences, USERS, type User } from './user.ts'

export type NewUser = {
  readonly email: string
  readonly username: string
  readonly role: GrantableRole
  readonly passwordHash: string
}

/** Null when the address or the name is taken in this tenant. */
export function insertUser(tx: TenantTx, user: NewUser): Promise<User | null> {
  const sql = /* sql */ `
    INSERT INTO users (email, username, role, password_hash) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING ${USERS.columns}`
  return tx.maybeOne(USERS.read, sql, [user.email, user.username, user.role, user.passwordHash])
}

export function userById(tx: TenantTx, id: string): Promise<User | null> {
  return tx.maybeOne(USERS.read, /* sql */ `SELECT ${USERS.columns} FROM users WHERE id = $1`, [id])
}

/** Returns the users among these ids who exist in this tenant, by id. */
export async function usersByIds(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, User>> {
  const sql = /* sql */ `SELECT ${USERS.columns} FROM users WHERE id = ANY($1::uuid[])`
  const users = await tx.many(USERS.read, sql, [ids])
  return new Map(users.map((user) => [user.id, user]))
}

/** Reads and locks a user until this transaction ends. */
export function lockUser(tx: TenantTx, id: string): Promise<User | null> {
  return tx.maybeOne(USERS.read, /* sql */ `SELECT ${USERS.columns} FROM users WHERE id = $1 FOR UPDATE`, [id])
}

export type { Placed, Position }

/** Newest first. A position keeps the microseconds that a Date would lose. */
export function usersPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<User>[]> {
  const sql = /* sql */ `
    SELECT ${USERS.columns}, created_at::text AS position FROM users
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(USERS.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

export type UserChange = {
  readonly username: string
  /** Null: stays as it is. */
  readonly role: GrantableRole | null
  readonly isActive: boolean
}

/**
 * The statement names the role only when it changes, because row rights check every statement that names it. A role set
 * by hand is not changed by an identity provider later.
 */
export function updateUser(tx: TenantTx, user: User, to: UserChange): Promise<User | null> {
  const values = [user.id, to.username, to.isActive]
  if (to.role === null) {
    const sql = /* sql */ `UPDATE users SET username = $2, is_active = $3 WHERE id = $1 RETURNING ${USERS.columns}`
    return tx.maybeOne(USERS.read, sql, values)
  }
  const sql = /* sql */ `
    UPDATE users SET username = $2, is_active = $3, role = $4, role_source = 'static' WHERE id = $1
    RETURNING ${USERS.columns}`
  return tx.maybeOne(USERS.read, sql, [...values, to.role])
}

export async function isUsernameUsed(tx: TenantTx, username: string, exceptId: string): Promise<boolean> {
  const sql = /* sql */ `SELECT id FROM users WHERE username = $1 AND id <> $2`
  return (await tx.maybeOne(() => true, sql, [username, exceptId])) ?? false
}

export async function updatePreferences(tx: TenantTx, id: string, preferences: Preferences): Promise<void> {
  await tx.run(/* sql */ `UPDATE users SET preferences = $2 WHERE id = $1`, [id, JSON.stringify(preferences)])
}

/** False when the password is no longer the one it was judged against. */
export async function updatePassword(tx: TenantTx, id: string, from: string, to: string): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE users SET password_hash = $3, password_expires_at = NULL, password_used_at = NULL
    WHERE id = $1 AND password_hash = $2`
  return (await tx.run(sql, [id, from, to])) === 1
}

/** Sets a password; with `expiresAt` it works for one sign-in only. */
export async function setPassword(tx: TenantTx, id: string, hash: string, expiresAt: Date | null): Promise<void> {
  const sql = /* sql */ `
    UPDATE users SET password_hash = $2, password_expires_at = $3, password_used_at = NULL WHERE id = $1`
  await tx.run(sql, [id, hash, expiresAt])
}

const OWN_PASSWORDS = tableInCamelCase('OwnPassword', {
  email: column.text(),
  username: column.text(),
  hash: column.from('password_hash', column.orNull(column.text())),
})
export type OwnPassword = RowOf<typeof OWN_PASSWORDS>

export function passwordOf(tx: TenantTx, id: string): Promise<OwnPassword | null> {
  return tx.maybeOne(OWN_PASSWORDS.read, /* sql */ `SELECT ${OWN_PASSWORDS.columns} FROM users WHERE id = $1`, [id])
}

export async function touchLogin(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE users SET last_login_at = clock_timestamp() WHERE id = $1`, [id])
}

export async function hasSignedIn(tx: TenantTx, id: string): Promise<boolean> {
  const sql = /* sql */ `SELECT last_login_at IS NOT NULL AS has FROM users WHERE id = $1`
  return (await tx.maybeOne((row) => row.has === true, sql, [id])) ?? false
}

const ACCOUNTS = tableInCamelCase('SignInAccount', {
  tenant: column.from('tenant_id', column.text()),
  id: column.uuid(),
  password_hash: column.orNull(column.text()),
  password_expires_at: column.orNull(column.time()),
  /** True while both the user and its tenant are active. */
  is_active: column.bool(),
})
export type Account = RowOf<typeof ACCOUNTS>

/** The account an address signs in to; without a tenant the oldest usable one. */
export function accountByEmail(tx: SystemTx, email: string, tenant: string | null): Promise<Account | null> {
  const sql = /* sql */ `SELECT ${ACCOUNTS.columns} FROM svc_account_by_email($1, $2)`
  return tx.maybeOne(ACCOUNTS.read, sql, [email, tenant])
}

export type NewAdministrator = {
  readonly tenant: string
  readonly email: string
  readonly role: string
  readonly hash: string
  /** Set for a one-time password. */
  readonly expiresAt: Date | null
}

/**
 * Creates an administrator, or gives the existing user of that address the role and a new password. The username of a
 * new one is the address, unless another user has chosen that as a name: so no user can block this way in.
 */
export async function upsertAdministrator(tx: OperatorTx, admin: NewAdministrator): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO users (tenant_id, email, username, role, password_hash, password_expires_at)
    VALUES ($1, $2, CASE WHEN EXISTS (SELECT FROM users WHERE tenant_id = $1 AND username = $2 AND email <> $2)
      THEN gen_random_uuid()::text ELSE $2 END, $3, $4, $5)
    ON CONFLICT (tenant_id, email) DO UPDATE SET role = EXCLUDED.role, role_source = 'static',
      password_hash = EXCLUDED.password_hash, password_expires_at = EXCLUDED.password_expires_at, password_used_at = NULL,
      is_active = true, sessions_revoked_at = clock_timestamp()
    RETURNING id`
  const values = [admin.tenant, admin.email, admin.role, admin.hash, admin.expiresAt]
  return tx.one((row) => text(row, 'id'), sql, values)
}
