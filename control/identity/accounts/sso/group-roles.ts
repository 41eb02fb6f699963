import { NEVER_GRANTED } from '../static-roles.ts'
import type { GroupRoleMapping } from './connection.ts'

/**
 * The roles that a sign-in confers: the default one, and those of the groups in the mapping, each once, sorted. Group
 * names are compared with case, because providers distinguish `Admins` from `admins`. An unmapped group confers
 * nothing, and a role that may never be granted is ignored even when it is stored.
 */
export function rolesOfGroups(
  mapping: GroupRoleMapping,
  defaultRole: string | null,
  groups: Iterable<string>,
): readonly string[] {
  const roles = new Set(defaultRole === null ? [] : [defaultRole])
  for (const group of groups) {
    const role = Object.hasOwn(mapping, group) ? mapping[group] : undefined
    if (role !== undefined) roles.add(role)
  }
  return [...roles].filter((role) => !isNeverGranted(role)).sort()
}

export function isNeverGranted(role: string): boolean {
  return NEVER_GRANTED.some((name) => name === role)
}
