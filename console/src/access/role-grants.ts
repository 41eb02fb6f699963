/** Permissions as rows, with the roles that have each. */
type GrantedRole = { readonly name: string; readonly permissions: readonly { readonly name: string }[] }
export type Grant = {
  readonly area: string
  readonly verb: string
  /** The area has no row above this one. */
  readonly isFirst: boolean
  readonly roles: ReadonlySet<string>
}

/**
 * `actions:execute:low` is the verb `execute low` of `actions`; a name without a colon is an area with the verb `use`.
 * Areas are in the order of the alphabet, and the verbs of an area in the order in which the roles name them.
 */
export function grantsOf(roles: readonly GrantedRole[]): readonly Grant[] {
  const areas = new Map<string, Map<string, Set<string>>>()
  for (const { name: role, permissions } of roles)
    for (const { name } of permissions) {
      const [area = name, ...rest] = name.split(':')
      const verb = rest.length === 0 ? 'use' : rest.join(' ').replaceAll('_', ' ')
      const verbs = areas.get(area) ?? new Map<string, Set<string>>()
      areas.set(area, verbs)
      verbs.set(verb, (verbs.get(verb) ?? new Set()).add(role))
    }
  return [...areas]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([area, verbs]) =>
      [...verbs].map(([verb, having], at) => ({ area, verb, isFirst: at === 0, roles: having })),
    )
}
