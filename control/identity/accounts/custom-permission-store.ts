import { assert } from '../../../platform/assert.ts'
import { int, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { CUSTOM_AREA, type CustomPermission, isCustomPermission } from './custom-permission.ts'
import { type PermissionView, permissionViews } from './permissions.ts'

export type CustomPermissionView = PermissionView & { readonly name: CustomPermission }

function toView(row: Row): CustomPermissionView {
  const name = text(row, 'name')
  assert(isCustomPermission(name), `a stored permission is a custom one, not ${name}`)
  return { id: text(row, 'id'), name, description: text(row, 'description'), category: CUSTOM_AREA, isSystem: false }
}

/** Lists every permission of this tenant: the built-in ones, then its own. They are few, so there are no pages. */
export function insertPermission(tx: TenantTx, name: CustomPermission, description: string) {
  const sql = /* sql */ `
    INSERT INTO permissions (name, description) VALUES ($1, $2) ON CONFLICT (tenant_id, name) DO NOTHING
    RETURNING id, name, description`
  return tx.maybeOne(toView, sql, [name, description])
}

/** Everything that this tenant can allow: ours, and after them its own by name, so few that they need no pages. */
export async function permissionCatalogue(tx: TenantTx): Promise<PermissionView[]> {
  const sql = /* sql */ `SELECT id, name, description FROM permissions ORDER BY name`
  return [...permissionViews(), ...(await tx.many(toView, sql))]
}

export async function countPermissions(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `SELECT count(*) AS n FROM permissions`
  return (await tx.maybeOne((row) => int(row, 'n'), sql)) ?? 0
}

/** While it is locked, no role or key can be given it. */
export function lockPermission(tx: TenantTx, id: string): Promise<CustomPermissionView | null> {
  const sql = /* sql */ `SELECT id, name, description FROM permissions WHERE id = $1 FOR UPDATE`
  return tx.maybeOne(toView, sql, [id])
}

/** The existing ones of these ids and names. They stay until the transaction that gives them to a role or key ends. */
export async function keepPermissions(
  tx: TenantTx,
  { ids = [], names = [] }: { readonly ids?: readonly string[]; readonly names?: readonly string[] },
): Promise<CustomPermissionView[]> {
  if (ids.length + names.length === 0) return []
  const sql = /* sql */ `
    SELECT id, name, description FROM permissions WHERE id = ANY($1::uuid[]) OR name = ANY($2::text[])
    ORDER BY id FOR KEY SHARE`
  return tx.many(toView, sql, [ids, names])
}

export async function describePermission(tx: TenantTx, id: string, description: string): Promise<void> {
  await tx.run(/* sql */ `UPDATE permissions SET description = $2 WHERE id = $1`, [id, description])
}

export type Holders = { readonly roles: number; readonly keys: number }

/** A revoked key never works again, and does not count. */
export async function holdersOf(tx: TenantTx, name: CustomPermission): Promise<Holders> {
  const sql = /* sql */ `
    SELECT (SELECT count(*) FROM roles WHERE $1 = ANY(permissions)) AS roles,
      (SELECT count(*) FROM api_keys WHERE is_active AND $1 = ANY(scopes)) AS keys`
  return tx.one((row) => ({ roles: int(row, 'roles'), keys: int(row, 'keys') }), sql, [name])
}

/**
 * Sign-in connections forget it as well: one made later under the same name is another, which their authors never held.
 */
export async function deletePermission(tx: TenantTx, { id, name }: CustomPermissionView): Promise<void> {
  const forget = /* sql */ `UPDATE sso_connections SET ceiling = array_remove(ceiling, $1) WHERE $1 = ANY(ceiling)`
  await Promise.all([tx.run(/* sql */ `DELETE FROM permissions WHERE id = $1`, [id]), tx.run(forget, [name])])
}
