/**
 * Shows how the product reads a sample of a source, so that a person can check it within a minute: the mapping table
 * that took each event, its class, its entities, and the values that the mapping did not understand.
 */
import { generic } from '../../connectors/families/generic/mapping.ts'
import { faultWords } from '../../connectors/formats/fault-words.ts'
import { isMembers, type Members } from '../../platform/members.ts'
import type { EventRow } from '../../schemas/event-row.ts'
import { type NormalisedEvent, normalisedEvents, type SampleOptions } from './sample-events.ts'

/**
 * @bound a sample of events that is tried: bytes; shown events = {bytes}; {events} -> its first lines are read; the
 * others are only counted
 */
export const SAMPLE_LIMITS = { bytes: 256 * 1024, events: 50, notUnderstood: 40, valueChars: 120 } as const

export type Entity = { readonly name: (typeof ENTITIES)[number]['name']; readonly value: string }

export type EventReading = {
  /** Line of the sample, or position in a list, from 1. */
  readonly line: number
  /** Why the event would become a dead letter; '' for one that would be stored. */
  readonly refused: string
  /** Why nothing could read the form, in a sentence; '' where something did. Such an event is stored as its text. */
  readonly unread: string
  /** Name and version of the mapping table; `text/1` when no table reads the event. */
  readonly table: string
  readonly is_known: boolean
  readonly class_uid: number
  readonly class_name: string
  readonly activity: string
  readonly status: string
  readonly severity: string
  /** RFC 3339; null when the event names no time, and would get the time of its receipt. */
  readonly time: string | null
  readonly entities: readonly Entity[]
  readonly message: string
  /** Values of the record that the event holds only in its raw text. */
  readonly not_understood: readonly { readonly path: string; readonly value: string }[]
}

export type SampleReading = {
  readonly events: readonly EventReading[]
  /** Number of events in the sample; events beyond the bound are counted but not shown. */
  readonly events_total: number
  readonly is_whole: boolean
  readonly read: number
  readonly refused: number
  /** Events that a table of the product, or of the tenant, reads. */
  readonly known: number
  /** Events with a specific class and at least one entity. */
  readonly classed: number
  readonly with_entities: number
  readonly with_time: number
}

const ENTITIES = [
  { name: 'user', of: 'user' },
  { name: 'target_user', of: 'targetUser' },
  { name: 'host', of: 'host' },
  { name: 'src_ip', of: 'srcIp' },
  { name: 'dst_ip', of: 'dstIp' },
  { name: 'domain', of: 'domain' },
  { name: 'url', of: 'url' },
  { name: 'file_path', of: 'filePath' },
  { name: 'file_hash', of: 'fileHash' },
  { name: 'process_name', of: 'processName' },
  { name: 'cmd_line', of: 'cmdLine' },
] as const satisfies readonly { name: string; of: keyof EventRow }[]

/** Reads a sample and stores nothing. Events beyond the bounds are counted, and the result says so. */
export function readingOf(sample: Buffer, format: string, options: SampleOptions = {}): SampleReading {
  const body = sample.length <= SAMPLE_LIMITS.bytes ? sample : wholeLines(sample.subarray(0, SAMPLE_LIMITS.bytes))
  const events: EventReading[] = []
  const sums = { events_total: 0, read: 0, refused: 0, known: 0, classed: 0, with_entities: 0, with_time: 0 }
  for (const found of normalisedEvents(body, format, options)) {
    const one = readingOfEvent(found, events.length < SAMPLE_LIMITS.events)
    sums.events_total++
    if (one.refused === '') sums.read++
    else sums.refused++
    sums.known += Number(one.is_known)
    sums.classed += Number(one.class_uid !== 0)
    sums.with_entities += Number(one.entities.length > 0)
    sums.with_time += Number(one.time !== null)
    if (events.length < SAMPLE_LIMITS.events) events.push(one)
  }
  return { events, ...sums, is_whole: body === sample && events.length === sums.events_total }
}

function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(0x0a)
  return end > 0 ? bytes.subarray(0, end + 1) : bytes
}

/** An event that is not shown only gets the members that are counted. */
function readingOfEvent(found: NormalisedEvent, isShown: boolean): EventReading {
  if ('reason' in found) return { ...NOTHING, line: found.line, refused: found.reason }
  const { line, event, mapping, record, row } = found
  const { unmapped, raw_data: _, message, ...mapped } = event
  const entities = ENTITIES.flatMap(({ name, of }) => (row[of] === '' ? [] : [{ name, value: shown(row[of]) }]))
  return {
    ...{
      line,
      refused: '',
      unread: whyUnread(mapping === null ? found.event : {}, record),
      table: mapping?.id ?? 'text/1',
    },
    is_known: mapping !== null && mapping !== generic && !mapping.id.startsWith('syslog/'),
    class_uid: row.classUid,
    class_name: textIn(event.class_name) || 'Base Event',
    activity: textIn(event.activity_name),
    status: textIn(event.status),
    severity: textIn(event.severity),
    time: row.timeMissing === 1 ? null : new Date(row.timeMs).toISOString(),
    entities,
    message: shown(row.message),
    not_understood: !isShown
      ? []
      : [
          ...notUnderstood(record, isMembers(unmapped) ? unmapped : {}, {
            ...mapped,
            message: row.classUid === 0 ? '' : message,
          }),
          ...(row.classUid === 0 && entities.length === 0 && row.message !== '' && Object.keys(record).length === 0
            ? [{ path: 'message', value: shown(row.message) }]
            : []),
        ],
  }
}

const NOTHING: EventReading = {
  ...{
    line: 0,
    refused: '',
    unread: '',
    table: '',
    is_known: false,
    class_uid: 0,
    class_name: '',
    activity: '',
    status: '',
  },
  ...{ severity: '', time: null, entities: [], message: '', not_understood: [] },
}

/** The decoder's reason stands beside the text. */
function whyUnread(event: Readonly<Members>, record: Readonly<Members>): string {
  const unmapped = isMembers(event.unmapped) ? event.unmapped : {}
  const log = isMembers(record.log) ? record.log : isMembers(unmapped.log) ? unmapped.log : {}
  return faultWords(textIn(log.reason))
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const shown = (text: string): string =>
  text.length <= SAMPLE_LIMITS.valueChars ? text : `${text.slice(0, SAMPLE_LIMITS.valueChars - 1)}…`

/** Members that decoders add from other members of the record; they hold no value of their own. */
const MADE: ReadonlySet<string> = new Set(['parsed', 'in_text', 'carried'])
/** Members of the syslog header that count as understood: column captions, and the line's origin. */
const HEADER = /^syslog\.(?:pri|facility|severity|version|timestamp|sequence|level)$/
const DEPTH_MAX = 12
const LEAVES_MAX = 2_000

/**
 * Compares by value: a value that occurs anywhere in the event, alone or inside a longer text, was understood. Times
 * count through the event's own time.
 */
function notUnderstood(record: Readonly<Members>, whole: Readonly<Members>, event: unknown) {
  const readTexts = new Set<string>()
  const texts: string[] = []
  eachLeaf(event, '', 0, { left: LEAVES_MAX }, (_, value) => {
    readTexts.add(value.toLowerCase())
    if (value.length > 3) texts.push(value.toLowerCase())
  })
  const found: { path: string; value: string }[] = []
  const source = Object.keys(record).length > 0 ? record : whole
  eachLeaf(source, '', 0, { left: LEAVES_MAX }, (path, value) => {
    if (found.length >= SAMPLE_LIMITS.notUnderstood) return
    const low = value.toLowerCase()
    const isRead = readTexts.has(low) || low.length < 2 || texts.some((text) => text.includes(low)) || isMoment(value)
    if (!isRead && !HEADER.test(path)) found.push({ path, value: shown(value) })
  })
  return found
}

function eachLeaf(
  value: unknown,
  path: string,
  depth: number,
  bound: { left: number },
  visit: (path: string, value: string) => void,
): void {
  if (depth > DEPTH_MAX || bound.left-- <= 0 || value === null || value === undefined || value === '') return
  if (typeof value !== 'object') return visit(path, String(value))
  for (const [name, member] of Object.entries(value)) {
    if (depth === 0 && MADE.has(name)) continue
    eachLeaf(member, path === '' ? name : `${path}.${name}`, depth + 1, bound, visit)
  }
}

const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) || /^1\d{9}(?:\d{3})?(?:\.\d+)?$/.test(text)
