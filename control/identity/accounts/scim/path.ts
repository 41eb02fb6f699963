import { type Attribute, attributeNamed, type ResourceKind } from './attribute.ts'
import { ScimFault } from './fault.ts'
import { type Comparison, parseFilter } from './filter.ts'
import { shown } from './json.ts'

/** One step of a path: an attribute, and a filter on its elements. */
export type Step = {
  readonly attribute: Attribute
  readonly filter: { readonly by: Attribute; readonly value: Comparison['value'] } | null
}

/** Characters of a path. */
const LENGTH_MAX = 2_048
const PLACE = /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s

/**
 * The target of a PATCH operation (RFC 7644, section 3.5.2): `attribute`, `attribute[filter]`, either with a `.member`,
 * optionally after the URN of a schema. At most three steps. Every step is an attribute of the schema, so no received
 * name becomes a member name. Throws `invalidPath`, and `invalidFilter` for its filter.
 */
export function parsePath(kind: ResourceKind, path: string): readonly Step[] {
  if (path.length > LENGTH_MAX) throw new ScimFault('invalidPath', `a path has at most ${LENGTH_MAX} characters`)
  const rest = within(path, kind.schema.id)
  if (rest !== null && rest !== '') return steps(kind.attributes, rest, path)
  for (const { id } of kind.extensions) {
    const inside = within(path, id)
    if (inside === null) continue
    const attribute = known(kind.attributes, id, path)
    const first = { attribute, filter: null }
    return inside === '' ? [first] : [first, ...steps(attribute.subAttributes ?? [], inside, path)]
  }
  return steps(kind.attributes, path.trim(), path)
}

/** The path behind the URN of a schema; empty for the URN alone, null when the path does not begin with it. */
function within(path: string, urn: string): string | null {
  const trimmed = path.trim()
  if (!trimmed.toLowerCase().startsWith(urn.toLowerCase())) return null
  const after = trimmed.slice(urn.length)
  if (after === '') return ''
  return after.startsWith(':') ? after.slice(1) : null
}

function steps(attributes: readonly Attribute[], text: string, path: string): readonly Step[] {
  const [, name, filter, member] = PLACE.exec(text) ?? []
  if (name === undefined) throw new ScimFault('invalidPath', `${shown(path)} is no path`)
  const attribute = known(attributes, name, path)
  const first = { attribute, filter: filter === undefined ? null : filterOf(attribute, filter, path) }
  if (member === undefined) return [first]
  return [first, { attribute: known(attribute.subAttributes ?? [], member, path), filter: null }]
}

function filterOf(attribute: Attribute, text: string, path: string): Step['filter'] {
  if (!attribute.multiValued) throw new ScimFault('invalidPath', `${attribute.name} has no elements to choose from`)
  const { attribute: name, value } = parseFilter(text)
  return { by: known(attribute.subAttributes ?? [], name, path), value }
}

function known(attributes: readonly Attribute[], name: string, path: string): Attribute {
  const found = attributeNamed(attributes, name)
  if (!found) throw new ScimFault('invalidPath', `${shown(path)} names no attribute of the schema`)
  return found
}
