import { placed, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { type AnyPermission, isAnyPermission } from './permissions.ts'
import type { Placed, Position } from './user-store.ts'

/** A role that a tenant made for itself. */
export const ROLES = tableInCamelCase('CustomRole', {
  id: column.uuid(),
  name: column.text(),
  description: column.orNull(column.text()),
  permissions: { ...column.json<readonly AnyPermission[]>(), read: knownOf },
})
export type CustomRole = RowOf<typeof ROLES>

/** A permission that this build no longer knows confers nothing. */
function knownOf(row: Row, name: string): readonly AnyPermission[] {
  return column.texts().read(row, name).filter(isAnyPermission)
}

/** Null when the name is taken. */
export function insertRole(tx: TenantTx, role: Omit<CustomRole, 'id'>): Promise<CustomRole | null> {
  const sql = /* sql */ `
    INSERT INTO roles (name, description, permissions) VALUES ($1, $2, $3) ON CONFLICT (tenant_id, name) DO NOTHING
    RETURNING ${ROLES.columns}`
  return tx.maybeOne(ROLES.read, sql, [role.name, role.description, role.permissions])
}

export function lockRole(tx: TenantTx, id: string): Promise<CustomRole | null> {
  const sql = /* sql */ `SELECT ${ROLES.columns} FROM roles WHERE id = $1 FOR UPDATE`
  return tx.maybeOne(ROLES.read, sql, [id])
}

export async function isRoleNameUsed(tx: TenantTx, name: string, exceptId: string): Promise<boolean> {
  const sql = /* sql */ `SELECT id FROM roles WHERE name = $1 AND id <> $2`
  return (await tx.maybeOne(() => true, sql, [name, exceptId])) ?? false
}

export async function updateRole(tx: TenantTx, role: CustomRole): Promise<void> {
  const sql = /* sql */ `UPDATE roles SET name = $2, description = $3, permissions = $4 WHERE id = $1`
  await tx.run(sql, [role.id, role.name, role.description, role.permissions])
}

export async function deleteRole(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM roles WHERE id = $1`, [id])
}

export function rolesPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<CustomRole>[]> {
  const sql = /* sql */ `
    SELECT ${ROLES.columns}, created_at::text AS position FROM roles
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(ROLES.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

export function countRoles(tx: TenantTx): Promise<number | null> {
  return tx.maybeOne((row) => Number(text(row, 'n')), /* sql */ `SELECT count(*)::text AS n FROM roles`)
}

/** All of a tenant, which are at most `ROLES_MAX`, by name. */
export function rolesOfTenant(tx: TenantTx): Promise<CustomRole[]> {
  return tx.many(ROLES.read, /* sql */ `SELECT ${ROLES.columns} FROM roles ORDER BY name`)
}

export function roleNames(tx: TenantTx): Promise<string[]> {
  return tx.many((row) => text(row, 'name'), /* sql */ `SELECT name FROM roles ORDER BY name`)
}

/** The custom roles of one user, by name. */
export function rolesOfUser(tx: TenantTx, userId: string): Promise<CustomRole[]> {
  const sql = /* sql */ `
    SELECT r.id, r.name, r.description, r.permissions FROM user_roles u JOIN roles r ON r.id = u.role_id
    WHERE u.user_id = $1 ORDER BY r.name`
  return tx.many(ROLES.read, sql, [userId])
}

/** False when the user has the role already. */
export async function giveRole(tx: TenantTx, userId: string, roleId: string): Promise<boolean> {
  const sql = /* sql */ `INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`
  return (await tx.run(sql, [userId, roleId])) === 1
}

export async function takeRole(tx: TenantTx, userId: string, roleId: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM user_roles WHERE user_id = $1 AND role_id = $2`, [userId, roleId])) === 1
}
