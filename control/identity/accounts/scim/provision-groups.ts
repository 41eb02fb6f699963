import { assert } from '../../../../platform/assert.ts'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { readMembers } from './coerce.ts'
import { followGroups } from './directory-role-store.ts'
import { ScimFault } from './fault.ts'
import { roleOfGroup } from './group-role.ts'
import { CORE_GROUP, GROUP_KIND } from './group-schema.ts'
import * as store from './group-store.ts'
import { isStorable, isUuid, memberOf, objectOf, shown } from './json.ts'
import { changeDirectory } from './keep-administrator.ts'
import { applyGroupPatch, type GroupState, memberIds } from './patch-group.ts'
import { parsePatch } from './patch-request.ts'
import type { Check } from './provision-users.ts'
import { requireSchema } from './user-document.ts'
import { EVERYTHING } from './user-filter.ts'

export type GroupWithMembers = store.DirectoryGroup & { readonly members: readonly store.Member[] }

/** The group after a change, and the users whose roles it may have changed. */
export type ChangedGroup = {
  readonly group: GroupWithMembers
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Groups of one tenant; past it `conflict`.
 * @bound SCIM groups of a tenant -> 409
 */
export const GROUPS_MAX = 500
const NAME_MAX = 256

/** Throws `ScimFault` for a body that is no group, or a member that is no user. */
export function createDirectoryGroup(tx: TenantTx, body: unknown): Promise<ChangedGroup> {
  const to = readGroup(body)
  const fields = fieldsOf(to)
  return changeDirectory(tx, async () => {
    if ((await store.countGroups(tx, EVERYTHING)) >= GROUPS_MAX)
      throw new AppError('conflict', `a directory has at most ${GROUPS_MAX} groups`)
    const id = await store.insertGroup(tx, fields)
    assert(id !== null, 'an insert answers with its row')
    return writeMembers(tx, id, { from: new Set(), to: to.members, hasOtherRole: false })
  })
}

/** Attributes that the body lacks are cleared. Throws `not_found`, and as creating does. */
export function replaceDirectoryGroup(
  tx: TenantTx,
  id: string,
  body: unknown,
  check: Check<GroupWithMembers>,
): Promise<ChangedGroup> {
  const to = readGroup(body)
  return changeGroup(tx, id, check, () => to)
}

/** Throws `not_found`, and as creating does. */
export function patchDirectoryGroup(
  tx: TenantTx,
  id: string,
  body: unknown,
  check: Check<GroupWithMembers>,
): Promise<ChangedGroup> {
  const operations = parsePatch(body)
  return changeGroup(tx, id, check, (current) => applyGroupPatch(current, operations))
}

/** Deletes a group; its members lose the role that it gave. Throws `not_found`. */
export function deleteDirectoryGroup(tx: TenantTx, id: string, check: Check<GroupWithMembers>): Promise<ChangedGroup> {
  return changeDirectory(tx, async () => {
    const group = await directoryGroupById(tx, id)
    check(group)
    const removed = group.members.map(({ userId }) => userId)
    await store.deleteGroup(tx, id)
    await followGroups(tx, removed)
    return { group, added: [], removed }
  })
}

/** Throws `not_found`. */
export async function directoryGroupById(tx: TenantTx, id: string): Promise<GroupWithMembers> {
  const folded = id.toLowerCase()
  const found = requireFound(isUuid(folded) ? await store.groupById(tx, folded) : null, 'group', id)
  return { ...found, members: (await store.membersOf(tx, [folded])).get(folded) ?? [] }
}

function changeGroup(
  tx: TenantTx,
  id: string,
  check: Check<GroupWithMembers>,
  change: (current: GroupState) => GroupState,
): Promise<ChangedGroup> {
  return changeDirectory(tx, async () => {
    const current = await directoryGroupById(tx, id)
    check(current)
    const members = new Set(current.members.map(({ userId }) => userId))
    const to = change({ document: documentOf(current), members })
    const fields = fieldsOf(to)
    await store.updateGroup(tx, current.id, fields)
    const hasOtherRole = fields.mappedRole !== current.mappedRole
    return writeMembers(tx, current.id, { from: members, to: to.members, hasOtherRole })
  })
}

type MemberChange = {
  readonly from: ReadonlySet<string>
  readonly to: ReadonlySet<string>
  /** True when the role of members who stay changes as well. */
  readonly hasOtherRole: boolean
}

async function writeMembers(tx: TenantTx, id: string, change: MemberChange): Promise<ChangedGroup> {
  const { from, to, hasOtherRole } = change
  const added = [...to].filter((user) => !from.has(user))
  const removed = [...from].filter((user) => !to.has(user))
  await requireUsers(tx, added)
  await store.removeMembers(tx, id, removed)
  await store.addMembers(tx, id, added)
  await followGroups(tx, [...removed, ...(hasOtherRole ? to : added)])
  return { group: await directoryGroupById(tx, id), added, removed }
}

async function requireUsers(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const known = new Set(await store.knownUsers(tx, ids.filter(isUuid)))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) throw new ScimFault('invalidValue', `members: no user ${shown(missing)}`)
}

function documentOf({ displayName, externalId }: store.DirectoryGroup): GroupState['document'] {
  return { displayName, ...(externalId === null ? {} : { externalId }) }
}

function readGroup(body: unknown): GroupState {
  const sent = objectOf(body, 'a group')
  requireSchema(sent, CORE_GROUP)
  const members = new Set(memberIds(memberOf(sent, 'members')))
  const rest = Object.entries(sent).filter(([name]) => name.toLowerCase() !== 'members')
  return { document: readMembers(GROUP_KIND.attributes, Object.fromEntries(rest)) ?? {}, members }
}

function fieldsOf({ document: { displayName, externalId } }: GroupState): store.GroupFields {
  const name = typeof displayName === 'string' ? displayName.trim() : ''
  if (name === '' || name.length > NAME_MAX || !isStorable(name))
    throw new ScimFault('invalidValue', `displayName has 1 to ${NAME_MAX} characters`)
  return {
    displayName: name,
    externalId: typeof externalId === 'string' ? externalId : null,
    mappedRole: roleOfGroup(name),
  }
}
