import { int, type Row, text } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'
import { MAPPED_ROLE } from './mapped-role.ts'
import type { Condition } from './user-filter.ts'

/** A group of a directory. Without a mapped role it is tracked, and grants nothing. */
const GROUPS = tableInCamelCase('DirectoryGroup', {
  id: column.uuid(),
  display_name: column.text(),
  external_id: column.orNull(column.text()),
  mapped_role: MAPPED_ROLE,
  member_count: column.from('(SELECT count(*)::int FROM scim_group_members m WHERE m.group_id = g.id)', column.int()),
  created_at: column.time(),
  updated_at: column.time(),
})
export type DirectoryGroup = RowOf<typeof GROUPS>

export type Member = { readonly userId: string; readonly userName: string }
export type GroupFields = Pick<DirectoryGroup, 'displayName' | 'externalId' | 'mappedRole'>

export function groupById(tx: TenantTx, id: string): Promise<DirectoryGroup | null> {
  return tx.maybeOne(GROUPS.read, /* sql */ `SELECT ${GROUPS.columns} FROM scim_groups g WHERE g.id = $1`, [id])
}

/** Oldest first. */
export function groups(tx: TenantTx, where: Condition, offset: number, limit: number): Promise<DirectoryGroup[]> {
  const sql = /* sql */ `
    SELECT ${GROUPS.columns} FROM scim_groups g WHERE ${where.sql} ORDER BY g.created_at, g.id OFFSET $2 LIMIT $3`
  return tx.many(GROUPS.read, sql, [where.value, offset, limit])
}

export async function countGroups(tx: TenantTx, where: Condition): Promise<number> {
  const sql = /* sql */ `SELECT count(*)::int AS n FROM scim_groups g WHERE ${where.sql}`
  return (await tx.maybeOne((row) => int(row, 'n'), sql, [where.value])) ?? 0
}

export function insertGroup(
  tx: TenantTx,
  { displayName, externalId, mappedRole }: GroupFields,
): Promise<string | null> {
  const sql = /* sql */ `
    INSERT INTO scim_groups (display_name, external_id, mapped_role) VALUES ($1, $2, $3) RETURNING id`
  return tx.maybeOne((row) => text(row, 'id'), sql, [displayName, externalId, mappedRole])
}

export async function updateGroup(tx: TenantTx, id: string, fields: GroupFields): Promise<void> {
  const sql = /* sql */ `
    UPDATE scim_groups SET display_name = $2, external_id = $3, mapped_role = $4, updated_at = clock_timestamp()
    WHERE id = $1`
  await tx.run(sql, [id, fields.displayName, fields.externalId, fields.mappedRole])
}

/** Deletes a group with its memberships. */
export async function deleteGroup(tx: TenantTx, id: string): Promise<void> {
  await tx.run(/* sql */ `DELETE FROM scim_groups WHERE id = $1`, [id])
}

/** Returns members by group id, without users who have become administrators of the installation. */
export async function membersOf(tx: TenantTx, groupIds: readonly string[]): Promise<ReadonlyMap<string, Member[]>> {
  const sql = /* sql */ `
    SELECT m.group_id, m.user_id, u.username FROM scim_group_members m JOIN users u ON u.id = m.user_id
    WHERE m.group_id = ANY($1::uuid[]) AND u.role NOT IN ('admin', 'platform_admin') ORDER BY m.group_id, m.user_id`
  const toRow = (row: Row) => ({
    groupId: text(row, 'group_id'),
    member: { userId: text(row, 'user_id'), userName: text(row, 'username') },
  })
  const byGroup = Map.groupBy(await tx.many(toRow, sql, [groupIds]), ({ groupId }) => groupId)
  return new Map([...byGroup].map(([id, rows]) => [id, rows.map(({ member }) => member)]))
}

/** Returns the users that the directory can see: neither deleted by it nor administrators of the installation. */
export function knownUsers(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  const sql = /* sql */ `
    SELECT u.id FROM users u LEFT JOIN scim_users s ON s.user_id = u.id
    WHERE u.id = ANY($1::uuid[]) AND u.role NOT IN ('admin', 'platform_admin') AND (s.deleted_at IS NULL OR u.is_active)`
  return tx.many((row) => text(row, 'id'), sql, [ids])
}

export async function addMembers(tx: TenantTx, groupId: string, userIds: readonly string[]): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO scim_group_members (group_id, user_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`
  await tx.run(sql, [groupId, userIds])
}

export async function removeMembers(tx: TenantTx, groupId: string, userIds: readonly string[]): Promise<void> {
  const sql = /* sql */ `DELETE FROM scim_group_members WHERE group_id = $1 AND user_id = ANY($2::uuid[])`
  await tx.run(sql, [groupId, userIds])
}
