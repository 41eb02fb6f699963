/**
 * People who work in a tenant: its users, and delegates, who are users of its provider. A delegate has no row among the
 * users of the tenant; the tenant sees only their name and organisation.
 */
import { invalid } from '../../../platform/invalid-input.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { permissionsOfUser } from './effective-permissions.ts'
import { holds, type Permission, type PermissionSet, permissionSet } from './permissions.ts'
import { permissionsOfRole, type StaticRole } from './static-roles.ts'
import { toRole } from './user.ts'

export type WorkPerson = {
  readonly id: string
  readonly name: string
  /** Null for a user of the tenant. */
  readonly organisation: string | null
  /** False for a user who cannot sign in any more, and for a delegate whose delegation has ended. */
  readonly isActive: boolean
  /** A delegate has that of the delegation; null: it is over. */
  readonly role: StaticRole | null
}

/** Rows of `id`, `username`, `organisation`, `is_active` and `role`. A placeholder for the ids, or NULL for everybody. */
export const peopleSql = (ids: string) => /* sql */ `
  SELECT id, username, NULL AS organisation, is_active, role FROM users WHERE ${ids}::uuid[] IS NULL OR id = ANY (${ids}::uuid[])
  UNION ALL SELECT id, name, organisation, role IS NOT NULL, role FROM svc_delegates(${ids}::uuid[])`

/** Returns the people among these ids who belong to this tenant, by id. Invalid ids are ignored. */
export async function peopleByIds(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, WorkPerson>> {
  const wanted = ids.filter(isUuid)
  const found = wanted.length === 0 ? [] : await tx.many(toPerson, peopleSql('$1'), [wanted])
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

function toPerson(row: Row): WorkPerson {
  return {
    id: text(row, 'id'),
    name: text(row, 'username'),
    organisation: orNull(text, row, 'organisation'),
    isActive: row.is_active === true,
    role: row.role === null ? null : toRole(row),
  }
}
