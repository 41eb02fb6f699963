/** Converts received values to the types of the schema. */
import { type Attribute, attributeNamed } from './attribute.ts'
import { ScimFault } from './fault.ts'
import { type Document, isObject, isStorable, type Json } from './json.ts'

/** Characters of one text. */
const TEXT_MAX = 1_024
/** Elements of one attribute. The members of a group have a bound of their own. */
const ELEMENTS_MAX = 50

/**
 * Converts the value of an attribute; undefined for no value (RFC 7643, section 2.5: null and an empty list are no
 * value). Unknown and read-only members are dropped. Throws `invalidValue`.
 */
export function coerce(attribute: Attribute, value: unknown): Json | undefined {
  if (!attribute.multiValued) return coerceOne(attribute, value)
  const elements = elementsOf(attribute, value)
  return elements.length === 0 ? undefined : onePrimary(elements)
}

/** Also a single element where a list is meant. */
export function elementsOf(attribute: Attribute, value: unknown): Json[] {
  const sent = Array.isArray(value) ? value : [value]
  requireFew(attribute, sent)
  return sent.map((element) => coerceOne(attribute, element)).filter((element) => element !== undefined)
}

/** Throws `invalidValue` past `ELEMENTS_MAX`. */
export function requireFew({ name }: Attribute, elements: readonly unknown[]): void {
  if (elements.length > ELEMENTS_MAX)
    throw new ScimFault('invalidValue', `${name} has at most ${ELEMENTS_MAX} elements`)
}

/** Converts one element of a multi-valued attribute, or the value of a single-valued one. */
export function coerceOne(attribute: Attribute, value: unknown): Json | undefined {
  if (value === null || value === undefined) return undefined
  if (attribute.type === 'complex') return coerceComplex(attribute, value)
  if (attribute.type === 'boolean') return coerceBoolean(attribute, value)
  if (typeof value !== 'string') throw wrong(attribute, 'is text')
  if (value.length > TEXT_MAX) throw wrong(attribute, `has at most ${TEXT_MAX} characters`)
  if (!isStorable(value)) throw wrong(attribute, 'holds U+0000 or half of a surrogate pair')
  return value === '' ? undefined : value
}

/** Entra ID sends booleans as the texts "True" and "False". */
function coerceBoolean(attribute: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  if (word !== 'true' && word !== 'false') throw wrong(attribute, 'is true or false')
  return word === 'true'
}

function coerceComplex(attribute: Attribute, value: unknown): Json | undefined {
  return readMembers(attribute.subAttributes ?? [], complexOf(attribute, value))
}

/** A plain text stands for an element's `value`, because directories send managers and members that way. */
export function complexOf(attribute: Attribute, value: unknown): { readonly [name: string]: unknown } {
  if (typeof value === 'string' && attributeNamed(attribute.subAttributes ?? [], 'value')) return { value }
  if (!isObject(value)) throw wrong(attribute, 'is an object')
  return value
}

/** Reads the known, writable members of an object. Undefined when none has a value. */
export function readMembers(
  attributes: readonly Attribute[],
  sent: { readonly [name: string]: unknown },
): Document | undefined {
  const found: Document = {}
  for (const [name, value] of Object.entries(sent)) {
    const attribute = attributeNamed(attributes, name)
    if (!attribute || attribute.mutability === 'readOnly') continue
    const coerced = coerce(attribute, value)
    if (coerced !== undefined) found[attribute.name] = coerced
  }
  return Object.keys(found).length === 0 ? undefined : found
}

/** RFC 7643, section 2.4: at most one element is primary. When several are marked, the last one wins. */
export function onePrimary(elements: readonly Json[]): readonly Json[] {
  const last = elements.findLastIndex(isPrimary)
  return elements.map((element, n) => (isPrimary(element) && n !== last ? { ...element, primary: false } : element))
}

function isPrimary(element: Json): element is { readonly [name: string]: Json } {
  return isObject(element) && element.primary === true
}

function wrong({ name }: Attribute, what: string): ScimFault {
  return new ScimFault('invalidValue', `${name} ${what}`)
}
