import { NEVER_GRANTED } from '../static-roles.ts'
import type { GroupRoleMapping } from './connection.ts'

/**
 * The roles that a sign-in confers: the default one, and those of the groups that the mapping names, each once, sorted.
 * Groups are compared exactly: providers tell `Admins` from `admins`. A group that is not mapped confers nothing, and
 * nothing confers a role that is never granted, whatever is stored.
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
