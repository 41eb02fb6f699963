/**
 * Takes nested envelopes apart at ingest until every event stands alone: lists of log events, and messages of topics,
 * queues and buses that carry a list. Each event of such a list stays in a message of its own, with all members around
 * the list, so that the stored text is a normal message and `carried.ts` reads it. An activity of Google Workspace with
 * several events becomes as many activities, a record of Azure's flow logs as many as it has flows, a request of OpenTelemetry or of JSON-RPC as many events as it pushes.
 */
import { hasUtf8Mark } from '../../platform/byte-order-mark.ts'
import { isMembers } from '../../platform/members.ts'
import { LAYERS_MAX, layerOf } from './carried.ts'
import { logEventsIn, Room, SPLIT_LIMITS } from './cloudwatch.ts'
import { isFault } from './decoder.ts'
import { flowsIn } from './flow-tuples.ts'
import { splitLines } from './framing.ts'
import { writtenRecord } from './json.ts'
import { otlpEvents } from './otlp.ts'
import { splitEnvelope } from './split-json.ts'
import { VENDOR_LISTS } from './vendor-lists.ts'

/**
 * Marks that stand in such envelopes and in their messages, in any order. They are searched in the first line of a body
 * of lines and in the beginning of a document: bodies without any are not parsed.
 */
const MARKS = [
  ...['awslogs', 'logEvents', 'TopicArn', 'messageId', 'receiptHandle', 'ReceiptHandle', 'detail-type'].map(
    (name) => `"${name}"`,
  ),
  ...['"admin#reports#activit', '"resourceLogs"', '"jsonrpc"', '"flowTuples"'],
].map((mark) => Buffer.from(mark))
const HEAD_BYTES = 64 * 1024
/** A list of events, perhaps escaped in nested texts. */
const LIST = new RegExp(`(?:${[...VENDOR_LISTS.keys()].join('|')})\\\\*"\\s*:\\s*\\[`)
/** Messages of these services have 256 KiB at most. */
const MESSAGE_MAX = 1024 * 1024
const OPEN_OBJECT = 0x7b
const LF = 0x0a
const CR = 0x0d
const LINE_END = Buffer.from('\n')

/**
 * A body of lines with its envelopes split, one event on each line; the body itself when the first line is no envelope.
 * Of more than `eventsMax` events only the first are returned, but still more than `eventsMax`, so that the caller
 * notices.
 */
export function arrangeEnvelopes(received: Buffer, eventsMax: number): Buffer {
  const body = hasUtf8Mark(received) ? received.subarray(3) : received
  if (!isMarked(firstLine(body))) return received
  const lines: Buffer[] = []
  const room = new Room()
  splitLines(body, (start, end) => {
    const line = body.subarray(start, end)
    for (const part of partsOf(line, room) ?? [line]) lines.push(part, LINE_END)
    return lines.length <= 2 * eventsMax
  })
  return Buffer.concat(lines)
}

/**
 * The events of a JSON body that is one envelope or one message, on any number of lines, as a list; null for any other
 * body, and for a broken envelope.
 */
export function envelopeList(received: Buffer): Buffer | null {
  const body = hasUtf8Mark(received) ? received.subarray(3) : received
  const parts = isMarked(body) ? (partsOf(body, new Room()) ?? (isMessage(body) ? [body] : null)) : null
  return parts && Buffer.from(`[${parts.map((part) => part.toString()).join(',')}]`)
}

function isMarked(text: Buffer): boolean {
  const head = text.subarray(0, HEAD_BYTES)
  return isObject(head) && MARKS.some((mark) => head.includes(mark))
}

/** True for JSON that begins with an object, alone or first in a list. */
function isObject(text: Buffer): boolean {
  return /^\s*\[?\s*\{/.test(text.toString('latin1', 0, 64))
}

function firstLine(body: Buffer): Buffer {
  let start = 0
  while (body[start] === LF || body[start] === CR || body[start] === 0x20) start++
  const end = body.indexOf(LF, start)
  return body.subarray(start, end === -1 ? body.length : end)
}

/** Maximum number of messages and lists inside one another. */
const DEPTH_MAX = 2 * LAYERS_MAX

/** Null when the text is one event. Lists deeper than `depth` are not split. */
function partsOf(text: Buffer, room: Room, depth = DEPTH_MAX): readonly Buffer[] | null {
  if (depth === 0) return null
  const logEvents = logEventsIn(text, room)
  if (logEvents) return logEvents
  const flows = flowsIn(text, room)
  if (flows) return flows
  const pushed = pushedEvents(text, room)
  if (pushed) return pushed
  if (!LIST.test(text.toString('latin1'))) return null
  const split = splitEnvelope(text, SPLIT_LIMITS)
  if ('fault' in split) return null
  if (split.kind === 'object') return carriedParts(text, room, depth - 1)
  if (split.kind === 'events' && !split.isPage) return activitiesIn(text, room)
  const { elements } = split
  const found: Buffer[] = []
  for (let i = 0; i < elements.length; i += 2) {
    const element = text.subarray(elements[i], elements[i + 1])
    if (element[0] !== OPEN_OBJECT) return null
    for (const part of partsOf(element, room, depth - 1) ?? [element]) found.push(part)
  }
  return found
}

const REQUESTS = ['"resourceLogs"', '"jsonrpc"'].map((mark) => Buffer.from(mark))

/**
 * The events of a request body that a program wrote to a file, or posted to another address than that of its protocol:
 * logs of OpenTelemetry, calls of JSON-RPC with a list of events. Null for any other text.
 */
function pushedEvents(text: Buffer, room: Room): readonly Buffer[] | null {
  if (text[0] !== OPEN_OBJECT || !REQUESTS.some((mark) => text.includes(mark)) || !room.copy(text.length)) return null
  let request: unknown
  try {
    request = JSON.parse(text.toString())
  } catch {
    return null
  }
  if (!isMembers(request)) return null
  const params = isMembers(request.params) ? request.params : {}
  const called = Array.isArray(params.events) && params.events.every(isMembers) ? params.events : []
  const events = Array.isArray(request.resourceLogs) ? [...otlpEvents(request)] : called
  return events.length === 0 ? null : events.map((event) => Buffer.from(JSON.stringify(event)))
}

function carriedParts(text: Buffer, room: Room, depth: number): readonly Buffer[] | null {
  const layer = layerIn(text)
  if (layer === null) return null
  const { carried, around } = layer
  const isText = typeof carried === 'string'
  if (!isText && !isMembers(carried)) return null
  const parts = partsOf(Buffer.from(isText ? carried : JSON.stringify(carried)), room, depth)
  if (parts === null || parts.length < 2) return null
  if (!room.copy(JSON.stringify(around).length * parts.length)) return null
  return parts.map((part) =>
    Buffer.from(JSON.stringify(layer.with(isText ? part.toString() : writtenRecord(`${part}`)))),
  )
}

/** Null for a text that is not an activity of Google Workspace, and for one with one event. */
function activitiesIn(text: Buffer, room: Room): readonly Buffer[] | null {
  const record = text.length <= MESSAGE_MAX ? writtenRecord(text.toString()) : 'not_an_object'
  if (isFault(record) || record.kind !== 'admin#reports#activity' || !Array.isArray(record.events)) return null
  const { events, ...around } = record
  if (events.length < 2 || !room.copy(JSON.stringify(around).length * events.length)) return null
  return events.map((event) => Buffer.from(JSON.stringify({ ...record, events: [event] })))
}

function isMessage(text: Buffer): boolean {
  return layerIn(text) !== null
}

function layerIn(text: Buffer): ReturnType<typeof layerOf> {
  const record = text.length <= MESSAGE_MAX ? writtenRecord(text.toString()) : 'not_an_object'
  return isFault(record) ? null : layerOf(record)
}
