import type { ResourceKind } from '../../control/identity/accounts/index.ts'

export type Resource = { readonly [name: string]: unknown }
export type ShownQuery = { readonly attributes?: string; readonly excludedAttributes?: string }

/** Always shown, whatever the request selects. */
const ALWAYS = ['schemas', 'id']
/** Names in one list; what follows is not looked at, because a resource has fewer. */
const NAMES_MAX = 100

/** An attribute, or a member of one, both in lower case. */
type Name = readonly [attribute: string, member: string | undefined]

/** The part of a resource that `attributes` names, or all but what `excludedAttributes` names (RFC 7644, section 3.9). */
export function shownAttributes(kind: ResourceKind, resource: Resource, query: ShownQuery): Resource {
  if (query.attributes) return pick(resource, namesIn(kind, query.attributes))
  if (query.excludedAttributes) return omit(resource, namesIn(kind, query.excludedAttributes))
  return resource
}

/** True when the answer shows the attribute. */
export function isShown(
  kind: ResourceKind,
  attribute: string,
  { attributes, excludedAttributes }: ShownQuery,
): boolean {
  const names = (list: string) => namesIn(kind, list).filter(([name]) => name === attribute.toLowerCase())
  if (attributes) return names(attributes).length > 0
  return !excludedAttributes || names(excludedAttributes).every(([, member]) => member !== undefined)
}

function namesIn(kind: ResourceKind, list: string): Name[] {
  const names = list.split(',', NAMES_MAX).map((name) => name.trim().toLowerCase())
  return names.map((name) => {
    const core = `${kind.schema.id.toLowerCase()}:`
    if (name.startsWith(core)) return split(name.slice(core.length))
    const extension = kind.extensions.map(({ id }) => id.toLowerCase()).find((id) => name.startsWith(id))
    if (extension !== undefined) return [extension, name.slice(extension.length + 1) || undefined]
    return split(name)
  })
}

function split(name: string): Name {
  const [attribute = '', member] = name.split('.')
  return [attribute, member]
}

function pick(resource: Resource, names: readonly Name[]): Resource {
  const shown = Object.entries(resource).flatMap(([name, value]) => {
    if (ALWAYS.includes(name)) return [[name, value]]
    const wanted = names.filter(([attribute]) => attribute === name.toLowerCase())
    if (wanted.length === 0) return []
    const members = wanted.flatMap(([, member]) => member ?? [])
    return [[name, members.length < wanted.length ? value : within(value, (member) => members.includes(member))]]
  })
  return Object.fromEntries(shown)
}

function omit(resource: Resource, names: readonly Name[]): Resource {
  const shown = Object.entries(resource).flatMap(([name, value]) => {
    const unwanted = ALWAYS.includes(name) ? [] : names.filter(([attribute]) => attribute === name.toLowerCase())
    if (unwanted.some(([, member]) => member === undefined)) return []
    const members = unwanted.map(([, member]) => member)
    return [[name, members.length === 0 ? value : within(value, (member) => !members.includes(member))]]
  })
  return Object.fromEntries(shown)
}

/** The members of an object, or of each element of a list. */
function within(value: unknown, isWanted: (member: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => within(element, isWanted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => isWanted(name.toLowerCase())))
}
