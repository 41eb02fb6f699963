import { AppError } from '../../platform/errors.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { type Permission, type PermissionSet, permissionSet } from './permissions.ts'
import { type CustomRole, rolesOfUser } from './role-store.ts'
import { listedPermissions, permissionsOfRole } from './static-roles.ts'
import type { User } from './user.ts'
import { userById } from './user-store.ts'

export type RoleSource = { readonly name: string; readonly source: 'static' | 'custom' }

export type EffectivePermissions = {
  readonly userId: string
  readonly roles: readonly RoleSource[]
  readonly permissions: readonly Permission[]
  /** Which roles confer it, a line a permission. */
  readonly byPermission: Readonly<Partial<Record<Permission, readonly string[]>>>
}

/** The role of the user and the custom ones together: permissions add up, no role takes any away. */
export async function permissionsOfUser(tx: TenantTx, user: Pick<User, 'id' | 'role'>): Promise<PermissionSet> {
  return summed(user, await rolesOfUser(tx, user.id))
}

function summed(user: Pick<User, 'role'>, custom: readonly CustomRole[]): PermissionSet {
  return permissionSet([...permissionsOfRole(user.role), ...custom.flatMap((role) => role.permissions)])
}

/** Throws `not_found`. */
export async function effectivePermissions(tx: TenantTx, userId: string): Promise<EffectivePermissions> {
  const user = await userById(tx, userId)
  if (!user) throw new AppError('not_found', `no user ${userId}`)
  const custom = await rolesOfUser(tx, userId)
  const parts = [
    { name: user.role, source: 'static' as const, held: permissionsOfRole(user.role) },
    ...custom.map((role) => ({ name: role.name, source: 'custom' as const, held: permissionSet(role.permissions) })),
  ]
  const permissions = listedPermissions(summed(user, custom))
  const from = (permission: Permission) =>
    parts.filter(({ held }) => held.has('*') || held.has(permission)).map(({ name }) => name)
  return {
    userId,
    roles: parts.map(({ name, source }) => ({ name, source })),
    permissions,
    byPermission: Object.fromEntries(permissions.map((permission) => [permission, from(permission)])),
  }
}
