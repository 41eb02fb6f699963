/** Finds the best-ranked value for all aliases in one pass over a record. */
import { parseEventTime } from '../../../platform/event-time.ts'
import { ALIASES, type Alias, INDEXED_FIELDS, isIndexed } from './aliases.ts'
import { address } from './values.ts'

/**
 * A record with more levels of objects and arrays is refused: readers of the lake cannot parse deeper values.
 * @bound nesting in an event -> the event becomes a dead letter, the others are accepted
 */
export const DEPTH_MAX = 64

type Rule = { readonly slot: number; readonly rank: number }
type Node = { readonly rules: Rule[]; readonly children: Map<string, Node> }

const names = Object.keys(ALIASES) as Alias[]
const root = plan()
const slotOf = Object.fromEntries(names.map((name, slot) => [name, slot])) as Record<Alias, number>

const TIME = slotOf.time
const SRC_IP = slotOf.srcIp
const DST_IP = slotOf.dstIp

/** A time before 2000 is taken for a duration or a count. */
const TIME_MIN = Date.UTC(2000, 0, 1)

const RANK_NONE = 255
/** Roughly when the event was written; it decides a date whose order of day and month is unclear. */
let referenceMs = Number.NaN
const values: unknown[] = new Array(names.length).fill(undefined)
const ranks = new Uint8Array(names.length)

/** The value found by the last `collect`; undefined where the record holds none. */
export function found(alias: Alias): unknown {
  return values[slotOf[alias]]
}

/** The name under which the value was found; '' if the record has none. */
export function foundUnder(alias: Alias): string {
  return ALIASES[alias][ranks[slotOf[alias]] as number] ?? ''
}

/** False when the record is nested too deep. Not re-entrant: read the results before the next call. */
export function collect(record: Record<string, unknown>, receivedMs = Number.NaN): boolean {
  referenceMs = receivedMs
  values.fill(undefined)
  ranks.fill(RANK_NONE)
  return visit(record, root, 1)
}

function visit(object: Record<string, unknown>, node: Node | undefined, depth: number): boolean {
  if (depth > DEPTH_MAX) return false
  for (const key in object) {
    const value = object[key]
    const child = node?.children.get(key)
    if (child) for (const rule of child.rules) offer(rule, value)
    if (typeof value === 'object' && value !== null) {
      const isFine = Array.isArray(value)
        ? visitArray(value, depth + 1)
        : visit(value as Record<string, unknown>, child, depth + 1)
      if (!isFine) return false
    }
  }
  return true
}

function visitArray(array: readonly unknown[], depth: number): boolean {
  if (depth > DEPTH_MAX) return false
  for (const item of array) {
    if (typeof item !== 'object' || item === null) continue
    const isFine = Array.isArray(item)
      ? visitArray(item, depth + 1)
      : visit(item as Record<string, unknown>, undefined, depth + 1)
    if (!isFine) return false
  }
  return true
}

/**
 * A value under an address name that is not an address may be a name, a file or a number of bytes. Empty text and `-`
 * mean no value; a word or a duration under `time` is not a time.
 */
function offer(rule: Rule, value: unknown): void {
  if (rule.rank >= (ranks[rule.slot] as number)) return
  if (value === null || value === '' || value === '-') return
  if (typeof value === 'object' && !Array.isArray(value)) return
  if (rule.slot === TIME && !(parseEventTime(value, referenceMs) >= TIME_MIN)) return
  if ((rule.slot === SRC_IP || rule.slot === DST_IP) && address(value) === '') return
  ranks[rule.slot] = rule.rank
  values[rule.slot] = value
}

function plan(): Node {
  const tree: Node = { rules: [], children: new Map() }
  for (const [slot, name] of names.entries()) {
    for (const [rank, path] of ALIASES[name].entries()) {
      add(tree, path.split('.'), { slot, rank })
      if (path.includes('.')) add(tree, [path], { slot, rank })
      const behind = { slot, rank: ALIASES[name].length + rank }
      if (isIndexed(name)) add(tree, [...INDEXED_FIELDS, path], behind)
    }
  }
  return tree
}

function add(tree: Node, path: readonly string[], rule: Rule): void {
  let node = tree
  for (const key of path) {
    let child = node.children.get(key)
    if (!child) node.children.set(key, (child = { rules: [], children: new Map() }))
    node = child
  }
  node.rules.push(rule)
}
