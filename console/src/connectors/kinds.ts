/** Groups the available sources by kind of product, and lists the settings that each needs. */
import type { Schemas } from '../api/client.ts'
import { labelOf } from '../parts/words.ts'

export type Kind = Schemas['ConnectorType']
export type KindGroup = { readonly name: string; readonly kinds: readonly Kind[] }

/** Categories of the API in the order of the gallery. An unknown one is shown before the last, under its own name. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  ...{ identity: 'Identity and sign-in', cloud: 'Cloud', edr: 'Endpoints', xdr: 'Endpoints' },
  ...{ saas: 'Applications', network: 'Network', email: 'Mail', siem: 'Other SIEMs' },
}
const LAST = 'generic'
const LAST_NAME = 'Anything else'

const groupOf = (category: string): string =>
  category === LAST ? LAST_NAME : (GROUP_NAMES[category] ?? labelOf(category))

/** Kinds that contain every word of the search, by group; sorted by name within a group. */
export function kindGroups(kinds: readonly Kind[], search: string): readonly KindGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, Kind[]>()
  for (const kind of kinds) {
    const group = groupOf(kind.category)
    const text = `${kind.title} ${kind.type} ${kind.category} ${group}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    groups.set(group, [...(groups.get(group) ?? []), kind])
  }
  const order = [...new Set(Object.values(GROUP_NAMES))]
  const placeOf = (name: string) => {
    const at = order.indexOf(name)
    return name === LAST_NAME ? order.length + 1 : at < 0 ? order.length : at
  }
  return [...groups]
    .map(([name, found]) => ({ name, kinds: found.toSorted((a, b) => a.title.localeCompare(b.title)) }))
    .toSorted((a, b) => placeOf(a.name) - placeOf(b.name) || a.name.localeCompare(b.name))
}

/** Labels of the required fields: settings first, then secrets. */
export const needsOf = ({ connector_config: settings, auth_config: secrets }: Kind): readonly string[] =>
  [...settings, ...secrets].filter(({ required }) => required).map(({ name }) => labelOf(name))
