/**
 * Adds values that follow from the dictionary and therefore are not stored: the captions beside ids (`activity_name`,
 * `severity`, `status`, `type_name` ...) and the observables.
 */
import type { Members } from '../../platform/members.ts'
import { type Attribute, currentDictionary, type Dictionary, type EventClass, type Shape } from './dictionary.ts'

export type Observable = { name: string; type_id: number; type: string; value?: string }

/**
 * Bound of observables: an event names its subjects in a few dozen places; the rest of a long list stays in the event
 * itself.
 */
const OBSERVABLES_MAX = 64
const DEPTH_MAX = 16
const OTHER = 99
/** The schema's name of category 0, which is in no list of categories. */
const UNCATEGORIZED = 'Uncategorized'

/** Adds to `event` and returns it. Keeps an existing caption: beside `Other` it is the source's own word. */
export function complete(event: Members, dictionary: Dictionary = currentDictionary()): Members {
  const eventClass = typeof event.class_uid === 'number' ? dictionary.classOf(event.class_uid) : null
  if (!eventClass) return event
  const observables: Observable[] = []
  visit(dictionary, eventClass, event, '', 0, observables)
  addNames(dictionary, eventClass, event)
  if (observables.length > 0 && event.observables === undefined) event.observables = observables
  return event
}

function addNames(dictionary: Dictionary, eventClass: EventClass, event: Members): void {
  event.class_name ??= eventClass.caption
  event.category_name ??= dictionary.categoryName(eventClass.categoryUid) ?? UNCATEGORIZED
  // Looked up by the id: for an activity Other the caption is the source's own word, but the type is still Other.
  const activity = eventClass.attributes.get('activity_id')?.captions?.get(event.activity_id as number)
  if (activity !== undefined) event.type_name ??= `${eventClass.caption}: ${activity}`
}

function visit(
  dictionary: Dictionary,
  shape: Shape,
  value: Members,
  path: string,
  depth: number,
  observables: Observable[],
): void {
  if (depth > DEPTH_MAX) return
  for (const name of Object.keys(value)) {
    const attribute = shape.attributes.get(name)
    if (!attribute || name === 'unmapped' || name === 'observables') continue
    const member = value[name]
    const at = path === '' ? name : `${path}.${name}`
    if (attribute.captions) caption(attribute, member, value)
    observe(dictionary, attribute, member, at, observables)
    if (attribute.object === null) continue
    const inner = dictionary.objectOf(attribute.object)
    if (!inner) continue
    for (const item of Array.isArray(member) ? member : [member]) {
      if (typeof item === 'object' && item !== null && !Array.isArray(item))
        visit(dictionary, inner, item as Members, at, depth + 1, observables)
    }
  }
}

function caption(attribute: Attribute, member: unknown, owner: Members): void {
  const { sibling, captions } = attribute
  if (sibling === null || owner[sibling] !== undefined || captions === null) return
  if (Array.isArray(member)) {
    owner[sibling] = member.map((id) => captions.get(id as number) ?? captions.get(OTHER) ?? 'Other')
  } else if (typeof member === 'number') {
    const word = captions.get(member)
    if (word !== undefined) owner[sibling] = word
  }
}

/** Lists only observables with a value, because analysts pivot on values; an observable without one names an object. */
function observe(
  dictionary: Dictionary,
  attribute: Attribute,
  member: unknown,
  name: string,
  observables: Observable[],
): void {
  const typeId = dictionary.observableOf(attribute)
  if (typeId === 0) return
  const type = observableTypes(dictionary).get(typeId) ?? 'Other'
  for (const item of Array.isArray(member) ? member : [member]) {
    if (observables.length >= OBSERVABLES_MAX) return
    if ((typeof item !== 'string' && typeof item !== 'number') || item === '') continue
    const value = String(item)
    if (observables.some((known) => known.name === name && known.value === value)) continue
    observables.push({ name, type_id: typeId, type, value })
  }
}

const NONE: ReadonlyMap<number, string> = new Map()

function observableTypes(dictionary: Dictionary): ReadonlyMap<number, string> {
  return dictionary.objectOf('observable')?.attributes.get('type_id')?.captions ?? NONE
}
