/**
 * PATCH of RFC 7644, section 3.5.2, on a document of known attributes. Returns a new document; the inputs are not
 * changed.
 */
import { type Attribute, attributeNamed, type ResourceKind } from './attribute.ts'
import { coerce, coerceOne, complexOf, elementsOf, onePrimary, requireFew } from './coerce.ts'
import { ScimFault } from './fault.ts'
import { type Document, isObject, type Json, objectOf } from './json.ts'
import type { Operation } from './patch-request.ts'
import { parsePath, type Step } from './path.ts'

type Change = { readonly op: Operation['op']; readonly value: unknown }

/** Throws the `ScimFault` of the first operation that cannot be done: a patch is done whole or not at all. */
export function applyPatch(kind: ResourceKind, document: Document, operations: readonly Operation[]): Document {
  return operations.reduce((patched, { op, path, value }) => {
    const change = { op, value }
    if (path === null) return applyMembers(kind, patched, change)
    return applyAt(patched, writable(parsePath(kind, path)), change)
  }, document)
}

/**
 * Without a path the value holds the attributes. Those that are unknown or only this service writes are left out: Okta
 * sends the `id` of a group with its new name. Names may be paths: Entra ID sends `name.familyName`.
 */
function applyMembers(kind: ResourceKind, document: Document, change: Change): Document {
  const members = Object.entries(objectOf(change.value, 'the value of an operation without a path'))
  return members.reduce((patched, [name, value]) => {
    const steps = knownPath(kind, name)
    if (!steps || isReadOnly(steps)) return patched
    return applyAt(patched, steps, { ...change, value })
  }, document)
}

function knownPath(kind: ResourceKind, name: string): readonly Step[] | null {
  try {
    return parsePath(kind, name)
  } catch (error) {
    if (error instanceof ScimFault && error.scimType === 'invalidPath') return null
    throw error
  }
}

function isReadOnly(steps: readonly Step[]): boolean {
  return steps.some(({ attribute }) => attribute.mutability === 'readOnly')
}

function writable(steps: readonly Step[]): readonly Step[] {
  if (!isReadOnly(steps)) return steps
  const named = steps.map(({ attribute }) => attribute.name).join('.')
  throw new ScimFault('mutability', `${named} is written by this service alone`)
}

function applyAt(document: Document, [step, ...rest]: readonly Step[], change: Change): Document {
  if (!step) return document
  const { name } = step.attribute
  const value = changed(step, rest, document[name], change)
  if (value !== undefined) return { ...document, [name]: value }
  const { [name]: _, ...without } = document
  return without
}

/** The new value of an attribute; undefined for none. */
function changed(step: Step, rest: readonly Step[], current: Json | undefined, change: Change): Json | undefined {
  const { attribute, filter } = step
  if (attribute.multiValued) {
    const elements = Array.isArray(current) ? current : []
    const next =
      filter || rest.length > 0 ? changeSome(step, rest, elements, change) : changeAll(step, elements, change)
    requireFew(attribute, next)
    return next.length === 0 ? undefined : onePrimary(next)
  }
  if (rest.length > 0) return orNone(applyAt(isObject(current) ? { ...(current as Document) } : {}, rest, change))
  if (change.op === 'remove') return undefined
  if (attribute.type === 'complex' && isObject(current) && change.value !== null)
    return mergeInto(attribute, current as Document, change)
  return coerce(attribute, change.value)
}

/** Members in the value change, the others stay; null removes one. */
function mergeInto(attribute: Attribute, current: Document, change: Change): Json | undefined {
  const members = Object.entries(complexOf(attribute, change.value))
  return orNone(
    members.reduce((merged, [name, value]) => {
      const member = attributeNamed(attribute.subAttributes ?? [], name)
      if (!member || member.mutability === 'readOnly') return merged
      return applyAt(merged, [{ attribute: member, filter: null }], { ...change, value })
    }, current),
  )
}

function changeAll({ attribute }: Step, current: readonly Json[], change: Change): readonly Json[] {
  const { op, value } = change
  // Entra ID removes members by naming them as the value, where the RFC has a filter in the path.
  if (op === 'remove' && value !== undefined && value !== null) {
    const gone = new Set(elementsOf(attribute, value).map(identityOf))
    return current.filter((element) => !gone.has(identityOf(element)))
  }
  if (op === 'remove') return []
  const elements = elementsOf(attribute, value)
  return op === 'replace' ? elements : union(current, elements)
}

/** Elements are identified by value and type; a new element replaces an equal one. */
function union(current: readonly Json[], jsons: readonly Json[]): readonly Json[] {
  const byIdentity = new Map(current.map((element) => [identityOf(element), element]))
  for (const element of jsons) byIdentity.set(identityOf(element), element)
  return [...byIdentity.values()]
}

function identityOf(element: Json): string {
  if (!isObject(element)) return JSON.stringify(element)
  const { value, type } = element as Document
  return JSON.stringify([value ?? element, type ?? null])
}

/** Changes the elements that a filter selects, or all elements: each as a whole, or one member of it. */
function changeSome(step: Step, rest: readonly Step[], current: readonly Json[], change: Change): readonly Json[] {
  const isChosen = (element: Json) => step.filter === null || fits(step.filter, element)
  if (!current.some(isChosen)) return change.op === 'remove' ? current : [...current, madeBy(step, rest, change)]
  return current.flatMap((element) => {
    if (!isChosen(element)) return [element]
    const next = changeOne(step, rest, element, change)
    return next === undefined ? [] : [next]
  })
}

function changeOne({ attribute }: Step, rest: readonly Step[], element: Json, change: Change): Json | undefined {
  if (rest.length > 0) return orNone(applyAt(isObject(element) ? { ...(element as Document) } : {}, rest, change))
  if (change.op === 'remove') return undefined
  if (attribute.type === 'complex' && isObject(element) && change.value !== null)
    return mergeInto(attribute, element as Document, change)
  return coerceOne(attribute, change.value)
}

/**
 * Entra ID sets `emails[type eq "work"].value` of a user without one and means a new element. Without a filter, or with
 * one for something that the element would not have, there is nothing to set: `noTarget`.
 */
function madeBy(step: Step, rest: readonly Step[], change: Change): Json {
  const by = step.filter && coerceOne(step.filter.by, step.filter.value)
  if (!step.filter || by === undefined || by === null)
    throw new ScimFault('noTarget', `${step.attribute.name} has none`)
  const made = changeOne(step, rest, { [step.filter.by.name]: by }, change)
  if (made === undefined || !fits(step.filter, made))
    throw new ScimFault('noTarget', `no element of ${step.attribute.name} is meant`)
  return made
}

function fits({ by, value }: NonNullable<Step['filter']>, element: Json): boolean {
  const found = isObject(element) ? (element as Document)[by.name] : undefined
  if (typeof found !== 'string' || typeof value !== 'string') return found === value
  return by.caseExact ? found === value : found.toLowerCase() === value.toLowerCase()
}

function orNone(document: Document): Document | undefined {
  return Object.keys(document).length === 0 ? undefined : document
}
