/**
 * Counts events that a query cannot distinguish in the engine, and fetches one of each with its count. Only some
 * members of a record decide how its event is read (`event-kinds.ts`). The engine groups by the texts of these members,
 * and the reading code runs again on each fetched event: when it reads a member that is not in the grouping, the events
 * are grouped anew. A text that the engine may parse differently than JavaScript is never grouped with others.
 */
import { fieldReader } from '../../detections/kql/run/source.ts'
import { ticksOfMs } from '../../detections/kql/run/time.ts'
import { coversLogSource, scanExpr } from '../../detections/match/scan.ts'
import { overBounds } from '../../stores/clickhouse/engine-calls.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { eventRead } from '../event-view-of-stored.ts'
import { readStored, STORED_SQL, type StoredEvent } from '../stored-event.ts'
import { EventKinds, KIND_COLUMNS, type Kind, kindOf, type NamedKinds } from './event-kinds.ts'
import type { EventsRead } from './events-read.ts'
import { choiceSql, rangeSql, type TimeRange } from './events-sql.ts'
import type { EventFold, Read, Room } from './lake-tables.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'
import { type RetainedEvent, retainedEvent } from './retained-event.ts'
import type { MemberPath } from './traced-names.ts'

/** Largest number of groupings, each with the names that the previous one revealed. */
const ROUNDS_MAX = 4
/** Events from which the first names are learned: of each kind so many of different hosts, whose shippers may differ. */
const SAMPLES_OF_KIND = 6
const SAMPLES_MAX = 2000
/** Pairs of a set of kinds and a name that one statement may list. */
const NAMES_MAX = 4000

type Group = StoredEvent & { readonly n: string; readonly last_ms: string }

/**
 * Null when the events must be fetched individually, and, unless it is forced, when a sample shows that hardly any are
 * alike. Rejects with the engine's errors.
 */
export async function foldedEvents(
  reader: Reader,
  read: Read,
  range: TimeRange,
  room: Room,
  { isForced, signal }: { readonly isForced: boolean; readonly signal: AbortSignal | undefined },
): Promise<Omit<EventsRead, 'scanned'> | null> {
  const { fields, fold } = read
  if (fold === null || fields === null) return null
  const kinds = new EventKinds(read)
  const choice = choiceSql(read, range)
  for (const row of await reader.query<StoredEvent>(samplesSql(choice, rangeSql(range)), {}, signal)) kinds.learn(row)
  const found: Group[] = []
  /** A kind of which an event taught further names is grouped anew, and no other kind is read again. */
  let again: readonly Kind[] | null = null
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const named = kinds.named(again)
    const names = named.reduce((sum, one) => sum + one.names.length + one.lookedFor.length, 0)
    if ((names === 0 && again === null) || names > NAMES_MAX) return null
    if (round === 0 && !isForced && !(await isWorthwhile(reader, choice, fold, named, signal))) return null
    const chosen = again === null ? choice : `${choice} AND ${isOfKindsSql(again)}`
    const groups = await groupsOf(reader, groupsSql(chosen, fold, named), signal)
    if (groups === null) return null
    kinds.takeChanged()
    for (const group of groups) if (group.n !== '1') kinds.learn(group)
    again = kinds.takeChanged()
    const changed = new Set(again.map((kind) => JSON.stringify(kind)))
    for (const group of groups) if (!changed.has(JSON.stringify(kindOf(group)))) found.push(group)
    if (found.length > KQL_HUNT_LIMITS.groups) return null
    if (again.length === 0) return eventsOf(found, read, fields, room)
  }
  return null
}

/** Events of which a sample is grouped first, and the least of them that a group must hold. */
const SAMPLE_EVENTS = 5000
const EVENTS_A_GROUP = 2

async function isWorthwhile(
  reader: Reader,
  choice: string,
  fold: EventFold,
  named: readonly NamedKinds[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const sql = /* sql */ `SELECT toString(count()) AS events, toString(uniqExact(${keySql(fold).join(', ')})) AS groups
    FROM (${rowsSql(choice, named)} LIMIT ${SAMPLE_EVENTS})`
  const [found] = await reader.query<{ events: string; groups: string }>(sql, {}, signal)
  return Number(found?.groups ?? 0) * EVENTS_A_GROUP <= Number(found?.events ?? 0)
}

async function groupsOf(
  reader: Reader,
  sql: string,
  signal: AbortSignal | undefined,
): Promise<readonly Group[] | null> {
  try {
    const groups = await reader.query<Group>(sql, {}, signal)
    return groups.length > KQL_HUNT_LIMITS.groups ? null : groups
  } catch (error) {
    if (overBounds(error) !== null) return null
    throw error
  }
}

function eventsOf(
  groups: readonly Group[],
  read: Read,
  fields: readonly string[],
  room: Room,
): Omit<EventsRead, 'scanned'> | null {
  const mayPass = scanExpr(read.narrowing.where)
  const readField = fieldReader()
  const found: { readonly uid: string; readonly event: RetainedEvent }[] = []
  let unjudged = 0
  let characters = 0
  for (const group of groups) {
    const stored = readStored(group)
    const event = stored && eventRead(stored)
    const count = Number(group.n)
    if (event === null) unjudged += count
    else if (coversLogSource(read.logSource, event.logSource) && mayPass(event)) {
      const one = retainedEvent(event, fields, group.text.length + group.base64.length, readField)
      characters += one.characters
      const alike = count === 1 ? {} : { alike: { count, lastMs: Number(group.last_ms) } }
      found.push({ uid: group.event_uid, event: { ...one.event, ...alike } })
    }
  }
  if (found.length > room.events || characters > room.characters) return null
  found.sort((a, b) => a.event.timeMs - b.event.timeMs || (a.uid < b.uid ? -1 : 1))
  return { events: found.map(({ event }) => event), characters, unjudged }
}

const ROW = [
  ...['event_uid', 'time', 'ingest_time', 'mapping', 'source_format', 'class_uid', 'activity_id', 'status_id'],
  ...['event_code', 'source', 'raw_header', 'raw'],
] as const

/** The texts of the samples alone are read, and not those of all events. */
function samplesSql(choice: string, range: string): string {
  const kind = KIND_COLUMNS.join(', ')
  const ofHosts = `SELECT event_uid, ${kind} FROM events WHERE ${choice} LIMIT 1 BY ${kind}, source, host`
  const uids = `SELECT event_uid FROM (${ofHosts}) LIMIT ${SAMPLES_OF_KIND} BY ${kind} LIMIT ${SAMPLES_MAX}`
  return /* sql */ `SELECT ${STORED_SQL} FROM (
    SELECT ${ROW.join(', ')} FROM events WHERE ${range} AND event_uid IN (${uids}) LIMIT ${SAMPLES_MAX})`
}

const TICKS_AN_MS = 10_000n

function groupsSql(choice: string, fold: EventFold, named: readonly NamedKinds[]): string {
  const columns = ROW.join(', ')
  return /* sql */ `SELECT ${STORED_SQL}, toString(n) AS n, toString(last) AS last_ms FROM (
    SELECT ${ROW.map((name, at) => `tupleElement(first, ${at + 1}) AS ${name}`).join(', ')}, n, last FROM (
      SELECT argMin(tuple(${columns}), tuple(ms, toString(event_uid))) AS first, count() AS n, max(ms) AS last
      FROM (${rowsSql(choice, named)})
      GROUP BY ${keySql(fold).join(', ')}
      LIMIT ${KQL_HUNT_LIMITS.groups + 1}))`
}

/** The events with the members by which they are grouped. */
function rowsSql(choice: string, named: readonly NamedKinds[]): string {
  const columns = ROW.join(', ')
  return /* sql */ `SELECT ${columns}, ms, named, ${membersSql(named)} AS members FROM (
    SELECT ${columns}, toUnixTimestamp64Milli(time) AS ms, ${setSql(named)} AS named FROM events WHERE ${choice})`
}

/** The expressions that are equal for events of one group. */
function keySql({ binTicks, boundsMs }: EventFold): string[] {
  const ticks = `toInt64(ms) * ${TICKS_AN_MS} + ${ticksOfMs(0)}`
  const times = [
    ...binTicks.map((step) => `intDiv(${ticks}, ${step})`),
    ...boundsMs.map((bound) => `sign(ms - ${bound})`),
  ]
  const isAlone = [
    'named = 0',
    `NOT startsWith(raw, '{')`,
    // The engine cannot parse the text, or there is nothing that shows that it can.
    'empty(members[1])',
    'arrayExists(one -> length(one) > arrayUniq(arrayMap(member -> member.1, one)), members)',
    `multiSearchAny(raw, [${ESCAPED.map(quoteText).join(', ')}])`,
  ]
  return [
    ...['mapping', 'source_format', 'class_uid', 'activity_id', 'status_id', 'event_code', 'raw_header'],
    ...times,
    'sipHash128(members)',
    `if(${isAlone.map((one) => `(${one})`).join(' OR ')}, toString(event_uid), '')`,
  ]
}

/** The number of the set that an event's kind is in, from 1 on; 0 for unknown kinds. */
function setSql(named: readonly NamedKinds[]): string {
  const tests = named.map(({ kinds }, at) => `${isOfKindsSql(kinds)}, ${at + 1}`)
  return tests.length === 0 ? 'toUInt16(0)' : `toUInt16(multiIf(${tests.join(', ')}, 0))`
}

function isOfKindsSql(kinds: readonly Kind[]): string {
  const values = kinds.map(
    (kind) => `(${kind.map((one) => (typeof one === 'number' ? one : quoteText(one))).join(', ')})`,
  )
  return `(${KIND_COLUMNS.join(', ')}) IN (${values.join(', ')})`
}

/**
 * Names of those members by which the event's kind is grouped, a list for each object that they are in: with their
 * values as JSON, with `{` for an object that does not decide as a whole, or without a value where only their presence
 * decides.
 */
function membersSql(named: readonly NamedKinds[]): string {
  const objects = new Map<string, MemberPath>([['[]', []]])
  for (const { names, lookedFor } of named)
    for (const path of [...names, ...lookedFor]) objects.set(JSON.stringify(path.slice(0, -1)), path.slice(0, -1))
  return `[${[...objects.values()].map((object) => membersOfSql(object, named)).join(', ')}]`
}

function membersOfSql(object: MemberPath, named: readonly NamedKinds[]): string {
  const isInside = (path: MemberPath) =>
    path.length === object.length + 1 && object.every((name, at) => path[at] === name)
  const pairs = (of: (one: NamedKinds) => readonly MemberPath[]) =>
    named.flatMap((one, at) =>
      of(one)
        .filter(isInside)
        .map((path) => `(${at + 1}, ${quoteText(path.at(-1) ?? '')})`),
    )
  const isIn = (list: readonly string[]) => (list.length === 0 ? 'false' : `(named, one.1) IN (${list.join(', ')})`)
  const all = pairs(({ names, lookedFor }) => [...names, ...lookedFor])
  const read = `JSONExtractKeysAndValuesRaw(${['raw', ...object.map(quoteText)].join(', ')})`
  const isPresence = isIn(pairs(({ lookedFor }) => lookedFor))
  const isObject = `startsWith(one.2, '{') AND NOT ${isIn(pairs(({ whole }) => whole))}`
  const value = `multiIf(${isPresence}, '', ${isObject}, '{', one.2)`
  const members = `arrayMap(one -> (one.1, ${value}), arrayFilter(one -> ${isIn(all)}, ${read}))`
  if (object.length === 0) return members
  const sets = named.flatMap(({ names, lookedFor }, at) => ([...names, ...lookedFor].some(isInside) ? [at + 1] : []))
  return `if(named IN (${sets.join(', ')}), ${members}, [])`
}

/** Possible escapes of letters in a name; the engine may not compare the names that they spell. */
const ESCAPED = ['\\u002', '\\u003', '\\u004', '\\u005', '\\u006', '\\u007']
