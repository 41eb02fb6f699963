/**
 * Finds the events of a JSON body as byte ranges, without building a value: the text of an event stays exactly as it
 * was sent. This code understands only strings and brackets; `JSON.parse` checks the rest. For every text that
 * `JSON.parse` accepts, the ranges are those of its values.
 */
import { JsonScan, type ScanFault, type ScannedList } from './json-scan.ts'
import { AROUND_LISTS, isPageAround, isVendorList, VENDOR_LISTS } from './vendor-lists.ts'

export type SplitLimits = { readonly eventsMax: number; readonly depthMax: number }

const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

/**
 * Deeper than any audit record seen, and far below the limit of a parser's stack.
 * @bound nesting around the events of a JSON batch -> 400
 */
export const DEPTH_MAX = 128

/** Limits for splitting a stored body: ingest has counted its events already. */
const STORED: SplitLimits = { eventsMax: Number.MAX_SAFE_INTEGER, depthMax: DEPTH_MAX }

export type SplitFault = {
  readonly fault: ScanFault | 'empty' | 'trailing_data' | 'too_many_events'
  readonly at: number
}

export type Envelope = {
  /**
   * `events`: the list under that key. `items`: the list of a Kubernetes EventList. `list`: the list of a vendor's
   * envelope (see `vendor-lists.ts`) or of Okta's event hooks. `object`: no list, the body is one event.
   */
  readonly kind: 'events' | 'items' | 'list' | 'array' | 'object'
  /** True for an object whose members beside the list belong to paging, also when the list is called `events`. */
  readonly isPage: boolean
  /** Start and end of each event, in pairs. */
  readonly elements: Int32Array
  /** Indexes of events nested deeper than `depthMax`, ascending. The members around the events must not be too deep. */
  readonly deep: readonly number[]
  /** Range of the list with its brackets; the range of the object when it has no list. */
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
  const { kind, isPage = kind === 'list', ranges, deep, start, end } = found
  return { kind, isPage, elements: Int32Array.from(ranges), deep, listStart: start, listEnd: end }
}

type Found = ScannedList & { kind: Envelope['kind']; isPage?: boolean }

function array(scan: JsonScan, limits: SplitLimits): Found | null {
  const list = scan.list(limits.eventsMax)
  return list && { ...list, kind: 'array' }
}

/**
 * The lists of an object by name, and the names of its other members. As in `JSON.parse`, of several lists with one
 * name the last one counts.
 */
type Lists = {
  readonly lists: Map<string, ScannedList | null>
  /** The lists of the inner objects that may hold the events. */
  readonly inside: Map<string, Lists>
  readonly others: (string | undefined)[]
  kind: string | undefined
  eventType: string | undefined
}

/** Number of names that are kept: an object with more members is not a page. */
const OTHERS_MAX = 64

function object(scan: JsonScan, limits: SplitLimits): Found | null {
  const start = scan.pos
  const members = membersOf(scan, limits, true)
  if (members === null) return null
  const { lists, inside, kind, eventType } = members
  const events = lists.get('events')
  if (events) return { ...events, kind: 'events', isPage: pageIn(scan.body, members) !== null }
  const hooked = eventType === EVENT_HOOK ? inside.get('data')?.lists.get('events') : undefined
  if (hooked && holdsObjects(scan.body, hooked)) return { ...hooked, kind: 'list' }
  const items = lists.get('items')
  if (items && kind === 'EventList') return { ...items, kind: 'items' }
  const page = pageIn(scan.body, members) ?? pageAround(scan.body, members)
  if (page) return { ...page, kind: 'list' }
  // Its lists are not lists of events, so an element that is too deep makes the whole event too deep.
  const unused = [members, ...inside.values()].flatMap((of) => [...of.lists.values()])
  if (unused.some((one) => one !== null && one.deep.length > 0)) return scan.bad('too_deep')
  return { ranges: [start, scan.pos], deep: [], count: 1, start, end: scan.pos, kind: 'object' }
}

/** Null for a fault. Objects directly inside the outermost one that may be around a list are searched too. */
function membersOf(scan: JsonScan, limits: SplitLimits, isOutermost: boolean): Lists | null {
  const of: Lists = { lists: new Map(), inside: new Map(), others: [], kind: undefined, eventType: undefined }
  const done = scan.members((name) => {
    if (name === 'kind') of.kind = scan.peek() === 0x22 ? scan.shortString() : undefined
    if (name === 'eventType') of.eventType = scan.peek() === 0x22 ? scan.shortString() : undefined
    if (isOutermost && name !== undefined && AROUND_LISTS.has(name) && scan.peek() === OPEN_OBJECT) {
      of.lists.delete(name)
      const found = membersOf(scan, limits, false)
      if (found !== null) of.inside.set(name, found)
      return found !== null
    }
    if (name === undefined || !VENDOR_LISTS.has(name)) {
      if (of.others.length <= OTHERS_MAX) of.others.push(of.others.length < OTHERS_MAX ? name : undefined)
      return scan.skipValue()
    }
    of.inside.delete(name)
    of.lists.set(name, null)
    if (scan.peek() !== OPEN_LIST) return scan.skipValue()
    const list = scan.list(limits.eventsMax)
    of.lists.set(name, list)
    return list !== null
  })
  return done ? of : null
}

/** The list of an object that is a page; null for any other object. */
function pageIn(body: Buffer, { lists, inside, others, kind }: Lists): ScannedList | null {
  const [[name, list] = ['', null]] = lists
  const isPage = lists.size === 1 && inside.size === 0 && list && isVendorList(name, others, kind)
  return isPage && holdsObjects(body, list) ? list : null
}

/** The list of a page that is inside another object. */
function pageAround(body: Buffer, { lists, inside, others }: Lists): ScannedList | null {
  const [page] = inside.values()
  return page && inside.size === 1 && lists.size === 0 && isPageAround(others) ? pageIn(body, page) : null
}

/** Okta's event hooks have their list one level deeper: `{"eventType": this, "data": {"events": []}}`. */
const EVENT_HOOK = 'com.okta.event_hook'

/** True when each element is an object; a list with other values is data of one event. */
function holdsObjects(body: Buffer, list: ScannedList): boolean {
  if (list.count === 0) return false
  for (let i = 0; i < list.ranges.length; i += 2) if (body[list.ranges[i] ?? 0] !== OPEN_OBJECT) return false
  return true
}

export type SplitValues = {
  /** Start and end of each value, in pairs. */
  readonly elements: Int32Array
  /** Where the first invalid value begins; the end of the body when all are valid. */
  readonly rest: number
  readonly fault: SplitFault | null
}

/**
 * The objects and lists of a body that holds several of them in a row, with or without white space between them, up to
 * the first invalid one. Each may be nested to any depth.
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
