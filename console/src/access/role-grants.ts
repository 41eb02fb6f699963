/** Groups permissions by area, with the verbs that each role has in it. */
type GrantedRole = { readonly name: string; readonly permissions: readonly { readonly name: string }[] }
export type AreaGrants = { readonly area: string; readonly verbs: Readonly<Record<string, readonly string[]>> }

/** `actions:execute:low` is the verb `execute low` of `actions`; a name without a colon is an area with the verb `use`. */
export function grantsByArea(roles: readonly GrantedRole[]): readonly AreaGrants[] {
  const areas = new Map<string, Record<string, string[]>>()
  for (const { name: role, permissions } of roles)
    for (const { name } of permissions) {
      const [area = name, ...rest] = name.split(':')
      const verbs = areas.get(area) ?? {}
      areas.set(area, verbs)
      const own = (verbs[role] ??= [])
      own.push(rest.length === 0 ? 'use' : rest.join(' ').replaceAll('_', ' '))
    }
  return [...areas].map(([area, verbs]) => ({ area, verbs })).sort((a, b) => a.area.localeCompare(b.area))
}
