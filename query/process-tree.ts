/**
 * The processes around one event, or the latest of a host, with their parents, from process start events. Processes are
 * joined by their unique ids where events have them, otherwise by process id: for a reused id the latest start before
 * the child's counts, and a start of another program than the child names as its parent does not.
 */
import { fieldReader } from '../detections/kql/run/source.ts'
import { AppError } from '../platform/errors.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'
import { eventRead } from './event-view-of-stored.ts'
import type { TimeSpan } from './search/coverage.ts'
import { readStored, STORED_SQL, type StoredEvent } from './stored-event.ts'

/**
 * @bound a process tree: hours before and after; read events; nodes; depth = {hoursBefore} and {hoursAfter}; {events};
 * {nodes}; {depth} -> `not_shown` lists what is missing
 */
export const PROCESS_TREE_LIMITS = { hoursBefore: 24, hoursAfter: 24, events: 2_000, nodes: 100, depth: 12 } as const
const HOUR_MS = 3_600_000

export type ProcessNode = {
  readonly event_uid: string
  /** RFC 3339, UTC. */
  readonly time: string
  readonly process_name: string | null
  readonly cmd_line: string | null
  readonly user: string | null
  readonly pid: number | null
  readonly parent_pid: number | null
  /** Uid of the parent node; null when the parent's start is not among the events. */
  readonly parent_uid: string | null
}

export type ProcessTree = {
  readonly host: string
  /** Parents before their children. Around an event: its ancestors first. */
  readonly nodes: readonly ProcessNode[]
  /** Uid of the process that the event is about; null when its start is not among the events. */
  readonly focus_uid: string | null
  /** The parts of the tree that may be missing, and why. */
  readonly not_shown: readonly string[]
}

type Start = Omit<ProcessNode, 'parent_uid' | 'time'> & {
  readonly timeMs: number
  readonly id: string | null
  readonly parentId: string | null
  readonly parentName: string | null
}

const OF_EVENT = /* sql */ `SELECT toString(host) AS on_host, ${STORED_SQL} FROM events WHERE event_uid = toUUIDOrZero({uid:String}) LIMIT 1`
const STARTS = /* sql */ `
SELECT ${STORED_SQL} FROM events
WHERE host = {host:String} AND class_uid = 1007 AND activity_id IN (0, 1)
  AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})
ORDER BY abs(toUnixTimestamp64Milli(time) - {at:Int64}), event_uid
LIMIT 1 BY event_uid LIMIT {limit:UInt32}`
/** Compares host names without case: events have the agent's spelling, people write another. */
const STARTS_OF_HOST = /* sql */ `
SELECT ${STORED_SQL} FROM events
WHERE lowerUTF8(host) = lowerUTF8({host:String}) AND class_uid = 1007 AND activity_id IN (0, 1)
  AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
ORDER BY time DESC, event_uid
LIMIT 1 BY event_uid LIMIT {limit:UInt32}`

/** Throws `not_found` for an unknown event, `bad_request` for one without a host. */
export async function processTree(reader: Reader, uid: string, signal?: AbortSignal): Promise<ProcessTree> {
  const [row] = await reader.query<StoredEvent & { readonly on_host: string }>(OF_EVENT, { uid }, signal)
  if (row === undefined) throw new AppError('not_found', `there is no event ${uid}`)
  const host = row.on_host
  if (host === '') throw new AppError('bad_request', 'the event names no host')
  const atMs = Number(row.time_ms)
  const { hoursBefore, hoursAfter, events } = PROCESS_TREE_LIMITS
  const span = { from: atMs - hoursBefore * HOUR_MS, to: atMs + hoursAfter * HOUR_MS, at: atMs }
  const rows = await reader.query<StoredEvent>(STARTS, { host, ...span, limit: events + 1 }, signal)
  const read = startReader()
  const found = rows.slice(0, events).map(read)
  const starts = found.filter((one) => one !== null)
  const own = read(row)
  const focus = starts.find(({ event_uid }) => event_uid === row.event_uid) ?? (own && startOf(own, starts))
  const not_shown = [
    ...(rows.length > events ? [`starts of processes further away in time than the nearest ${events}`] : []),
    ...(starts.length < found.length ? [unreadable(found.length - starts.length)] : []),
    ...(focus === null ? [`the start of the process, not within ${hoursBefore} hours before the event`] : []),
  ]
  if (focus === null) return { host, nodes: [], focus_uid: null, not_shown }
  const { nodes, isCut } = around(focus, starts)
  if (isCut)
    not_shown.push(
      `more than ${PROCESS_TREE_LIMITS.nodes} processes, or more than ${PROCESS_TREE_LIMITS.depth} generations`,
    )
  return { host, nodes, focus_uid: focus.event_uid, not_shown }
}

/** Processes that a host started in a time range: the latest ones, and their ancestors within that range. */
export async function hostProcesses(
  reader: Reader,
  host: string,
  { fromMs, toMs }: TimeSpan,
  signal?: AbortSignal,
): Promise<ProcessTree> {
  const { events, nodes: most, depth } = PROCESS_TREE_LIMITS
  const rows = await reader.query<StoredEvent>(
    STARTS_OF_HOST,
    { host, from: fromMs, to: toMs, limit: events + 1 },
    signal,
  )
  const found = rows.slice(0, events).map(startReader())
  const starts = found.filter((one) => one !== null)
  const parents = new Map(starts.map((start) => [start.event_uid, parentOf(start, starts)]))
  const chosen = new Map<string, Start>()
  for (const start of starts) {
    if (chosen.size >= most) break
    let at: Start | null = start
    for (let level = 0; at !== null && level <= depth && !chosen.has(at.event_uid); level++) {
      chosen.set(at.event_uid, at)
      at = parents.get(at.event_uid) ?? null
    }
  }
  const isDeeper = [...chosen.keys()].some((uid) => !chosen.has(parents.get(uid)?.event_uid ?? uid))
  const nodes = parentsFirst([...chosen.values()].sort(byTime), parents).map((start) => nodeOf(start, parents, chosen))
  const not_shown = [
    ...(rows.length > events ? [`starts of processes before the latest ${events}`] : []),
    ...(starts.length < found.length ? [unreadable(found.length - starts.length)] : []),
    ...(starts.length > chosen.size ? [`${starts.length - chosen.size} processes that were started earlier`] : []),
    ...(isDeeper ? [`ancestors more than ${depth} generations above`] : []),
  ]
  return { host, nodes, focus_uid: null, not_shown }
}

const unreadable = (count: number) => `${count} starts of processes that cannot be read`
const byTime = (a: Start, b: Start) => a.timeMs - b.timeMs

/**
 * In the order of `starts`, but parents before children: sources with times in whole seconds give both the same time.
 */
function parentsFirst(starts: readonly Start[], parents: ReadonlyMap<string, Start | null>): readonly Start[] {
  const among = new Map(starts.map((start) => [start.event_uid, start]))
  const seen = new Set<string>() // Ids of a hostile source may form a cycle.
  const ordered: Start[] = []
  const place = (start: Start) => {
    if (seen.has(start.event_uid)) return
    seen.add(start.event_uid)
    const parent = among.get(parents.get(start.event_uid)?.event_uid ?? '')
    if (parent) place(parent)
    ordered.push(start)
  }
  for (const start of starts) place(start)
  return ordered
}

function startReader(): (stored: StoredEvent) => Start | null {
  const field = fieldReader()
  return (stored) => {
    const read = readStored(stored)
    if (read === null) return null
    const event = eventRead(read)
    const { processName, parentName, cmdLine, user, pid } = read.row
    return {
      ...{ event_uid: stored.event_uid, timeMs: Number(stored.time_ms) },
      ...{ process_name: processName || null, cmd_line: cmdLine || null, user: user || null },
      pid: pid === 0 ? null : pid,
      parent_pid: numberOf(field(event, 'process.parent.pid')),
      id: idOf(event, field, 'process.entity_id'),
      parentId: idOf(event, field, 'process.parent.entity_id'),
      parentName: parentName || null,
    }
  }
}

function idOf(event: MatchEvent, field: ReturnType<typeof fieldReader>, name: string): string | null {
  const value = field(event, name)
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : null
}

/** Also reads the notation of Windows: `0x1f4`. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null
}

/** The start of the process that an event of another kind is about. */
function startOf(event: Start, starts: readonly Start[]): Start | null {
  const byId = event.id === null ? undefined : starts.find(({ id }) => id === event.id)
  const isIt = (start: Start) =>
    start.pid !== null &&
    start.pid === event.pid &&
    start.timeMs <= event.timeMs &&
    isSameProgram(start.process_name, event.process_name)
  return byId ?? latest(starts.filter(isIt))
}

function parentOf(child: Start, starts: readonly Start[]): Start | null {
  if (child.parentId !== null) {
    const byId = starts.find(({ id }) => id === child.parentId)
    if (byId !== undefined) return byId
  }
  const isBefore = ({ event_uid, pid, id, timeMs, process_name: name }: Start) =>
    pid !== null &&
    pid === child.parent_pid &&
    event_uid !== child.event_uid &&
    timeMs <= child.timeMs &&
    isSameProgram(name, child.parentName) &&
    (child.parentId === null || id === null)
  return latest(starts.filter(isBefore))
}

/** An unknown name matches any. Some sources give a program with its folder, others without. */
function isSameProgram(one: string | null, other: string | null): boolean {
  const file = (name: string) => name.toLowerCase().split(/[\\/]/).at(-1)
  return one === null || other === null || file(one) === file(other)
}

function latest(starts: readonly Start[]): Start | null {
  return starts.reduce<Start | null>((best, one) => (best === null || one.timeMs > best.timeMs ? one : best), null)
}

function around(focus: Start, starts: readonly Start[]): { readonly nodes: ProcessNode[]; readonly isCut: boolean } {
  const parents = new Map(starts.map((start) => [start.event_uid, parentOf(start, starts)]))
  if (!parents.has(focus.event_uid)) parents.set(focus.event_uid, parentOf(focus, starts))
  const { nodes: most, depth } = PROCESS_TREE_LIMITS
  const above: Start[] = []
  const seen = new Set([focus.event_uid])
  let isCut = false
  for (
    let at = parents.get(focus.event_uid) ?? null;
    at !== null && !seen.has(at.event_uid);
    at = parents.get(at.event_uid) ?? null
  ) {
    if (above.length >= depth) {
      isCut = true
      break
    }
    seen.add(at.event_uid)
    above.unshift(at)
  }
  const below: Start[] = [focus]
  let generation: Start[] = [focus]
  for (let level = 0; generation.length > 0; level++) {
    const uids = new Set(generation.map(({ event_uid }) => event_uid))
    const children = starts.filter(
      (one) => !seen.has(one.event_uid) && uids.has(parents.get(one.event_uid)?.event_uid ?? ''),
    )
    const room = level < depth ? most - above.length - below.length : 0
    if (children.length > room) isCut = true
    generation = children.sort(byTime).slice(0, room)
    for (const one of generation) seen.add(one.event_uid)
    below.push(...generation)
  }
  const shown = new Map([...above, ...below].map((start) => [start.event_uid, start]))
  return { nodes: [...shown.values()].map((start) => nodeOf(start, parents, shown)), isCut }
}

function nodeOf(
  { timeMs, id: _, parentId: __, parentName: ___, ...start }: Start,
  parents: ReadonlyMap<string, Start | null>,
  shown: ReadonlyMap<string, Start>,
): ProcessNode {
  const parent = parents.get(start.event_uid)?.event_uid ?? null
  return {
    ...start,
    time: new Date(timeMs).toISOString(),
    parent_uid: parent !== null && shown.has(parent) ? parent : null,
  }
}
