/**
 * Events of Amazon CloudWatch Logs, as subscriptions deliver them: `{"id", "timestamp", "message"}`, whose message is the
 * log's own line. What it says becomes the record, and what is around it stands under `cloudwatch`. The list of them is an
 * envelope (`vendor-lists.ts`); Lambda and streams get that envelope packed, as `{"awslogs":{"data": base64 of gzip}}`.
 * Form: CloudWatch Logs user guide, "Real-time processing of log data with subscriptions".
 */
import { gunzipSync } from 'node:zlib'
import { textOf } from '../text-of.ts'
import { readByLook } from './any-text.ts'
import { type DecodeContext, type Decoded, type Fields, isFault } from './decoder.ts'
import { addWrapper } from './fields.ts'
import { splitLines } from './framing.ts'
import { jsonRecord } from './json.ts'

/** CloudWatch numbers its events with 56 digits. */
const EVENT_ID = /^\d{50,60}$/
const AROUND: ReadonlySet<string> = new Set([
  ...['id', 'timestamp', 'message', 'ingestionTime', 'extractedFields'],
  ...['owner', 'logGroup', 'logStream', 'logStreamName', 'subscriptionFilters'],
])
/** Of one envelope, unpacked; CloudWatch packs at most 6 MB. A larger one stays one event. */
const UNPACKED_MAX = 16 * 1024 * 1024
const HEAD_BYTES = 64
const PACKED = /^\s*\{\s*"(?:awslogs"\s*:\s*\{\s*"data|messageType)"/

/** The record that the message of a log event is; any other record as it is. */
export function logEventRecord(record: Fields, context: DecodeContext): Fields {
  if (!isLogEvent(record)) return record
  const text = textOf(record.message)
  const said: Decoded | string = text.startsWith('{') ? jsonRecord(text) : readByLook(text, context)
  // Words that are no known form are the event's message, and its time is the event's.
  if (typeof said === 'string' || isFault(said)) return record
  const around: Fields = {}
  for (const name of Object.keys(record)) if (name !== 'message') around[name] = record[name]
  addWrapper(said, 'cloudwatch', around)
  return said
}

/** Asked of every record of every source: what nearly all lack is looked at first, and nothing is copied. */
function isLogEvent(record: Fields): boolean {
  if (typeof record.timestamp !== 'number' || typeof record.message !== 'string') return false
  if (typeof record.id !== 'string' || !EVENT_ID.test(record.id)) return false
  return Object.keys(record).every((name) => AROUND.has(name))
}

/** A body of lines with its envelopes taken apart, an event a line; the body itself when none is in its first line. */
export function arrangeCloudWatch(body: Buffer): Buffer {
  if (!PACKED.test(body.toString('latin1', 0, HEAD_BYTES))) return body
  const lines: Buffer[] = []
  splitLines(body, (start, end) => {
    const line = body.subarray(start, end)
    lines.push(...(eventsIn(line) ?? [line]))
    return undefined
  })
  return Buffer.concat(lines.flatMap((line) => [line, LINE_END]))
}

const LINE_END = Buffer.from('\n')

/**
 * A body of JSON that is one envelope, over however many lines, as the list of its events; null for any other body, and
 * for an envelope that is broken. A control message gives an empty list.
 */
export function cloudWatchList(body: Buffer): Buffer | null {
  if (!PACKED.test(body.toString('latin1', 0, HEAD_BYTES))) return null
  const events = eventsIn(body)
  return events && Buffer.from(`[${events.join(',')}]`)
}

/** Null when the line is no such envelope, and stays as it is. Control messages hold no event. */
function eventsIn(line: Buffer): Buffer[] | null {
  const envelope = unpacked(jsonRecord(line.toString()))
  if (envelope === null || !Array.isArray(envelope.logEvents)) return null
  if (envelope.messageType === 'CONTROL_MESSAGE') return []
  const { owner, logGroup, logStream } = envelope
  return envelope.logEvents.map((event) =>
    Buffer.from(JSON.stringify(typeof event === 'object' ? { ...event, owner, logGroup, logStream } : event)),
  )
}

function unpacked(record: Decoded): Fields | null {
  if (isFault(record)) return null
  const { awslogs } = record
  if (typeof awslogs !== 'object' || awslogs === null) return record
  const { data } = awslogs as Fields
  if (typeof data !== 'string') return null
  try {
    const inner = jsonRecord(gunzipSync(Buffer.from(data, 'base64'), { maxOutputLength: UNPACKED_MAX }).toString())
    return isFault(inner) ? null : inner
  } catch {
    // Not gzip, or too large once unpacked: kept as it was sent, as one event.
    return null
  }
}
