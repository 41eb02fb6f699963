/**
 * Envelopes of Amazon CloudWatch Logs, as subscriptions deliver them: a list `logEvents` of `{"id", "timestamp",
 * "message"}`, with the place they are from beside it. Lambda and streams get that envelope packed, as
 * `{"awslogs":{"data": base64 of gzip}}`. What a message says is read by `carried.ts`.
 * Form: CloudWatch Logs user guide, "Real-time processing of log data with subscriptions".
 */
import { gunzipSync } from 'node:zlib'
import { isMembers } from '../../platform/members.ts'
import { isFault } from './decoder.ts'
import { jsonRecord } from './json.ts'
import { DEPTH_MAX, type SplitLimits, splitEnvelope } from './split-json.ts'

/** Of one envelope, unpacked; CloudWatch packs at most 6 MB. A larger one stays one event. */
const UNPACKED_MAX = 16 * 1024 * 1024
/** An envelope with nothing in its list. */
const EMPTY_MAX = 64 * 1024
/** Of all envelopes of one body, unpacked. */
const BODY_UNPACKED_MAX = 64 * 1024 * 1024
/** What is around events stands in each of them afterwards. Of all envelopes of one body. */
const COPIED_MAX = 32 * 1024 * 1024
/** More than this no byte of deflate unpacks to. */
const DEFLATE_RATIO_MAX = 1032

/** Bytes that the envelopes of one body may yet grow by. One for which there is no room stays one event. */
export class Room {
  unpacked = BODY_UNPACKED_MAX
  #copied = COPIED_MAX

  /** False, and nothing taken, when there are not so many left. */
  copy(bytes: number): boolean {
    if (bytes > this.#copied) return false
    this.#copied -= bytes
    return true
  }
}
/** As many as the door takes in one body. */
export const TAKEN_APART: SplitLimits = { eventsMax: 50_000, depthMax: DEPTH_MAX }

const PACKED = /"awslogs"\s*:\s*\{\s*"data"\s*:/
const PLAIN = Buffer.from('"logEvents"')

/** Each event with its place; null when the text is no such envelope, and stays as it is. Control messages hold none. */
export function logEventsIn(text: Buffer, room: Room): readonly Buffer[] | null {
  if (text.includes(PLAIN)) return eventsOf(text, room)
  const envelope = PACKED.test(text.toString('latin1')) ? unpacked(text, room) : null
  return envelope && eventsOf(envelope, room)
}

/** The list is never read as a whole: objects take many times the memory of their text. */
function eventsOf(text: Buffer, room: Room): readonly Buffer[] | null {
  const split = splitEnvelope(text, TAKEN_APART)
  if ('fault' in split || split.elements.length === 0) return null
  const { kind, elements, listStart, listEnd } = split
  if (kind !== 'list') return isEmpty(text) ? [] : null
  const around = jsonRecord(`${text.toString('utf8', 0, listStart)}[]${text.toString('utf8', listEnd)}`)
  if (isFault(around) || !Array.isArray(around.logEvents)) return null
  if (around.messageType === 'CONTROL_MESSAGE') return []
  const { owner, logGroup, logStream } = around
  const place = JSON.stringify({ owner, logGroup, logStream }).slice(1)
  if (!room.copy(place.length * (elements.length / 2))) return null
  return Array.from({ length: elements.length / 2 }, (_, i) =>
    withMembers(text.subarray(elements[2 * i], elements[2 * i + 1]), place),
  )
}

function isEmpty(text: Buffer): boolean {
  const record = text.length <= EMPTY_MAX ? jsonRecord(text.toString()) : 'not_an_object'
  return !isFault(record) && Array.isArray(record.logEvents) && record.logEvents.length === 0
}

/** The object with further members, `"a":1}`, behind its own. */
function withMembers(object: Buffer, members: string): Buffer {
  if (members === '}') return object
  const inner = object.subarray(0, -1)
  const isBare = inner.length <= EMPTY_MAX && inner.toString('latin1').trim() === '{'
  return Buffer.concat([inner, Buffer.from(isBare ? members : `,${members}`)])
}

function unpacked(text: Buffer, room: Room): Buffer | null {
  if (room.unpacked <= 0) return null
  const record = jsonRecord(text.toString())
  const awslogs = isFault(record) ? null : record.awslogs
  if (!isMembers(awslogs) || typeof awslogs.data !== 'string') return null
  const packed = Buffer.from(awslogs.data, 'base64')
  const maxOutputLength = Math.min(UNPACKED_MAX, room.unpacked)
  try {
    const envelope = gunzipSync(packed, { maxOutputLength })
    room.unpacked -= envelope.length
    return envelope
  } catch {
    // Not gzip, or too large once unpacked: kept as it was sent, as one event. How far it went is not told.
    room.unpacked -= Math.min(maxOutputLength, packed.length * DEFLATE_RATIO_MAX)
    return null
  }
}
