import { assert } from '../../../../platform/assert.ts'
import { type Row, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { EVERY_CUSTOM } from '../custom-permission.ts'
import { type AnyPermission, intersection, isAnyPermission, type PermissionSet, permissionSet } from '../permissions.ts'
import { isGrantable, permissionsOfRole } from '../static-roles.ts'
import { isNeverGranted } from './group-roles.ts'

export type SsoRole = { readonly name: string; readonly permissions: PermissionSet }

/** Roles that a user has by sign-in connections, and whether the role in the user's own row counts beside them. */
export type SsoHoldings = { readonly ownRoleCounts: boolean; readonly roles: readonly SsoRole[] }

/**
 * Finds roles by name, so a deleted role confers nothing. The result never exceeds what the author of the connection
 * held: a role widened later by someone with more rights is cut down to that.
 */
export async function ssoHoldings(tx: TenantTx, userId: string): Promise<SsoHoldings> {
  const sql = /* sql */ `
    SELECT u.role_source, s.role, c.ceiling, r.permissions FROM users u
      LEFT JOIN sso_roles s ON s.user_id = u.id
      LEFT JOIN sso_connections c ON c.id = s.connection_id
      LEFT JOIN roles r ON r.name = s.role
    WHERE u.id = $1 ORDER BY s.role`
  const rows = await tx.many((row) => ({ source: text(row, 'role_source'), role: toSsoRole(row) }), sql, [userId])
  return { ownRoleCounts: rows.every(({ source }) => source !== 'sso'), roles: rows.flatMap(({ role }) => role ?? []) }
}

function toSsoRole(row: Row): SsoRole | null {
  if (row.role === null) return null
  const name = text(row, 'role')
  const conferred = isGrantable(name) ? permissionsOfRole(name) : permissionSet(known(row.permissions ?? []))
  return { name, permissions: intersection(conferred, permissionSet(known(row.ceiling))) }
}

/** Permissions of a role, or of a ceiling, which may be one of the wildcards that system roles hold. */
function known(stored: unknown): (AnyPermission | '*')[] {
  assert(Array.isArray(stored), 'permissions are an array')
  const isKnown = (name: unknown): name is AnyPermission | '*' =>
    name === '*' || name === EVERY_CUSTOM || isAnyPermission(String(name))
  return stored.filter(isKnown)
}

/** Permissions of the custom role of this name; null where there is none, or it cannot be granted. */
export async function permissionsOfNamed(tx: TenantTx, name: string): Promise<PermissionSet | null> {
  if (isGrantable(name)) return permissionsOfRole(name)
  if (isNeverGranted(name)) return null
  const sql = /* sql */ `SELECT permissions FROM roles WHERE name = $1`
  return tx.maybeOne((row) => permissionSet(known(row.permissions)), sql, [name])
}

/** Sets the roles of one connection to those of its last sign-in. True when that changed anything. */
export async function replaceSsoRoles(
  tx: TenantTx,
  userId: string,
  connectionId: string,
  roles: readonly string[],
): Promise<boolean> {
  const drop = /* sql */ `DELETE FROM sso_roles WHERE user_id = $1 AND connection_id = $2 AND role <> ALL($3::text[])`
  const give = /* sql */ `
    INSERT INTO sso_roles (user_id, connection_id, role) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`
  const values = [userId, connectionId, roles]
  const changed = await Promise.all([tx.run(drop, values), tx.run(give, values)])
  return changed.some((count) => count > 0)
}

/** Removes from everyone who signed in through the connection the roles that it may no longer confer. */
export async function keepSsoRoles(tx: TenantTx, connectionId: string, roles: readonly string[]): Promise<void> {
  const sql = /* sql */ `DELETE FROM sso_roles WHERE connection_id = $1 AND role <> ALL($2::text[])`
  await tx.run(sql, [connectionId, roles])
}
