import { assert } from '../../../../platform/assert.ts'
import type { Row } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { GRANTABLE_ROLES, type GrantableRole, isGrantable } from '../static-roles.ts'
import { highestRole } from './group-role.ts'

/** Roles that a user has by the groups of a directory. */
export type DirectoryHolding = {
  /** The role in the user's own row is that of the groups, and not one given by hand. */
  readonly follows: boolean
  /** The highest role of the user's groups; null when no group gives a role. */
  readonly role: GrantableRole | null
}

export async function directoryHolding(tx: TenantTx, userId: string): Promise<DirectoryHolding> {
  const sql = /* sql */ `
    SELECT u.role_source = 'scim' AS follows, ARRAY(
      SELECT g.mapped_role FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id
      WHERE m.user_id = u.id AND g.mapped_role IS NOT NULL GROUP BY g.mapped_role) AS roles
    FROM users u WHERE u.id = $1`
  const toHolding = (row: Row) => ({ follows: row.follows === true, role: highestRole(toRoles(row)) })
  return (await tx.maybeOne(toHolding, sql, [userId])) ?? { follows: false, role: null }
}

function toRoles({ roles }: Row): GrantableRole[] {
  assert(Array.isArray(roles), 'roles are an array')
  return roles.filter((role): role is GrantableRole => isGrantable(String(role)))
}

/**
 * Sets the role of users whose role follows their groups to the highest one; viewer for a user in no group. It reads
 * user by user, because the planner would plan a join with the row counts from before this transaction.
 */
export async function followGroups(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  const sql = /* sql */ `
    UPDATE users SET role = f.role
    FROM (
      SELECT w.id, coalesce((
        SELECT g.mapped_role FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id
        WHERE m.user_id = w.id AND g.mapped_role IS NOT NULL
        ORDER BY array_position($2::text[], g.mapped_role) DESC LIMIT 1), 'viewer') AS role
      FROM unnest($1::uuid[]) AS w (id)
    ) f
    WHERE users.id = f.id AND users.role_source = 'scim' AND users.role <> f.role`
  await tx.run(sql, [userIds, GRANTABLE_ROLES])
}

/** True when an active user may administer the tenant's users. */
export async function hasAdministrator(tx: TenantTx): Promise<boolean> {
  const sql = /* sql */ `
    SELECT u.id FROM users u WHERE u.is_active AND u.role IN ('tenant_admin', 'admin', 'platform_admin')
    UNION ALL
    SELECT u.id FROM scim_groups g JOIN scim_group_members m ON m.group_id = g.id JOIN users u ON u.id = m.user_id
    WHERE g.mapped_role = 'tenant_admin' AND u.is_active
    LIMIT 1`
  return (await tx.maybeOne(() => true, sql)) ?? false
}
