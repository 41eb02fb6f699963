/**
 * Users as a directory sees them. It neither sees nor changes the administrators of the installation.
 */
import { int, orNull, type Row, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import { MAPPED_ROLE } from './mapped-role.ts'
import { DIRECTORY_USERS, type DirectoryUser, type UserFields } from './user-document.ts'
import type { Condition } from './user-filter.ts'

const FROM = 'users u LEFT JOIN scim_users s ON s.tenant_id = u.tenant_id AND s.user_id = u.id'
/** A user that the directory deleted becomes visible again when an administrator reactivates it. */
const SEEN = `u.role NOT IN ('admin', 'platform_admin') AND (s.deleted_at IS NULL OR u.is_active)`

type Found = Omit<DirectoryUser, 'groups'>

export async function directoryUser(tx: TenantTx, id: string): Promise<DirectoryUser | null> {
  const sql = /* sql */ `SELECT ${DIRECTORY_USERS.columns} FROM ${FROM} WHERE u.id = $1 AND ${SEEN}`
  const [found] = await withGroups(tx, await tx.many(DIRECTORY_USERS.read, sql, [id]))
  return found ?? null
}

/** Oldest first, so that added users do not change earlier pages. */
export async function directoryUsers(
  tx: TenantTx,
  { sql: condition, value }: Condition,
  offset: number,
  limit: number,
): Promise<DirectoryUser[]> {
  const sql = /* sql */ `
    SELECT ${DIRECTORY_USERS.columns} FROM ${FROM} WHERE ${condition} AND ${SEEN} ORDER BY u.created_at, u.id OFFSET $2 LIMIT $3`
  return withGroups(tx, await tx.many(DIRECTORY_USERS.read, sql, [value, offset, limit]))
}

export async function countUsers(tx: TenantTx, { sql: condition, value }: Condition): Promise<number> {
  const sql = /* sql */ `SELECT count(*)::int AS n FROM ${FROM} WHERE ${condition} AND ${SEEN}`
  return (await tx.maybeOne((row) => int(row, 'n'), sql, [value])) ?? 0
}

async function withGroups(tx: TenantTx, users: readonly Found[]): Promise<DirectoryUser[]> {
  if (users.length === 0) return []
  const sql = /* sql */ `
    SELECT m.user_id, g.id, g.display_name, g.mapped_role FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id
    WHERE m.user_id = ANY($1::uuid[]) ORDER BY g.created_at, g.id`
  const rows = await tx.many(MEMBERSHIPS.read, sql, [users.map(({ id }) => id)])
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return users.map((user) => ({ ...user, groups: (byUser.get(user.id) ?? []).map(({ userId: _, ...group }) => group) }))
}

const MEMBERSHIPS = tableInCamelCase('MembershipOfUser', {
  user_id: column.uuid(),
  id: column.uuid(),
  display_name: column.text(),
  mapped_role: MAPPED_ROLE,
})

/** The users of the tenant with that name or address, and whether the directory deleted them. */
export type Namesake = { readonly id: string; readonly isDeleted: boolean }

export function namesakes(tx: TenantTx, userName: string, email: string): Promise<Namesake[]> {
  const sql = /* sql */ `
    SELECT u.id, NOT (${SEEN}) AND s.deleted_at IS NOT NULL AS deleted
    FROM ${FROM} WHERE u.username_folded = lower($1) OR u.email = $2`
  const toNamesake = (row: Row) => ({ id: text(row, 'id'), isDeleted: row.deleted === true })
  return tx.many(toNamesake, sql, [userName, email])
}

/** Without a password; null when the name or the address was taken meanwhile. */
export function insertManaged(tx: TenantTx, { userName, email, isActive }: UserFields): Promise<string | null> {
  const sql = /* sql */ `
    INSERT INTO users (username, email, is_active, role, role_source) VALUES ($1, $2, $3, 'viewer', 'scim')
    ON CONFLICT DO NOTHING RETURNING id`
  return tx.maybeOne((row) => text(row, 'id'), sql, [userName, email, isActive])
}

/** Gives the row of a deleted user to the new user of that name, without any data of the old one. */
export async function reviveUser(tx: TenantTx, id: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE users SET role = 'viewer', role_source = 'scim', password_hash = NULL, password_expires_at = NULL,
      preferences = '{}', sessions_revoked_at = clock_timestamp()
    WHERE id = $1`
  await tx.run(sql, [id])
  await tx.run(/* sql */ `DELETE FROM user_roles WHERE user_id = $1`, [id])
}

export async function writeUser(tx: TenantTx, id: string, fields: UserFields): Promise<void> {
  const { userName, email, isActive, externalId, attributes } = fields
  const update = /* sql */ `UPDATE users SET username = $2, email = $3, is_active = $4 WHERE id = $1`
  const upsert = /* sql */ `
    INSERT INTO scim_users (user_id, external_id, attributes) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET external_id = EXCLUDED.external_id,
      attributes = EXCLUDED.attributes, deleted_at = NULL, updated_at = clock_timestamp()`
  await Promise.all([
    tx.run(update, [id, userName, email, isActive]),
    tx.run(upsert, [id, externalId, JSON.stringify(attributes)]),
  ])
}

export async function markInactive(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE users SET is_active = false WHERE id = $1`, [id])
}

/** Display name of a person in the directory; null when it has none. */
export function directoryNameOf(tx: TenantTx, id: string): Promise<string | null> {
  const sql = /* sql */ `SELECT attributes ->> 'displayName' AS name FROM scim_users WHERE user_id = $1`
  return tx.maybeOne((row) => orNull(text, row, 'name'), sql, [id])
}

/**
 * Removes a user from the directory's view, with its SCIM attributes. The user row stays, because alerts refer to it.
 */
export async function forgetInDirectory(tx: TenantTx, id: string): Promise<void> {
  const upsert = /* sql */ `
    INSERT INTO scim_users (user_id, deleted_at) VALUES ($1, clock_timestamp())
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET external_id = NULL, attributes = '{}',
      deleted_at = clock_timestamp(), updated_at = clock_timestamp()`
  await Promise.all([tx.run(upsert, [id]), tx.run(/* sql */ `DELETE FROM scim_group_members WHERE user_id = $1`, [id])])
}
