/**
 * People who work in a tenant: its users, and delegates, who are users of its provider. A delegate has no row among the
 * users of the tenant; the tenant sees only their name and organisation.
 */
import { invalid } from '../../../platform/invalid-input.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { permissionsOfUser } from './effective-permissions.ts'
import { holds, type Permission, type PermissionSet, permissionSet } from './permissions.ts'
import { permissionsOfRole, STATIC_ROLES } from './static-roles.ts'

/** Rows of `peopleSql`. */
const PEOPLE = tableInCamelCase('WorkPerson', {
  id: column.uuid(),
  name: column.from('username', column.text()),
  /** Null for a user of the tenant. */
  organisation: column.orNull(column.text()),
  /** False for a user who cannot sign in any more, and for a delegate whose delegation has ended. */
  is_active: column.bool(),
  /** A delegate has that of the delegation; null: it is over. */
  role: column.orNull(column.word(STATIC_ROLES)),
})
export type WorkPerson = RowOf<typeof PEOPLE>

/** Rows of `id`, `username`, `organisation`, `is_active` and `role`. A placeholder for the ids, or NULL for everybody. */
export const peopleSql = (ids: string) => /* sql */ `
  SELECT id, username, NULL AS organisation, is_active, role FROM users WHERE ${ids}::uuid[] IS NULL OR id = ANY (${ids}::uuid[])
  UNION ALL SELECT id, name, organisation, role IS NOT NULL, role FROM svc_delegates(${ids}::uuid[])`

/** Returns the people among these ids who belong to this tenant, by id. Invalid ids are ignored. */
export async function peopleByIds(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, WorkPerson>> {
  const wanted = ids.filter(isUuid)
  const found =
    wanted.length === 0
      ? []
      : await tx.many(PEOPLE.read, `SELECT ${PEOPLE.columns} FROM (${peopleSql('$1')}) AS people`, [wanted])
  return new Map(found.map((person) => [person.id, person]))
}

/** Shows a delegate with their organisation, so that they are not mistaken for a colleague. */
export function fullName({ name, organisation }: Pick<WorkPerson, 'name' | 'organisation'>): string {
  return organisation === null ? name : `${name} of ${organisation}`
}

/**
 * Throws 422 for a person who is not an active user or delegate of the tenant, and for one without any role that allows
 * such work.
 */
export async function requireWorker(tx: TenantTx, id: string, needed: Permission, member: string): Promise<void> {
  const person = (await peopleByIds(tx, [id])).get(id.toLowerCase())
  if (!person?.isActive) throw invalid(member, 'is no active user or delegate of this tenant', 'reference')
  if (!holds(await permissionsOf(tx, person), needed))
    throw invalid(member, `may not do this work: no role of theirs holds ${needed}`)
}

async function permissionsOf(tx: TenantTx, { id, organisation, role }: WorkPerson): Promise<PermissionSet> {
  if (role === null) return permissionSet([])
  return organisation === null ? permissionsOfUser(tx, { id, role }) : permissionsOfRole(role)
}
