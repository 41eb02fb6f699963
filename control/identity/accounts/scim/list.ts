import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { parseFilter } from './filter.ts'
import { groupCondition } from './group-filter.ts'
import * as groupStore from './group-store.ts'
import type { GroupWithMembers } from './provision-groups.ts'
import type { DirectoryUser } from './user-document.ts'
import { EVERYTHING, userCondition } from './user-filter.ts'
import * as userStore from './user-store.ts'

export type ListQuery = {
  readonly filter: string | null
  /** Index of the first resource wanted, from 0. */
  readonly offset: number
  /** 0 asks for the number of resources alone. */
  readonly limit: number
}

export type Listed<T> = { readonly total: number; readonly resources: readonly T[] }

/**
 * Maximum resources on one page. A directory sees it as `maxResults`, and the number on a page as `itemsPerPage`.
 * @bound resources of a SCIM page -> a shorter page
 */
export const PAGE_MAX = 200
/**
 * Members of all groups of one page; past it the page ends early, after one group at least.
 * @bound members on a SCIM page -> a shorter page
 */
const MEMBERS_OF_PAGE_MAX = 20_000

/** Throws `invalidFilter`. */
export async function listDirectoryUsers(tx: TenantTx, query: ListQuery): Promise<Listed<DirectoryUser>> {
  const where = query.filter === null ? EVERYTHING : userCondition(parseFilter(query.filter))
  const [total, resources] = await Promise.all([
    userStore.countUsers(tx, where),
    userStore.directoryUsers(tx, where, query.offset, query.limit),
  ])
  return { total, resources }
}

/** `withMembers`: false where the directory does not want them, which saves reading them. Throws `invalidFilter`. */
export async function listDirectoryGroups(
  tx: TenantTx,
  query: ListQuery,
  withMembers: boolean,
): Promise<Listed<GroupWithMembers>> {
  const where = query.filter === null ? EVERYTHING : groupCondition(parseFilter(query.filter))
  const [total, found] = await Promise.all([
    groupStore.countGroups(tx, where),
    groupStore.groups(tx, where, query.offset, query.limit),
  ])
  const page = withMembers ? fitting(found) : found
  const members = withMembers
    ? await groupStore.membersOf(
        tx,
        page.map(({ id }) => id),
      )
    : new Map()
  return { total, resources: page.map((group) => ({ ...group, members: members.get(group.id) ?? [] })) }
}

function fitting(groups: readonly groupStore.DirectoryGroup[]): readonly groupStore.DirectoryGroup[] {
  let members = 0
  const end = groups.findIndex(({ memberCount }, n) => (members += memberCount) > MEMBERS_OF_PAGE_MAX && n > 0)
  return end === -1 ? groups : groups.slice(0, end)
}
