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
import { EventKinds, KIND_COLUMNS, type NamedKinds } from './event-kinds.ts'
import type { EventsRead } from './events-read.ts'
import { choiceSql, rangeSql, type TimeRange } from './events-sql.ts'
import type { EventFold, Read, Room } from './lake-tables.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'
import { type RetainedEvent, retainedEvent } from './retained-event.ts'

/** Largest number of groupings, each with the names that the previous one revealed. */
const ROUNDS_MAX = 4
/** Events from which the first names are learned, so many of each kind. */
const SAMPLES_OF_KIND = 2
const SAMPLES_MAX = 1000
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
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const named = kinds.named()
    const names = named.reduce((sum, one) => sum + one.names.length + one.lookedFor.length, 0)
    if (names === 0 || names > NAMES_MAX) return null
    if (round === 0 && !isForced && !(await isWorthwhile(reader, choice, fold, named, signal))) return null
    const groups = await groupsOf(reader, groupsSql(choice, fold, named), signal)
    if (groups === null) return null
    const { changes } = kinds
    for (const group of groups) if (group.n !== '1') kinds.learn(group)
    if (kinds.changes === changes) return eventsOf(groups, read, fields, room)
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
  const uids = `SELECT event_uid FROM events WHERE ${choice}
    LIMIT ${SAMPLES_OF_KIND} BY ${KIND_COLUMNS.join(', ')} LIMIT ${SAMPLES_MAX}`
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
    'empty(members)',
    'length(members) > arrayUniq(arrayMap(one -> one.1, members))',
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
  const tests = named.map(({ kinds }, at) => {
    const values = kinds.map(
      (kind) => `(${kind.map((one) => (typeof one === 'number' ? one : quoteText(one))).join(', ')})`,
    )
    return `(${KIND_COLUMNS.join(', ')}) IN (${values.join(', ')}), ${at + 1}`
  })
  return `toUInt16(multiIf(${tests.join(', ')}, 0))`
}

/**
 * Names of those members by which the event's kind is grouped, with their values as JSON, or without where only their
 * presence decides.
 */
function membersSql(named: readonly NamedKinds[]): string {
  const pairs = (of: (one: NamedKinds) => readonly string[]) =>
    named.flatMap((one, at) => of(one).map((name) => `(${at + 1}, ${quoteText(name)})`)).join(', ')
  const all = pairs(({ names, lookedFor }) => [...names, ...lookedFor])
  const chosen = `arrayFilter(one -> (named, one.1) IN (${all}), JSONExtractKeysAndValuesRaw(raw))`
  const lookedFor = pairs((one) => one.lookedFor)
  if (lookedFor === '') return chosen
  return `arrayMap(one -> if((named, one.1) IN (${lookedFor}), (one.1, ''), one), ${chosen})`
}

/** Possible escapes of letters in a name; the engine may not compare the names that they spell. */
const ESCAPED = ['\\u002', '\\u003', '\\u004', '\\u005', '\\u006', '\\u007']
