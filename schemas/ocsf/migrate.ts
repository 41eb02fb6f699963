/**
 * Converts an event from one version of OCSF to another, as far as possible without guessing: deprecated attributes
 * move to their named successor, ids keep their number where its meaning is the same, and anything without a place in
 * the other version goes to `unmapped` under its path. An event of a class that the other version lacks cannot be
 * migrated. Nothing is lost or invented; each change is reported. An attribute that only the older version requires
 * (1.0.0 wants the type of every user) stays missing, and `validate` reports it: `as-version.ts` makes the event valid.
 */
import { isMembers, type Members } from '../../platform/members.ts'
import { type Attribute, type Dictionary, dictionaryOf, type Shape, typeUid } from './dictionary.ts'

export type Change = {
  readonly path: string
  readonly kind: 'renamed' | 'unmapped' | 'retyped' | 'enum_other' | 'filled' | 'fallback'
  readonly detail: string
}
export type Migrated =
  | { readonly event: Record<string, unknown>; readonly changes: readonly Change[] }
  | { readonly event: null; readonly reason: 'unknown_version' | 'unknown_class' }

const DEPTH_MAX = 64
const OTHER = 99

export function migrate(event: Readonly<Members>, from: string, to: string): Migrated {
  const source = dictionaryOf(from)
  const target = dictionaryOf(to)
  if (!source || !target) return { event: null, reason: 'unknown_version' }
  const uid = event.class_uid
  const shape = typeof uid === 'number' ? target.classOf(uid) : null
  const origin = typeof uid === 'number' ? source.classOf(uid) : null
  if (!shape || !origin) return { event: null, reason: 'unknown_class' }
  const moved = new Migration(source, target)
  const migrated = moved.members(origin, shape, event, '', 0)
  // An activity that became Other changes the type as well.
  if (typeof migrated.activity_id === 'number') migrated.type_uid = typeUid(shape.uid, migrated.activity_id)
  if (isMembers(migrated.metadata)) migrated.metadata.version = target.version
  addUnmapped(migrated, moved.unmapped)
  return { event: migrated, changes: moved.changes }
}

/** Adds values by their paths; where the vendor's own event has that name, under `ocsf.` and the path. */
export function addUnmapped(event: Members, moved: Readonly<Members>): void {
  if (Object.keys(moved).length === 0) return
  const unmapped: Members = Object.assign(noMembers(), isMembers(event.unmapped) ? event.unmapped : {})
  for (const [path, value] of Object.entries(moved))
    unmapped[Object.hasOwn(unmapped, path) ? `ocsf.${path}` : path] = value
  event.unmapped = unmapped
}

/** An object without a prototype, because the names come from a vendor and may be `__proto__`. */
function noMembers(): Members {
  return Object.create(null)
}

class Migration {
  readonly changes: Change[] = []
  readonly unmapped = noMembers()
  readonly #source: Dictionary
  readonly #target: Dictionary

  constructor(source: Dictionary, target: Dictionary) {
    this.#source = source
    this.#target = target
  }

  members(origin: Shape | null, shape: Shape, event: Readonly<Members>, path: string, depth: number): Members {
    const made = noMembers()
    for (const [name, value] of Object.entries(event)) {
      const at = path === '' ? name : `${path}.${name}`
      if (at === 'unmapped' || shape.name === 'object') made[name] = value
      else this.#member(origin, shape, event, made, name, value, at, depth)
    }
    return made
  }

  #member(
    origin: Shape | null,
    shape: Shape,
    event: Readonly<Members>,
    made: Members,
    name: string,
    value: unknown,
    path: string,
    depth: number,
  ): void {
    const successor = this.#successor(shape, event, name)
    const attribute = shape.attributes.get(successor ?? name)
    if (!attribute || depth > DEPTH_MAX) return this.#leave(path, value, 'no such attribute')
    if (successor !== null) this.changes.push({ path, kind: 'renamed', detail: successor })
    const wrapped = attribute.isArray && !Array.isArray(value) ? [value] : value
    const was = origin?.attributes.get(name) ?? null
    const result = this.#value(was, attribute, wrapped, path, depth, made)
    if (result === undefined) this.#leave(path, value, `not ${attribute.type}`)
    else made[attribute.name] = result
  }

  /** Only to a newer version, and never over an attribute that the event already has. */
  #successor(shape: Shape, event: Readonly<Members>, name: string): string | null {
    if (this.#source.version >= this.#target.version) return null
    const successor = shape.renames.get(name)
    return successor !== undefined && event[successor] === undefined ? successor : null
  }

  #value(
    was: Attribute | null,
    attribute: Attribute,
    value: unknown,
    path: string,
    depth: number,
    made: Members,
  ): unknown {
    if (attribute.isArray && Array.isArray(value)) {
      const items = value.map((item, i) => this.#item(was, attribute, item, `${path}[${i}]`, depth, made))
      return items.filter((item) => item !== undefined)
    }
    return Array.isArray(value) && attribute.json !== 'any'
      ? undefined
      : this.#item(was, attribute, value, path, depth, made)
  }

  #item(
    was: Attribute | null,
    attribute: Attribute,
    value: unknown,
    path: string,
    depth: number,
    made: Members,
  ): unknown {
    if (value === null || attribute.json === 'any') return value
    if (attribute.json === 'object') {
      const shape = attribute.object ? this.#target.objectOf(attribute.object) : null
      const origin = was?.object ? this.#source.objectOf(was.object) : null
      if (!isMembers(value)) return undefined
      return shape ? this.members(origin, shape, value, path, depth + 1) : value
    }
    if (attribute.captions && typeof value === 'number') return this.#id(was, attribute, value, path, made)
    return this.#scalar(attribute, value, path)
  }

  /** An id whose number means something else in the other version becomes `Other`, with its caption beside it. */
  #id(was: Attribute | null, attribute: Attribute, value: number, path: string, made: Members): number {
    const before = was?.captions?.get(value)
    const after = attribute.captions?.get(value)
    if (before === undefined || before === after || isDerivedId(attribute)) return value
    const renumbered = attribute.ids?.get(before)
    if (renumbered !== undefined) return renumbered
    // Captions are reworded between versions ("Service Ticket", "Service Ticket Request"); a number that both have is
    // the same value unless its old caption stands for another number now.
    if (after !== undefined) return value
    this.changes.push({ path, kind: 'enum_other', detail: `${value} ${before}` })
    if (attribute.sibling !== null) made[attribute.sibling] = before
    return OTHER
  }

  #scalar(attribute: Attribute, value: unknown, path: string): unknown {
    if (attribute.json === 'integer' || attribute.json === 'number') {
      return typeof value === 'number' ? value : undefined
    }
    if (typeof value === attribute.json) return value
    if (attribute.json !== 'string' || (typeof value !== 'number' && typeof value !== 'boolean')) return undefined
    this.changes.push({ path, kind: 'retyped', detail: `${typeof value} to string` })
    return String(value)
  }

  #leave(path: string, value: unknown, detail: string): void {
    this.unmapped[path] = value
    this.changes.push({ path, kind: 'unmapped', detail })
  }
}

function isDerivedId(attribute: Attribute): boolean {
  return attribute.name === 'class_uid' || attribute.name === 'category_uid' || attribute.name === 'type_uid'
}
