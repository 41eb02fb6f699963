/**
 * Decodes a row of `events` as intake did: the same bytes and header lines through the same decoder and mapping. The
 * result is compared with what intake stored. So a text that can be read in two ways is read as it was then, and one
 * that cannot be read (its header lines were not stored) is recognised as unreadable.
 */

import { generic } from '../connectors/families/generic/mapping.ts'
import { isUnreadText, readAnyText } from '../connectors/formats/any-text.ts'
import { carriedRecord } from '../connectors/formats/carried.ts'
import { type DecodeContext, type Decoded, type Fields, isFault, textReader } from '../connectors/formats/decoder.ts'
import { textFormat } from '../connectors/formats/formats.ts'
import { jsonRecord } from '../connectors/formats/json.ts'
import { decodeRow, HEADER_LOST } from '../connectors/formats/row-header.ts'
import { fillRow, intakeOf, mappedRecord, mappingWithId } from '../connectors/index.ts'
import { isLearned } from '../connectors/learned/learned-mapping.ts'
import type { Mapping } from '../connectors/mapping/source-mapping.ts'
import { EventRow } from '../schemas/event-row.ts'

/**
 * Columns of a row that a hunt reads. Times are Unix milliseconds in decimal digits, as the engine writes 64-bit
 * integers.
 */
export type StoredEvent = {
  readonly event_uid: string
  readonly time_ms: string
  readonly received_ms: string
  readonly mapping: string
  readonly source_format: string
  readonly class_uid: number
  readonly activity_id: number
  readonly status_id: number
  readonly event_code: string
  /** Connector id. */
  readonly source: string
  readonly raw_header: string
  /** Text of `raw`. */
  readonly text: string
  /** The bytes of `raw` when they are not UTF-8; `text` is then empty. */
  readonly base64: string
}

/** The expressions of a SELECT over `bindings.table(STORED_COLUMNS)`. */
export const STORED_COLUMNS = ['event_uid', 'time', 'ingest_time', 'source', 'raw_header'] as const
export const STORED_SQL = `event_uid,
  toString(toUnixTimestamp64Milli(time)) AS time_ms,
  toString(toUnixTimestamp64Milli(ingest_time)) AS received_ms,
  mapping, source_format, class_uid, activity_id, status_id, event_code, source, raw_header,
  if(isValidUTF8(raw), raw, '') AS text,
  if(isValidUTF8(raw), '', base64Encode(raw)) AS base64`

export type ReadBack = {
  readonly record: Fields
  readonly mapping: Mapping
  readonly row: EventRow
  /** True when the record is the text parsed as JSON, unchanged. */
  readonly isJson: boolean
  /** Returns the record with all digits of whole numbers beyond 2^53. */
  readonly exact: () => Fields | null
}

/** The event's bytes as they were received. */
export function bytesOf({ text, base64 }: StoredEvent): Buffer {
  return base64 === '' ? Buffer.from(text) : Buffer.from(base64, 'base64')
}

/** Rules see text of an unknown form as an event of the generic reader. */
export const UNKNOWN_TEXT = 'text/1'

/**
 * Returns null when decoding the row does not give what was stored. The row is read by the mapping that its id names,
 * not by the one that would take it today: a mapping that was added later does not change rows of the general tables. A
 * row of a changed table is read by the current version as long as that gives the same class, code and time.
 */
export function readStored(stored: StoredEvent): ReadBack | null {
  const mapping = stored.mapping === UNKNOWN_TEXT ? generic : mappingWithId(stored.mapping)
  if (mapping === null) return null
  const context: DecodeContext = { receivedMs: Number(stored.received_ms) }
  const bytes = bytesOf(stored)
  let at = 0
  for (const { record, isJson } of records(bytes, stored, context)) {
    const way = at++
    if (record === null || (isUnreadText(record) && mapping !== generic)) continue
    const row = mapped(record, mapping, stored)
    const exact = () => recordAt(way, bytes, stored, { ...context, isExact: true })
    if (row) return { row, mapping, record, exact, isJson }
  }
  return null
}

type Candidate = { readonly record: Fields | null; readonly isJson: boolean }

/** The records that the event may be: as decoded, then as intake extracts lines from records that it does not know. */
function* records(bytes: Buffer, stored: StoredEvent, context: DecodeContext): Generator<Candidate> {
  for (const { decoded, isJson } of readings(bytes, stored, context)) {
    const record = isFault(decoded) ? null : carriedRecord(decoded, context)
    yield { record, isJson: isJson && record === decoded }
  }
  const intake = intakeOf(stored.source_format) ?? 'detect'
  // Decoded anew, because the previously tried mapping may have changed the record.
  for (const { decoded } of readings(bytes, stored, context)) {
    const record = isFault(decoded) ? null : mappedRecord(carriedRecord(decoded, context), intake, context).record
    yield { record, isJson: false }
  }
}

/** Decodes the event in the way that was right before. */
function recordAt(way: number, ...of: Parameters<typeof records>): Fields | null {
  let at = 0
  for (const { record } of records(...of)) if (at++ === way) return record
  return null
}

function mapped(record: Fields, mapping: Mapping, stored: StoredEvent): EventRow | null {
  const row = new EventRow()
  row.receivedMs = Number(stored.received_ms)
  mapping.vendorId(record)
  if (fillRow(mapping, record, row) !== null) return null
  if (Number.isNaN(row.timeMs)) row.timeMs = Number(stored.received_ms)
  if (isLearned({ id: stored.mapping })) {
    row.classUid = stored.class_uid
    row.eventCode = stored.event_code
    row.timeMs = Number(stored.time_ms)
  }
  const isSame =
    row.classUid === stored.class_uid && row.eventCode === stored.event_code && row.timeMs === Number(stored.time_ms)
  // As the stream saw them, which is how SQL sees them.
  row.activityId = stored.activity_id
  row.statusId = stored.status_id
  row.source = stored.source
  return isSame ? row : null
}

type Reading = { readonly decoded: Decoded; readonly isJson: boolean }

/**
 * Decodes the event as its format says, by detection, and as JSON, which an envelope may hold under any format's name.
 */
function* readings(bytes: Buffer, stored: StoredEvent, context: DecodeContext): Generator<Reading> {
  const { source_format: format, raw_header: header } = stored
  if (header === HEADER_LOST) return
  const isJson = isJsonFormat(format)
  const decoded = decodeRow(bytes, header, format, context)
  if (decoded !== null) yield { decoded, isJson }
  const text = textReader(bytes)(0, bytes.length)
  yield { decoded: readAnyText(text, context), isJson: false }
  if (!isJson) yield { decoded: jsonRecord(text, context), isJson: false }
}

/** True when events of a format are JSON objects and nothing else. */
export function isJsonFormat(format: string): boolean {
  return textFormat(format) === null && format !== 'hec' && format !== 'text'
}
