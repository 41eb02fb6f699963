/**
 * Finds the events of a JSON body as byte ranges, without building a value: the text of an event stays exactly as it
 * was sent. Only strings and brackets are understood here; that the rest is JSON is for `JSON.parse` to say, and on
 * every text that `JSON.parse` takes, the ranges are those of its values.
 */
import { JsonScan, type ScanFault, type ScannedList } from './json-scan.ts'
import { isVendorList, VENDOR_LISTS } from './vendor-lists.ts'

export type SplitLimits = { readonly eventsMax: number; readonly depthMax: number }

const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

/** Deeper than any audit record seen, and far below the limit of a parser's stack. */
export const DEPTH_MAX = 128

/** Limits for splitting a stored body: ingest has counted its events already. */
const STORED: SplitLimits = { eventsMax: Number.MAX_SAFE_INTEGER, depthMax: DEPTH_MAX }

export type SplitFault = {
  readonly fault: ScanFault | 'empty' | 'trailing_data' | 'too_many_events'
  readonly at: number
}

export type Envelope = {
  /**
   * `events`: the list under that key. `items`: that of a Kubernetes EventList. `list`: that of a vendor's envelope, see
   * `vendor-lists.ts`, or of Okta's event hooks. `object`: no list, one event.
   */
  readonly kind: 'events' | 'items' | 'list' | 'array' | 'object'
  /** Start and end of each event, pairwise. */
  readonly elements: Int32Array
  /** Indexes of events nested deeper than `depthMax`, ascending. Members around them never are. */
  readonly deep: readonly number[]
  /** Range of the list with its brackets; of the object when it has no list. */
  readonly listStart: number
  readonly listEnd: number
}

/** The events of a body that is one JSON value. */
export function splitEnvelope(body: Buffer, limits: SplitLimits = STORED): Envelope | SplitFault {
  const scan = new JsonScan(body, limits.depthMax)
  if (!scan.skipSpace()) return { fault: 'empty', at: 0 }
  const first = scan.peek()
  const found = first === OPEN_LIST ? array(scan, limits) : first === OPEN_OBJECT ? object(scan, limits) : scan.bad()
  if (found === null) return { fault: scan.fault, at: scan.pos }
  if (scan.skipSpace()) return { fault: 'trailing_data', at: scan.pos }
  if (found.count > limits.eventsMax) return { fault: 'too_many_events', at: found.start }
  const { kind, ranges, deep, start, end } = found
  return { kind, elements: Int32Array.from(ranges), deep, listStart: start, listEnd: end }
}

type Found = ScannedList & { kind: Envelope['kind'] }

function array(scan: JsonScan, limits: SplitLimits): Found | null {
  const list = scan.list(limits.eventsMax)
  return list && { ...list, kind: 'array' }
}

/** As in `JSON.parse`, the last of several members with one name counts. */
function object(scan: JsonScan, limits: SplitLimits): Found | null {
  const start = scan.pos
  const lists = new Map<string, ScannedList | null>()
  const others: (string | undefined)[] = []
  let kind: string | undefined
  let hooked = null as ScannedList | null
  let isHook = false
  const done = scan.members((name) => {
    if (name === 'kind') kind = scan.peek() === 0x22 ? scan.shortString() : undefined
    if (name === 'eventType') isHook = scan.peek() === 0x22 && scan.shortString() === EVENT_HOOK
    if (name === undefined || !(name === 'events' || VENDOR_LISTS.has(name))) {
      if (others.length <= VENDOR_LISTS.size) others.push(name)
      if (name !== 'data' || scan.peek() !== OPEN_OBJECT) return scan.skipValue()
      const inside = eventsInside(scan, limits)
      hooked = inside?.list ?? null
      return inside !== null
    }
    lists.set(name, null)
    if (scan.peek() !== OPEN_LIST) return scan.skipValue()
    const list = scan.list(limits.eventsMax)
    lists.set(name, list)
    return list !== null
  })
  if (!done) return null
  const events = lists.get('events')
  if (events) return { ...events, kind: 'events' }
  if (isHook && hooked && holdsObjects(scan.body, hooked)) return { ...hooked, kind: 'list' }
  const items = lists.get('items')
  if (items && kind === 'EventList') return { ...items, kind: 'items' }
  const [[name, list] = ['', null]] = lists
  const isEnvelope = lists.size === 1 && list && isVendorList(name, others, kind) && holdsObjects(scan.body, list)
  if (isEnvelope) return { ...list, kind: 'list' }
  // Its lists are not lists of events, so their too deep elements make the one event too deep.
  if ([hooked, ...lists.values()].some((one) => one !== null && one.deep.length > 0)) return scan.bad('too_deep')
  return { ranges: [start, scan.pos], deep: [], count: 1, start, end: scan.pos, kind: 'object' }
}

/** Okta's event hooks have their list one object further in: `{"eventType": this, "data": {"events": []}}`. */
const EVENT_HOOK = 'com.okta.event_hook'

/** The list `events` of the object that starts here, and the scan behind it; null for a fault. */
function eventsInside(scan: JsonScan, limits: SplitLimits): { list: ScannedList | null } | null {
  let list = null as ScannedList | null
  const done = scan.members((name) => {
    if (name !== 'events') return scan.skipValue()
    list = null
    if (scan.peek() !== OPEN_LIST) return scan.skipValue()
    list = scan.list(limits.eventsMax)
    return list !== null
  })
  return done ? { list } : null
}

/** True when each element is an object: a list of anything else is data of one event. */
function holdsObjects(body: Buffer, list: ScannedList): boolean {
  if (list.count === 0) return false
  for (let i = 0; i < list.ranges.length; i += 2) if (body[list.ranges[i] ?? 0] !== OPEN_OBJECT) return false
  return true
}

export type SplitValues = {
  /** Start and end of each value, pairwise. */
  readonly elements: Int32Array
  /** Where the first invalid value begins; the end of the body when all are valid. */
  readonly rest: number
  readonly fault: SplitFault | null
}

/**
 * The objects and lists of a body that holds several, one behind the other, with or without white space between them,
 * as far as they can be told apart. Each may be nested as deep as it likes.
 */
export function splitValues(body: Buffer, limits: SplitLimits = STORED): SplitValues {
  const scan = new JsonScan(body, limits.depthMax)
  const ranges: number[] = []
  const until = (rest: number, fault: SplitFault | null) => ({ elements: Int32Array.from(ranges), rest, fault })
  while (scan.skipSpace()) {
    const start = scan.pos
    if (ranges.length >= 2 * limits.eventsMax) return until(start, { fault: 'too_many_events', at: start })
    if (scan.peek() !== OPEN_OBJECT && scan.peek() !== OPEN_LIST) return until(start, { fault: 'not_json', at: start })
    if (!scan.skipElement()) return until(start, { fault: scan.fault, at: scan.pos })
    ranges.push(start, scan.pos)
  }
  return until(body.length, ranges.length === 0 ? { fault: 'empty', at: body.length } : null)
}
