import { requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type HiddenFields, hiddenFrom } from '../../platform/governance/index.ts'
import { permissionCatalogue } from './custom-permission-store.ts'
import { type AnyPermission, holds, type PermissionSet, permissionSet } from './permissions.ts'
import { rolesOfUser } from './role-store.ts'
import { type DirectoryHolding, directoryHolding } from './scim/directory-role-store.ts'
import { ssoHoldings } from './sso/role-store.ts'
import { listedPermissions, permissionsOfRole } from './static-roles.ts'
import type { User } from './user.ts'
import { userById } from './user-store.ts'

/** `sso`: conferred by the last sign-in through a connection. `scim`: by the groups of a directory. */
export type RoleSource = { readonly name: string; readonly source: 'static' | 'custom' | 'sso' | 'scim' }

export type EffectivePermissions = {
  readonly userId: string
  readonly roles: readonly RoleSource[]
  readonly permissions: readonly AnyPermission[]
  /** The roles that confer each permission. */
  readonly byPermission: Readonly<Record<string, readonly string[]>>
}

type Holding = RoleSource & { readonly permissions: PermissionSet }
type Holder = Pick<User, 'id' | 'role'>

/** Combines the role of the user, custom roles and roles from sign-ins: permissions add up, no role removes any. */
export async function permissionsOfUser(tx: TenantTx, user: Holder): Promise<PermissionSet> {
  return summed(await holdingsOf(tx, user))
}

export type Access = { readonly permissions: PermissionSet; readonly hidden: HiddenFields }

/** The permissions of a user, and the fields that none of the user's roles may see. */
export async function accessOfUser(tx: TenantTx, user: Holder): Promise<Access> {
  const holdings = await holdingsOf(tx, user)
  const roles = holdings.map(({ name }) => name)
  return { permissions: summed(holdings), hidden: await hiddenFrom(tx, roles) }
}

/**
 * Fields that a receiver of messages may not see. Without an active user behind it, as for a channel: by every rule.
 */
export async function hiddenFromReceiver(tx: TenantTx, userId: string | null): Promise<HiddenFields> {
  const user = userId === null ? null : await userById(tx, userId)
  return user?.isActive === true ? (await accessOfUser(tx, user)).hidden : hiddenFrom(tx, [])
}

/** Permissions of a user that no identity provider decides. */
export async function ownPermissionsOfUser(tx: TenantTx, user: Holder): Promise<PermissionSet> {
  return summed((await holdingsOf(tx, user)).filter(({ source }) => source !== 'sso'))
}

async function holdingsOf(tx: TenantTx, user: Holder): Promise<Holding[]> {
  const [custom, sso, directory] = await Promise.all([
    rolesOfUser(tx, user.id),
    ssoHoldings(tx, user.id),
    directoryHolding(tx, user.id),
  ])
  const source = directory.follows ? ('scim' as const) : ('static' as const)
  const own = { name: user.role, source, permissions: permissionsOfRole(user.role) }
  return [
    ...(sso.ownRoleCounts ? [own] : []),
    ...ofGroups(directory),
    ...custom.map((role) => ({
      name: role.name,
      source: 'custom' as const,
      permissions: permissionSet(role.permissions),
    })),
    ...sso.roles.map((role) => ({ ...role, source: 'sso' as const })),
  ]
}

/** Nothing beside the role in the user's row while that one is the groups'. */
function ofGroups({ follows, role }: DirectoryHolding): Holding[] {
  return follows || role === null ? [] : [{ name: role, source: 'scim', permissions: permissionsOfRole(role) }]
}

function summed(holdings: readonly Holding[]): PermissionSet {
  return permissionSet(holdings.flatMap(({ permissions }) => [...permissions]))
}

/** Throws `not_found`. */
export async function effectivePermissions(tx: TenantTx, userId: string): Promise<EffectivePermissions> {
  const user = requireFound(await userById(tx, userId), 'user', userId)
  const [holdings, catalogue] = await Promise.all([holdingsOf(tx, user), permissionCatalogue(tx)])
  const permissions = listedPermissions(summed(holdings), catalogue).map(({ name }) => name)
  const from = (permission: AnyPermission) =>
    holdings.filter(({ permissions }) => holds(permissions, permission)).map(({ name }) => name)
  return {
    userId,
    roles: holdings.map(({ name, source }) => ({ name, source })),
    permissions,
    byPermission: Object.fromEntries(permissions.map((permission) => [permission, from(permission)])),
  }
}
