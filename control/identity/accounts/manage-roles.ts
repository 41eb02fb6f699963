import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { keepPermissions } from './custom-permission-store.ts'
import { permissionsOfUser } from './effective-permissions.ts'
import { type AnyPermission, permissionById } from './permissions.ts'
import { type Holder, requireHeld } from './principal.ts'
import * as store from './role-store.ts'
import { isStaticRole, STATIC_ROLES, staticRoleId } from './static-roles.ts'
import { userById } from './user-store.ts'

export type RoleInput = {
  readonly name: string
  readonly description?: string | null | undefined
  readonly permissionIds: readonly string[]
}

/**
 * Custom roles of one tenant; past it `conflict`. A request sums up a user's roles, so their number bounds that work.
 */
export const ROLES_MAX = 500

/** Throws `conflict` for a name in use, `bad_request` for an unknown permission, `forbidden` for one not held. */
export async function createRole(tx: TenantTx, principal: Holder, input: RoleInput): Promise<store.CustomRole> {
  const permissions = await checkedPermissions(tx, principal, input)
  if (((await store.countRoles(tx)) ?? 0) >= ROLES_MAX)
    throw new AppError('conflict', `a tenant has at most ${ROLES_MAX} roles`)
  const { name, description = null } = input
  const made = await store.insertRole(tx, { name: checkedName(name), description, permissions })
  if (!made) throw new AppError('conflict', `the role ${name} exists already`)
  return made
}

/**
 * The author must also have the permissions that the role conferred before, because the change takes them from its
 * holders.
 */
export async function replaceRole(tx: TenantTx, principal: Holder, id: string, input: RoleInput) {
  const found = await customRole(tx, id)
  requireHeld(principal, found.permissions, `changing the role ${found.name}`)
  const permissions = await checkedPermissions(tx, principal, input)
  const name = checkedName(input.name)
  if (await store.isRoleNameUsed(tx, name, id)) throw new AppError('conflict', `the role ${name} exists already`)
  const role = { id, name, description: input.description ?? null, permissions }
  await store.updateRole(tx, role)
  return role
}

/** Deletes a role and removes it from everyone who has it. */
export async function removeRole(tx: TenantTx, principal: Holder, id: string): Promise<void> {
  const found = await customRole(tx, id)
  requireHeld(principal, found.permissions, `deleting the role ${found.name}`)
  await store.deleteRole(tx, id)
}

/** False when the user has the role already. Throws `not_found` for a user or role that this tenant does not have. */
export async function assignRole(tx: TenantTx, principal: Holder, userId: string, roleId: string): Promise<boolean> {
  const role = await customRole(tx, roleId)
  requireHeld(principal, role.permissions, `giving the role ${role.name}`)
  await requireAbove(tx, principal, userId)
  return store.giveRole(tx, userId, roleId)
}

/** Throws `not_found` when the user does not have it. */
export async function unassignRole(tx: TenantTx, principal: Holder, userId: string, roleId: string): Promise<void> {
  const role = await customRole(tx, roleId)
  requireHeld(principal, role.permissions, `taking the role ${role.name}`)
  await requireAbove(tx, principal, userId)
  if (!(await store.takeRole(tx, userId, roleId)))
    throw new AppError('not_found', `user ${userId} does not have role ${roleId}`)
}

/** An administrator of a user must hold all that the user holds, or could borrow it by a new password. */
export async function requireAbove(tx: TenantTx, principal: Holder, userId: string): Promise<void> {
  const user = requireFound(await userById(tx, userId), 'user', userId)
  requireHeld(principal, await permissionsOfUser(tx, user), `administering ${user.username}`)
}

async function customRole(tx: TenantTx, id: string): Promise<store.CustomRole> {
  const system = STATIC_ROLES.find((role) => staticRoleId(role) === id)
  if (system) throw new AppError('forbidden', `${system} is a system role and cannot be changed`)
  return requireFound(await store.lockRole(tx, id), 'role', id)
}

function checkedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid('name', 'a role has a name')
  if (isStaticRole(trimmed.toLowerCase())) throw new AppError('conflict', `${trimmed} is the name of a system role`)
  return trimmed
}

async function checkedPermissions(
  tx: TenantTx,
  principal: Holder,
  { name, permissionIds }: RoleInput,
): Promise<AnyPermission[]> {
  const ids = [...new Set(permissionIds)]
  const custom = await keepPermissions(tx, { ids: ids.filter((id) => !permissionById(id)) })
  const permissions = ids.map((id) => {
    const found = permissionById(id) ?? custom.find((view) => view.id === id)
    if (!found) throw invalid('permission_ids', `there is no permission ${id}`)
    return found.name
  })
  requireHeld(principal, permissions, `the role ${name}`)
  return permissions
}
