/**
 * An event as a reader of one version of OCSF gets it: `migrate`, and then whatever it takes for the event to be valid
 * there. An older version demands more than this program's own, and an event must not be refused for that:
 *
 * - a required id that nobody knows is 0, where that version calls 0 Unknown; a required text is `Unknown`
 * - a profile that an attribute belongs to is named
 * - an object that cannot be right (a part that it needs is missing, or a value has another form) goes to `unmapped`
 * - an event that cannot be right, or whose class does not exist yet, is a Base Event, its class's own attributes
 *   under `unmapped`
 *
 * Nothing is lost: what was moved is under `unmapped` by its path. An event that is at fault in its own version stays
 * so.
 */
import { isMembers, type Members } from '../../platform/members.ts'
import { type Attribute, type Dictionary, dictionaryOf, OCSF_VERSION, typeUid } from './dictionary.ts'
import { addUnmapped, type Change, migrate } from './migrate.ts'
import { type Fault, validate } from './validate.ts'

export type Versioned = { readonly event: Record<string, unknown>; readonly changes: readonly Change[] }

/** Rounds of repair: each round settles every reported fault, and nested objects need one round per level. */
const ROUNDS_MAX = 16
const BASE_EVENT = 0
const OTHER = 99
const UNKNOWN = 'Unknown'
const BASE_UIDS = { class_uid: BASE_EVENT, category_uid: 0, activity_id: OTHER, type_uid: typeUid(BASE_EVENT, OTHER) }
/** Attributes that name the event's class. */
const CLASS_NAMES: ReadonlySet<string> = new Set(
  ['class', 'category', 'activity', 'type'].flatMap((what) => [`${what}_uid`, `${what}_id`, `${what}_name`]),
)

/** Null when `version` is unknown; an event that already has that version is returned unchanged. */
export function asVersion(event: Readonly<Members>, version: string): Versioned | null {
  const dictionary = dictionaryOf(version)
  if (!dictionary) return null
  const from = versionOf(event)
  if (from === version) return { event, changes: [] }
  const migrated = migrate(event, from, version)
  const fitting = migrated.event && makeValid(structuredClone(migrated.event), migrated.changes, dictionary)
  return fitting || baseEvent(event, from, dictionary) || { event: { ...event, ...migrated.event }, changes: [] }
}

/** The event's own version; the version that this program writes when it names none. */
function versionOf({ metadata }: Readonly<Members>): string {
  const declaredVersion = isMembers(metadata) ? metadata.version : undefined
  return typeof declaredVersion === 'string' && dictionaryOf(declaredVersion) ? declaredVersion : OCSF_VERSION
}

/**
 * Changes the event until it is valid; null when it lacks attributes that its class requires even in its own version.
 */
function makeValid(event: Members, before: readonly Change[], dictionary: Dictionary): Versioned | null {
  const changes = [...before]
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const faults = validate(event, dictionary.version)
    if (faults.length === 0) return { event, changes }
    for (const fault of faults) if (!settle(event, fault, dictionary, changes)) return null
    dropHoles(event)
  }
  return null
}

/** Returns false when the event as a whole is at fault. */
function settle(event: Members, fault: Fault, dictionary: Dictionary, changes: Change[]): boolean {
  const { path, kind } = fault
  if (kind === 'profile') return nameProfile(event, fault, changes)
  if (kind === 'missing' && fill(event, path, dictionary, changes)) return true
  const wrong = kind === 'missing' ? ownerOf(path) : path
  if (wrong === '' || wrong === 'metadata') return false
  if (valueAt(event, wrong) !== undefined) unmap(event, wrong, fault.detail, changes)
  return true
}

function nameProfile(event: Members, { detail, path }: Fault, changes: Change[]): boolean {
  const profile = /^needs (\S+) in/.exec(detail)?.[1]
  if (profile === undefined || !isMembers(event.metadata)) return false
  const named = Array.isArray(event.metadata.profiles) ? event.metadata.profiles : []
  if (named.includes(profile)) return true
  event.metadata.profiles = [...named, profile]
  changes.push({ path, kind: 'filled', detail: `profile ${profile}` })
  return true
}

function fill(event: Members, path: string, dictionary: Dictionary, changes: Change[]): boolean {
  const shape = typeof event.class_uid === 'number' ? dictionary.classOf(event.class_uid) : null
  const attribute = shape && dictionary.attributeAt(shape, path)
  const owner = path.includes('.') ? valueAt(event, ownerOf(path)) : event
  const value = attribute && unknownOf(attribute)
  if (!attribute || value === null || !isMembers(owner)) return false
  owner[attribute.name] = value
  changes.push({ path, kind: 'filled', detail: String(value) })
  return true
}

function unknownOf({ captions, type, isArray }: Attribute): number | string | null {
  if (isArray) return null
  if (captions) return captions.get(0) === UNKNOWN ? 0 : null
  return type === 'string' ? UNKNOWN : null
}

function unmap(event: Members, path: string, detail: string, changes: Change[]): void {
  const value = valueAt(event, path)
  const [, owner = '', name = ''] = /^(?:(.*?)\.?)([^.[\]]+|\[\d+\])$/.exec(path) ?? []
  const holder = owner === '' ? event : valueAt(event, owner)
  if (Array.isArray(holder)) holder[Number(name.slice(1, -1))] = undefined
  else if (isMembers(holder)) delete holder[name]
  addUnmapped(event, { [path]: value })
  changes.push({ path, kind: 'unmapped', detail })
}

/** Removes the holes that deleted list items leave until all faults of a round are settled. */
function dropHoles(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (name === 'unmapped') continue
    if (Array.isArray(member)) (value as Members)[name] = member.filter((item) => item !== undefined)
    dropHoles((value as Members)[name])
  }
}

/** The Base Event, which every version has. The class's own attributes and uids move to `unmapped`. */
function baseEvent(event: Readonly<Members>, from: string, dictionary: Dictionary): Versioned | null {
  const plain: Members = { ...event, ...BASE_UIDS }
  addUnmapped(plain, Object.fromEntries(Object.entries(event).filter(([name]) => CLASS_NAMES.has(name))))
  for (const name of CLASS_NAMES) if (!(name in BASE_UIDS)) delete plain[name]
  const moved = migrate(plain, from, dictionary.version)
  const change: Change = { path: 'class_uid', kind: 'fallback', detail: String(event.class_uid) }
  return moved.event && makeValid(structuredClone(moved.event), [change, ...moved.changes], dictionary)
}

function ownerOf(path: string): string {
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ''
}

function valueAt(event: Readonly<Members>, path: string): unknown {
  let value: unknown = event
  for (const step of path.split(/\.|(?=\[)/)) {
    if (Array.isArray(value)) value = value[Number(step.slice(1, -1))]
    else value = isMembers(value) ? value[step] : undefined
  }
  return value
}
