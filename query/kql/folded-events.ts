/**
 * Counts events that a query cannot distinguish in the engine, and fetches one of each with its count. Only some
 * members of a record decide how its event is read. These are found by running the reading code itself over a tracing
 * record (`traced-names.ts`). The engine groups by the texts of these members, and the reading code runs again on each
 * fetched event: when it reads a member that is not in the grouping, the events are grouped anew. A text that the
 * engine may parse differently than JavaScript is never grouped with others.
 */
import { carriedRecord } from '../../connectors/formats/carried.ts'
import { tableNamedIn } from '../../detections/kql/own-table.ts'
import { fieldReader } from '../../detections/kql/run/source.ts'
import { ticksOfMs } from '../../detections/kql/run/time.ts'
import { coversLogSource, scanExpr } from '../../detections/match/scan.ts'
import { overBounds } from '../../stores/clickhouse/engine-calls.ts'
import { quoteText } from '../../stores/clickhouse/quote.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { eventRead } from '../event-view-of-stored.ts'
import { isJsonFormat, readStored, STORED_SQL, type StoredEvent } from '../stored-event.ts'
import type { EventsRead } from './events-read.ts'
import { choiceSql, type TimeRange } from './events-sql.ts'
import type { EventFold, Read, Room } from './lake-tables.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'
import { type RetainedEvent, retainedEvent } from './retained-event.ts'
import { TracedNames } from './traced-names.ts'

/** Largest number of groupings, each with the names that the previous one revealed. */
const ROUNDS_MAX = 4
/** Events from which the first names are learned: one of each mapping, form, class and code. */
const SAMPLES_MAX = 64
const NAMES_MAX = 48

type Group = StoredEvent & { readonly n: string; readonly last_ms: string }
type Known = { readonly names: Set<string>; readonly kinds: Set<string> }

/** Null when the events must be fetched individually. Rejects with the engine's errors. */
export async function foldedEvents(
  reader: Reader,
  read: Read,
  range: TimeRange,
  room: Room,
  signal: AbortSignal | undefined,
): Promise<Omit<EventsRead, 'scanned'> | null> {
  const { fields, fold } = read
  if (fold === null || fields === null) return null
  const known: Known = { names: new Set(), kinds: new Set() }
  const not = new Set<string>()
  const choice = choiceSql(read, range)
  for (const row of await reader.query<StoredEvent>(samplesSql(choice), {}, signal)) learn(row, read, known, not)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    for (const kind of not) known.kinds.delete(kind)
    if (known.kinds.size === 0 || known.names.size > NAMES_MAX) return null
    const groups = await groupsOf(reader, groupsSql(choice, fold, known), signal)
    if (groups === null) return null
    const names = known.names.size
    const refused = not.size
    for (const group of groups) if (group.n !== '1') learn(group, read, known, not)
    if (known.names.size === names && not.size === refused) return eventsOf(groups, read, fields, room)
  }
  return null
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

const kindOf = ({ mapping, source_format }: StoredEvent) => `(${quoteText(mapping)}, ${quoteText(source_format)})`

/** A name that JSON texts contain literally unless it is escaped. */
const PLAIN_NAME = /^[\w .@$:-]{1,100}$/

/** Learns the names that decide how the event is read; a kind of events for which they are unknown is never grouped. */
function learn(stored: StoredEvent, read: Read, { names, kinds }: Known, not: Set<string>): void {
  const kind = kindOf(stored)
  const needed = neededNames(stored, read)
  if (needed === null) not.add(kind)
  if (needed === null || not.has(kind)) return
  kinds.add(kind)
  for (const name of needed) names.add(name)
}

function neededNames(stored: StoredEvent, { fields, narrowing }: Read): ReadonlySet<string> | null {
  if (!isJsonFormat(stored.source_format)) return null
  const found = readStored(stored)
  if (found === null || !found.isJson) return null
  const traced = new TracedNames(JSON.parse(stored.text) as Record<string, unknown>)
  if (carriedRecord(traced.record, { receivedMs: Number(stored.received_ms) }) !== traced.record) return null
  const event = eventRead({ record: traced.record, mapping: found.mapping, row: found.row })
  scanExpr(narrowing.where)(event)
  const readField = fieldReader()
  for (const field of fields ?? []) readField(event, field)
  tableNamedIn(traced.record)
  return traced.isKnown && [...traced.names].every((name) => PLAIN_NAME.test(name)) ? traced.names : null
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

function samplesSql(choice: string): string {
  return /* sql */ `SELECT ${STORED_SQL} FROM (SELECT ${ROW.join(', ')} FROM events WHERE ${choice}
    LIMIT 1 BY mapping, source_format, class_uid, event_code LIMIT ${SAMPLES_MAX})`
}

const TICKS_AN_MS = 10_000n

function groupsSql(choice: string, { binTicks, boundsMs }: EventFold, { names, kinds }: Known): string {
  const ticks = `toInt64(ms) * ${TICKS_AN_MS} + ${ticksOfMs(0)}`
  const times = [
    ...binTicks.map((step) => `intDiv(${ticks}, ${step})`),
    ...boundsMs.map((bound) => `sign(ms - ${bound})`),
  ]
  const all = [...names]
  const types = all.map((name) => `\`${name}\` String`).join(', ')
  const values = all.map((_, at) => `tupleElement(t, ${at + 1})`)
  const firsts = all.map((name, at) => firstOf(name, values[at] ?? ''))
  const isAlone = [
    `NOT (mapping, source_format) IN (${[...kinds].sort().join(', ')})`,
    `NOT startsWith(raw, '{')`,
    // The engine cannot parse the text, or there is nothing that shows that it can.
    all.length === 0 ? '1' : values.map((value) => `${value} = ''`).join(' AND '),
    `multiSearchAny(raw, [${ESCAPED.map(quoteText).join(', ')}])`,
    ...all.map((name) => `countSubstrings(raw, ${quoteText(`"${name}"`)}) > 1`),
    ...all.map((_, at) => `tupleElement(f, ${at + 1}) = '' AND ${values[at]} != ''`),
  ]
  const key = [
    ...['mapping', 'source_format', 'class_uid', 'activity_id', 'status_id', 'event_code', 'raw_header'],
    ...times,
    ...(all.length === 0 ? [] : ['sipHash128(t, f)']),
    `if(${isAlone.map((one) => `(${one})`).join(' OR ')}, toString(event_uid), '')`,
  ]
  const parsed = all.length === 0 ? '' : `, JSONExtract(raw, ${quoteText(`Tuple(${types})`)}) AS t`
  const firstsColumn = all.length === 0 ? '' : `, tuple(${firsts.join(', ')}) AS f`
  const columns = ROW.join(', ')
  return /* sql */ `SELECT ${STORED_SQL}, toString(n) AS n, toString(last) AS last_ms FROM (
    SELECT ${ROW.map((name, at) => `tupleElement(first, ${at + 1}) AS ${name}`).join(', ')}, n, last FROM (
      SELECT argMin(tuple(${columns}), tuple(ms, toString(event_uid))) AS first, count() AS n, max(ms) AS last
      FROM (SELECT ${columns}, ms${firstsColumn ? ', t' : ''}${firstsColumn} FROM (
        SELECT ${columns}, toUnixTimestamp64Milli(time) AS ms${parsed} FROM events WHERE ${choice}))
      GROUP BY ${key.join(', ')}
      LIMIT ${KQL_HUNT_LIMITS.groups + 1}))`
}

/** Possible escapes of letters in a name, which a literal search misses. */
const ESCAPED = ['\\u002', '\\u003', '\\u004', '\\u005', '\\u006', '\\u007']

/**
 * The first character of a value in JSON, where the value alone is ambiguous: a quote for a text, a digit for a number,
 * and others; '' when there is none. For an empty value also whether the record itself has the name, and not a nested
 * object.
 */
function firstOf(name: string, value: string): string {
  const pattern = `"${name.replaceAll(/[.$]/g, (one) => `\\${one}`)}"[ \\t\\n\\r]*:[ \\t\\n\\r]*([^ \\t\\n\\r])`
  const first = `extract(raw, ${quoteText(pattern)})`
  const isHere = `if(${value} = '' AND ${first} != '', toString(JSONHas(raw, ${quoteText(name)})), '')`
  return `if(match(${value}, '^(?:$|[-0-9tfn\\\\[{])'), concat(${first}, ${isHere}), '-')`
}
