import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { deactivateKeysOf } from './api-key-store.ts'
import { requireAbove } from './manage-roles.ts'
import { checkPassword, type HashSlots, hashPassword } from './passwords.ts'
import { type Holder, requireHeld } from './principal.ts'
import { endSessionsOf } from './session-store.ts'
import { type GrantableRole, isGrantable, permissionsOfRole } from './static-roles.ts'
import { checkEmail, type Preferences, type User } from './user.ts'
import { refuseRename } from './user-holds.ts'
import * as store from './user-store.ts'

export type UserInput = {
  readonly email: string
  readonly username: string
  readonly password: string
  readonly role?: string | undefined
}

const DEFAULT_ROLE: GrantableRole = 'soc_analyst'

/** A user whose input was checked and whose password was hashed, which is too slow for an open transaction. */
export type PreparedUser = store.NewUser

/** Throws 422 for what cannot be a user, `forbidden` for a role the caller may not give. */
export async function prepareUser(slots: HashSlots, principal: Holder, input: UserInput): Promise<PreparedUser> {
  const email = checkEmail(input.email)
  const username = checkedName(input.username)
  const role = grantableRole(principal, input.role ?? DEFAULT_ROLE)
  const password = checkPassword(input.password, { email, username, tenant: principal.tenantId })
  return { email, username, role, passwordHash: await slots.run(() => hashPassword(password)) }
}

/** Throws `conflict` when the address or the name is taken in this tenant. */
export async function createUser(tx: TenantTx, user: PreparedUser): Promise<User> {
  const made = await store.insertUser(tx, user)
  if (!made) throw new AppError('conflict', 'a user with this email or username exists')
  return made
}

/** Throws `not_found`. */
export async function getUser(tx: TenantTx, id: string): Promise<User> {
  return requireFound(await store.userById(tx, id), 'user', id)
}

export type UserPatch = {
  readonly username?: string | undefined
  readonly role?: string | undefined
  readonly isActive?: boolean | undefined
}

/**
 * Nobody gives or removes a role above their own, and nobody locks themselves out. Deactivating a user ends its
 * sessions and its keys permanently: they stay inactive when the user is reactivated.
 */
export async function changeUser(tx: TenantTx, principal: Holder, id: string, patch: UserPatch): Promise<User> {
  const user = requireFound(await store.lockUser(tx, id), 'user', id)
  await requireAbove(tx, principal, id)
  const to = {
    username: patch.username === undefined ? user.username : checkedName(patch.username),
    role: requestedRole(principal, user, patch),
    isActive: patch.isActive ?? user.isActive,
  }
  if (!to.isActive && principal.userId === id) throw new AppError('conflict', 'you cannot deactivate your own account')
  if (to.username !== user.username) await refuseRename(tx, { id, email: user.email, names: [user.username] })
  if (await store.isUsernameUsed(tx, to.username, id)) throw new AppError('conflict', 'the username is taken')
  const changed = await store.updateUser(tx, user, to)
  if (user.isActive && !to.isActive) {
    await endSessionsOf(tx, id)
    await deactivateKeysOf(tx, id)
  }
  return changed ?? user
}

/**
 * Null leaves the role unchanged. The role of an administrator may be sent back as it was read, although it cannot be
 * given.
 */
function requestedRole(principal: Holder, user: User, { role }: UserPatch): GrantableRole | null {
  if (role === undefined || (role === user.role && !isGrantable(role))) return null
  return grantableRole(principal, role)
}

/** Keys given with null are removed, others set, the rest stays. Throws 422 past `PREFERENCES_BYTES_MAX`. */
export async function mergePreferences(tx: TenantTx, id: string, patch: Preferences): Promise<User> {
  const user = requireFound(await store.lockUser(tx, id), 'user', id)
  const merged = Object.fromEntries(
    Object.entries({ ...user.preferences, ...patch }).filter(([, value]) => value !== null),
  )
  if (Buffer.byteLength(JSON.stringify(merged)) > PREFERENCES_BYTES_MAX)
    throw invalid('preferences', `preferences are at most ${PREFERENCES_BYTES_MAX} bytes of JSON`)
  await store.updatePreferences(tx, id, merged)
  return { ...user, preferences: merged }
}

export const PREFERENCES_BYTES_MAX = 16_384

function grantableRole(principal: Holder, role: string): GrantableRole {
  if (!isGrantable(role)) throw new AppError('forbidden', `the role ${role.slice(0, 60)} cannot be granted`)
  requireHeld(principal, permissionsOfRole(role), `giving the role ${role}`)
  return role
}

const CONTROL = /\p{C}/u

function checkedName(username: string): string {
  const trimmed = username.normalize('NFC').trim()
  if (trimmed.length < 1 || trimmed.length > 120 || CONTROL.test(trimmed))
    throw invalid('username', 'a username has 1 to 120 printable characters')
  return trimmed
}
