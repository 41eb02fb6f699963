/**
 * Reads an event's field: undefined when it is missing, one leaf, or an array of leaves. A leaf is a string, number,
 * boolean or null, or an object, which has no text and only exists. Records are results of `JSON.parse`, or have a
 * `bigint` for whole numbers beyond 2^53, which it rounds.
 */
import { derived } from '../../schemas/derive-value.ts'
import type { FieldPath, FieldView, MatchEvent } from '../../schemas/event-view.ts'
import { isLarge } from '../plan/scalar.ts'
import { MATCH_LIMITS } from './limits.ts'

export type RecordOf = Readonly<Record<string, unknown>>
export type Getter = (record: RecordOf) => unknown

/** Uses the first location of the view with anything but null, otherwise the first that exists. */
export function compileGetter(view: FieldView, field: string): Getter {
  const getters = view.paths(field).map(placeGetter)
  const [first, second] = getters
  if (!first) return () => undefined
  return second ? (record) => firstOf(getters, record) : first
}

/** Reads as the getter does, with the digits of whole numbers past 2^53 where the event has them. */
export function readExactly(get: Getter, event: Pick<MatchEvent, 'record' | 'exact'>): unknown {
  const value = get(event.record)
  return mayBeRounded(value) ? exactly(value, get, event.exact?.()) : value
}

/** Nearly all values are small or no numbers, which is visible without inspecting them. */
export function mayBeRounded(value: unknown): boolean {
  if (typeof value === 'number') return isLarge(value)
  return typeof value === 'object' && value !== null && isRoundedIn(value, 0)
}

function isRoundedIn(container: object, depth: number): boolean {
  if (depth > MATCH_LIMITS.depthMax) return false
  for (const value of Array.isArray(container) ? container : Object.values(container)) {
    if (typeof value === 'number') {
      if (isLarge(value)) return true
    } else if (typeof value === 'object' && value !== null && isRoundedIn(value, depth + 1)) return true
  }
  return false
}

/** After a mapping changed the record's form, the value may be missing in the record that is read again. */
export function exactly(value: unknown, get: Getter, record: RecordOf | undefined): unknown {
  return (record && get(record)) ?? value
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
  const ways = waysOf(path)
  return (record) => leavesAt(record, ways)
}

/** For each position of a path the names that continue it, and the position to which they lead. */
type Ways = readonly (readonly { readonly key: string; readonly next: number }[])[]

/**
 * Below the top level a member's name may contain dots and so cover several positions; the longest matching name is
 * used.
 */
function waysOf(path: readonly string[]): Ways {
  return path.map((name, at) => {
    const longer = at === 0 ? [] : path.slice(at + 1).map((_, more) => at + 2 + more)
    const joined = longer.map((next) => ({ key: path.slice(at, next).join('.'), next })).reverse()
    return [...joined, { key: name, next: at + 1 }]
  })
}

const NO_WAYS: Ways = []

/** The hot path: most values are scalars, which are their own leaf. */
function leafOf(value: unknown): unknown {
  return Array.isArray(value) ? leavesAt(value, NO_WAYS) : value
}

function leavesAt(value: unknown, ways: Ways): unknown {
  const leaves: unknown[] = []
  const isThere = collect(value, ways, 0, 0, leaves)
  if (!isThere) return undefined
  return leaves.length === 1 ? leaves[0] : leaves
}

/** At any position of the path an array stands for its items. Returns false when nothing is there. */
function collect(value: unknown, ways: Ways, at: number, depth: number, leaves: unknown[]): boolean {
  if (value === undefined || depth > MATCH_LIMITS.depthMax) return false
  if (Array.isArray(value)) {
    let isThere = at === ways.length
    for (const item of value) if (collect(item, ways, at, depth + 1, leaves)) isThere = true
    return isThere
  }
  const on = ways[at]
  if (on === undefined) return leaves.push(value) > 0
  if (typeof value !== 'object' || value === null) return false
  for (const { key, next } of on) {
    if (!Object.hasOwn(value, key)) continue
    if (collect((value as Record<string, unknown>)[key], ways, next, depth + 1, leaves)) return true
  }
  return false
}

export type TextLeaf = string | number | bigint

/** Every string and number of an event, at any depth. `exact` is that of `MatchEvent`. */
export function everyLeaf(record: RecordOf, exact: () => RecordOf | undefined): readonly TextLeaf[] {
  const leaves = leavesOf(record)
  const isRounded = leaves.some((leaf) => typeof leaf === 'number' && isLarge(leaf))
  return isRounded ? leavesOf(exact() ?? record) : leaves
}

function leavesOf(record: RecordOf): TextLeaf[] {
  const leaves: TextLeaf[] = []
  collectLeaves(record, leaves, 0)
  return leaves
}

function collectLeaves(value: unknown, leaves: TextLeaf[], depth: number): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    leaves.push(value)
  } else if (typeof value === 'object' && value !== null && depth <= MATCH_LIMITS.depthMax) {
    for (const key in value) collectLeaves((value as Record<string, unknown>)[key], leaves, depth + 1)
  }
}
