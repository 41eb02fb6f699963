import { counted } from '../../../platform/counted.ts'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { CUSTOM_NAME_MAX, isCustomPermission } from './custom-permission.ts'
import * as store from './custom-permission-store.ts'
import { permissionById } from './permissions.ts'
import { type Holder, requireHeld } from './principal.ts'

/**
 * Custom permissions of one tenant; past it `conflict`. A page that shows a user's permissions lists them all.
 * @bound custom permissions of a tenant = {}, names of 60 characters -> 409; 422
 */
export const CUSTOM_PERMISSIONS_MAX = 100
export const DESCRIPTION_MAX = 500

export type PermissionInput = { readonly name: string; readonly description: string }

/**
 * The new permission is held by no role yet, not even by its author's; only a user who holds it may put it in a role.
 * Throws 422 for an invalid name, `conflict` for a name in use and past `CUSTOM_PERMISSIONS_MAX`.
 */
export async function createPermission(tx: TenantTx, input: PermissionInput): Promise<store.CustomPermissionView> {
  const { name } = input
  if (!isCustomPermission(name))
    throw invalid(
      'name',
      `is custom: and one to three words of a-z, 0-9, _ and -, at most ${CUSTOM_NAME_MAX} characters`,
    )
  if ((await store.countPermissions(tx)) >= CUSTOM_PERMISSIONS_MAX)
    throw new AppError('conflict', `a tenant has at most ${CUSTOM_PERMISSIONS_MAX} permissions of its own`)
  const made = await store.insertPermission(tx, name, checkedDescription(input.description))
  if (!made) throw new AppError('conflict', `the permission ${name} exists already`)
  return made
}

/**
 * Changes the description only: the tenant's own systems check the name. Users who grant the permission rely on the
 * description, so only a user who holds it may change it. Throws `not_found`, and `forbidden` for a built-in
 * permission.
 */
export async function changePermission(tx: TenantTx, principal: Holder, id: string, description: string) {
  const found = await customPermission(tx, id)
  requireHeld(principal, [found.name], `changing the permission ${found.name}`)
  const to = { ...found, description: checkedDescription(description) }
  await store.describePermission(tx, id, to.description)
  return to
}

/** Throws `not_found`, `forbidden` for one of ours, and `conflict` while a role or a key that works holds it. */
export async function removePermission(tx: TenantTx, principal: Holder, id: string) {
  const found = await customPermission(tx, id)
  requireHeld(principal, [found.name], `deleting the permission ${found.name}`)
  const holders = await store.holdersOf(tx, found.name)
  if (holders.roles + holders.keys > 0)
    throw new AppError('conflict', `${found.name} is held by ${countedHolders(holders)}; remove it from them first`)
  await store.deletePermission(tx, found)
  return found
}

async function customPermission(tx: TenantTx, id: string): Promise<store.CustomPermissionView> {
  const system = permissionById(id)
  if (system) throw new AppError('forbidden', `${system.name} is a built-in permission and cannot be changed`)
  return requireFound(await store.lockPermission(tx, id), 'permission', id)
}

function checkedDescription(description: string): string {
  const trimmed = description.trim()
  if (trimmed.length < 1 || trimmed.length > DESCRIPTION_MAX)
    throw invalid('description', `has 1 to ${DESCRIPTION_MAX} characters that are not all blank`)
  return trimmed
}

function countedHolders({ roles, keys }: store.Holders): string {
  const of = (n: number, what: string) => (n === 0 ? [] : [counted(n, what)])
  return [...of(roles, 'role'), ...of(keys, 'API key')].join(' and ')
}
