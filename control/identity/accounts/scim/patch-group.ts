import { coerceOne } from './coerce.ts'
import { ScimFault } from './fault.ts'
import { GROUP_KIND } from './group-schema.ts'
import { type Document, isObject, type Json, objectOf } from './json.ts'
import { applyPatch } from './patch.ts'
import type { Operation } from './patch-request.ts'
import { parsePath, type Step } from './path.ts'

/**
 * Users of one group; past it `invalidValue`.
 * @bound members of a SCIM group -> 400
 */
export const MEMBERS_MAX = 10_000

export type GroupState = {
  /** Everything but the members. */
  readonly document: Document
  /** Ids of users, in lower case. */
  readonly members: ReadonlySet<string>
}

/**
 * Applies a PATCH to a group. Members are kept in a set beside the document: a request may hold hundreds of operations
 * on thousands of members, and each must cost only the members it names.
 */
export function applyGroupPatch(state: GroupState, operations: readonly Operation[]): GroupState {
  const members = new Set(state.members)
  let { document } = state
  for (const operation of operations.flatMap(split)) {
    const step = memberStep(operation)
    if (step) changeMembers(members, step, operation)
    else document = applyPatch(GROUP_KIND, document, [operation])
    if (members.size > MEMBERS_MAX) throw tooMany()
  }
  return { document, members }
}

/** User ids of a list of members, or of a single member. Throws `invalidValue`. */
export function memberIds(value: unknown): string[] {
  const [step] = parsePath(GROUP_KIND, 'members')
  if (!step || value === undefined || value === null) return []
  const members = Array.isArray(value) ? value : [value]
  if (members.length > MEMBERS_MAX) throw tooMany()
  return members.map((member) => idOf(coerceOne(step.attribute, member)))
}

function idOf(member: Json | undefined): string {
  const { value, type } = isObject(member) ? (member as Document) : {}
  if (typeof type === 'string' && type.toLowerCase() !== 'user')
    throw new ScimFault('invalidValue', 'members are users: groups are not nested')
  if (typeof value !== 'string') throw new ScimFault('invalidValue', 'a member has the id of a user as its value')
  return value.toLowerCase()
}

/** Without a path the value holds several attributes; each becomes an operation. */
function split(operation: Operation): Operation[] {
  if (operation.path !== null) return [operation]
  const entries = Object.entries(objectOf(operation.value, 'the value of an operation without a path'))
  const isMembers = ([name]: [string, unknown]) => name.toLowerCase() === 'members'
  const rest = Object.fromEntries(entries.filter((entry) => !isMembers(entry)))
  const members = entries.filter(isMembers).map(([, value]) => ({ ...operation, path: 'members', value }))
  return Object.keys(rest).length === 0 ? members : [{ ...operation, value: rest }, ...members]
}

/** Null for an operation on another attribute. */
function memberStep({ path }: Operation): Step | null {
  if (path === null) return null
  const [step, ...rest] = parsePath(GROUP_KIND, path)
  if (step?.attribute.name !== 'members') return null
  if (rest.length > 0) throw new ScimFault('mutability', 'a member can be added or removed, not changed')
  return step
}

function changeMembers(members: Set<string>, { filter }: Step, { op, value }: Operation): void {
  if (filter) return changeSelected(members, filter, op)
  const memberRefs = memberIds(value)
  const hasValue = value !== undefined && value !== null
  if (op === 'replace' || (op === 'remove' && !hasValue)) members.clear()
  for (const id of memberRefs) op === 'remove' ? members.delete(id) : members.add(id)
}

/** Removes the one member that `members[value eq "id"]` selects. */
function changeSelected(members: Set<string>, { by, value }: NonNullable<Step['filter']>, op: Operation['op']): void {
  if (by.name !== 'value' || typeof value !== 'string')
    throw new ScimFault('invalidFilter', 'a filter of members compares their value')
  if (op !== 'remove') throw new ScimFault('mutability', 'a member can be added or removed, not changed')
  members.delete(value.toLowerCase())
}

function tooMany(): ScimFault {
  return new ScimFault('invalidValue', `a group has at most ${MEMBERS_MAX} members`)
}
