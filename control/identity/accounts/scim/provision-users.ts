/**
 * Changes that a directory makes to users. It has the rights of a tenant_admin: it reads all users of the tenant,
 * whoever created them, and changes those who do not hold more than a tenant_admin. It may deactivate even those,
 * because that confers nothing. It never sees the administrators of the installation, and never removes the last
 * tenant_admin.
 */
import { AppError, requireFound } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { type HoldSubject, holdKeeping, type LegalHold } from '../../../platform/governance/index.ts'
import { requireAbove } from '../manage-roles.ts'
import type { Principal } from '../principal.ts'
import { endSessionsOf } from '../session-store.ts'
import { refuseRename, subjectsOfUser } from '../user-holds.ts'
import { type Deprovisioned, deprovision } from './deprovision.ts'
import { followGroups } from './directory-role-store.ts'
import { ScimFault } from './fault.ts'
import { type Document, isUuid } from './json.ts'
import { changeDirectory } from './keep-administrator.ts'
import { applyPatch } from './patch.ts'
import { parsePatch } from './patch-request.ts'
import { type DirectoryUser, documentOf, fieldsOf, readUser, type UserFields } from './user-document.ts'
import { USER_KIND } from './user-schema.ts'
import * as store from './user-store.ts'

/** Checks a resource before it changes, such as the version that the directory knows of it; throws to refuse. */
export type Check<T> = (current: T) => void

export type ChangedUser = {
  readonly user: DirectoryUser
  readonly deprovisioned: Deprovisioned | null
  /** Values of a user under a legal hold that a change overwrote; the audit log keeps them. */
  readonly overwritten: Document | null
}

/** `keptBy` is the hold for which the directory's record of the person stays. */
export type DeletedUser = {
  readonly user: DirectoryUser
  readonly deprovisioned: Deprovisioned
  readonly keptBy: LegalHold | null
}

/** Throws `ScimFault` for a body that is no user, and `uniqueness` for a userName or address of another user. */
export function createDirectoryUser(tx: TenantTx, body: unknown): Promise<DirectoryUser> {
  const fields = fieldsOf(readUser(body), true)
  return changeDirectory(tx, async () => {
    const id = (await freedId(tx, fields)) ?? (await store.insertManaged(tx, fields))
    if (id === null) throw userNameInUse()
    await store.writeUser(tx, id, fields)
    return directoryUserById(tx, id)
  })
}

/**
 * A user that the directory deleted does not block a new one (RFC 7644, section 3.6): the new user gets its row. Null
 * when no user has the name or the address.
 */
async function freedId(tx: TenantTx, { userName, email }: UserFields): Promise<string | null> {
  const [first, ...others] = await store.namesakes(tx, userName, email)
  if (!first) return null
  if (!first.isDeleted || others.length > 0) throw userNameInUse()
  await store.reviveUser(tx, first.id)
  return first.id
}

/**
 * Attributes that the body lacks are cleared, but for `active`, which stays. Throws `not_found`, and as creating does.
 */
export function replaceDirectoryUser(
  tx: TenantTx,
  principal: Principal,
  id: string,
  body: unknown,
  check: Check<DirectoryUser>,
): Promise<ChangedUser> {
  const document = readUser(body)
  return changeUser(tx, principal, id, check, () => document)
}

/** Throws `not_found`, and as creating does. */
export function patchDirectoryUser(
  tx: TenantTx,
  principal: Principal,
  id: string,
  body: unknown,
  check: Check<DirectoryUser>,
): Promise<ChangedUser> {
  const operations = parsePatch(body)
  return changeUser(tx, principal, id, check, (current) => applyPatch(USER_KIND, documentOf(current), operations))
}

/**
 * The account stays, inactive and without the personal data from the directory. For a user under a legal hold that data
 * stays too, and only the access ends. Throws `not_found`.
 */
export function deleteDirectoryUser(tx: TenantTx, id: string, check: Check<DirectoryUser>): Promise<DeletedUser> {
  return changeDirectory(tx, async () => {
    const user = await directoryUserById(tx, id)
    check(user)
    const keptBy = await holdKeeping(tx, subjectsOf(user))
    await store.markInactive(tx, id)
    if (keptBy === null) {
      await store.forgetInDirectory(tx, id)
      await followGroups(tx, [id])
    }
    return { user, deprovisioned: await deprovision(tx, id), keptBy }
  })
}

function subjectsOf({ id, email, userName, externalId, attributes }: DirectoryUser): HoldSubject[] {
  const { displayName } = attributes
  const names = [userName, externalId, typeof displayName === 'string' ? displayName : null]
  return subjectsOfUser({ id, email, names })
}

/** Throws `not_found`. */
export async function directoryUserById(tx: TenantTx, id: string): Promise<DirectoryUser> {
  return requireFound(isUuid(id) ? await store.directoryUser(tx, id) : null, 'user', id)
}

function changeUser(
  tx: TenantTx,
  principal: Principal,
  id: string,
  check: Check<DirectoryUser>,
  change: (current: DirectoryUser) => Document,
): Promise<ChangedUser> {
  return changeDirectory(tx, async () => {
    const current = await directoryUserById(tx, id)
    check(current)
    const to = fieldsOf(change(current), current.isActive)
    if (!isOnlyDeactivation(current, to)) await requireAbove(tx, principal, current.id)
    await requireFree(tx, current, to)
    const hold = await holdKeeping(tx, subjectsOf(current))
    if (hold !== null && !isSameName(current, to)) await refuseRename(tx, { ...current, names: [current.userName] })
    const overwritten = hold === null ? null : keptOf(current)
    await store.writeUser(tx, current.id, to)
    const deprovisioned = current.isActive && !to.isActive ? await deprovision(tx, current.id) : null
    // Nothing that began while the user was inactive lives on.
    if (!current.isActive && to.isActive) await endSessionsOf(tx, current.id)
    return { user: await directoryUserById(tx, current.id), deprovisioned, overwritten }
  })
}

/** Characters of a record that one entry of the audit log keeps whole. */
const KEPT_MAX = 16_000

/** Throws `conflict` for a record that the log would not keep whole. */
function keptOf(current: DirectoryUser): Document {
  const record = documentOf(current)
  if (JSON.stringify(record).length <= KEPT_MAX) return record
  throw new AppError('conflict', 'a legal hold keeps this person, whose record is too large to be kept in the log')
}

function isOnlyDeactivation(from: UserFields, to: UserFields): boolean {
  return isSameName(from, to) && (from.isActive === to.isActive || !to.isActive)
}

function isSameName(from: UserFields, to: UserFields): boolean {
  return from.userName === to.userName && from.email === to.email
}

/** Only a new name is checked: another user with the same name, created by hand, must not prevent a deactivation. */
async function requireFree(tx: TenantTx, from: DirectoryUser, to: UserFields): Promise<void> {
  if (isSameName(from, to)) return
  const others = (await store.namesakes(tx, to.userName, to.email)).filter((other) => other.id !== from.id)
  if (others.length > 0) throw userNameInUse()
}

function userNameInUse(): ScimFault {
  return new ScimFault('uniqueness', 'another user has this userName or address')
}
