/**
 * What an event holds in a field: undefined when it is not there, one leaf, or an array of leaves. A leaf is a string,
 * number, boolean or null, or an object, which has no text and only exists.
 */
import { derived } from '../../schemas/derive-value.ts'
import type { FieldPath, FieldView } from '../../schemas/event-view.ts'
import { MATCH_LIMITS } from './limits.ts'

export type RecordOf = Readonly<Record<string, unknown>>
export type Getter = (record: RecordOf) => unknown

/** Of the places that a view names the first counts that holds anything but null, else the first that is there. */
export function compileGetter(view: FieldView, field: string): Getter {
  const getters = view.paths(field).map(placeGetter)
  const [first, second] = getters
  if (!first) return () => undefined
  return second ? (record) => firstOf(getters, record) : first
}

function firstOf(getters: readonly Getter[], record: RecordOf): unknown {
  let found: unknown
  for (const get of getters) {
    const value = get(record)
    if (value !== undefined && value !== null) return value
    if (found === undefined) found = value
  }
  return found
}

function placeGetter(place: FieldPath): Getter {
  const { path, derive, constant } = place
  if (constant) return () => (constant.length === 1 ? constant[0] : constant)
  const get = pathGetter(path)
  return derive === undefined ? get : (record) => derived(get(record), derive)
}

function pathGetter(path: readonly string[]): Getter {
  const [key] = path
  if (path.length === 1 && key !== undefined && !(key in Object.prototype)) return (record) => leafOf(record[key])
  return (record) => leavesAt(record, path)
}

/** The hot path: most values are scalars, which are their own leaf. */
function leafOf(value: unknown): unknown {
  return Array.isArray(value) ? leavesAt(value, []) : value
}

function leavesAt(value: unknown, path: readonly string[]): unknown {
  const leaves: unknown[] = []
  const isThere = collect(value, path, 0, 0, leaves)
  if (!isThere) return undefined
  return leaves.length === 1 ? leaves[0] : leaves
}

/** Items of an array stand in for it, at any place of the path. False when nothing is there. */
function collect(value: unknown, path: readonly string[], at: number, depth: number, leaves: unknown[]): boolean {
  if (value === undefined || depth > MATCH_LIMITS.depthMax) return false
  if (Array.isArray(value)) {
    let isThere = at === path.length
    for (const item of value) if (collect(item, path, at, depth + 1, leaves)) isThere = true
    return isThere
  }
  const key = path[at]
  if (key === undefined) return leaves.push(value) > 0
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
  return collect((value as Record<string, unknown>)[key], path, at + 1, depth + 1, leaves)
}

/** Appends every string and number of a record, at any depth, to `leaves`. */
export function leavesOf(value: unknown, leaves: (string | number)[], depth = 0): void {
  if (typeof value === 'string' || typeof value === 'number') {
    leaves.push(value)
  } else if (typeof value === 'object' && value !== null && depth <= MATCH_LIMITS.depthMax) {
    for (const key in value) leavesOf((value as Record<string, unknown>)[key], leaves, depth + 1)
  }
}
