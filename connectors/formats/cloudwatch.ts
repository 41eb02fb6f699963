/**
 * Envelopes of Amazon CloudWatch Logs, as subscriptions deliver them: a list `logEvents` of `{"id", "timestamp",
 * "message"}`, with the place of origin beside it. Lambda and streams get that envelope packed, as
 * `{"awslogs":{"data": base64 of gzip}}`. `carried.ts` reads the messages.
 * Form: CloudWatch Logs user guide, "Real-time processing of log data with subscriptions".
 */
import { gunzipSync } from 'node:zlib'
import { isMembers } from '../../platform/members.ts'
import { isFault } from './decoder.ts'
import { jsonRecord } from './json.ts'
import { DEPTH_MAX, type SplitLimits, splitEnvelope } from './split-json.ts'

/** Largest unpacked size of one envelope in bytes; CloudWatch packs at most 6 MB. A larger one stays one event. */
const UNPACKED_MAX = 16 * 1024 * 1024
/** Largest size of an envelope whose list is empty. */
const EMPTY_MAX = 64 * 1024
/**
 * Largest unpacked size of all envelopes of one body, in bytes.
 * @bound unpacked size of a body's packed envelopes = {:bytes} -> the body becomes one event
 */
const BODY_UNPACKED_MAX = 64 * 1024 * 1024
/**
 * Largest size in bytes of the members copied from envelopes into their events, for all envelopes of one body.
 * @bound envelope data that is copied into the events of a body = {:bytes} -> the body becomes one event
 */
const COPIED_MAX = 32 * 1024 * 1024
/** A byte of deflate unpacks to at most this many bytes. */
const DEFLATE_RATIO_MAX = 1032

/** Bytes that the envelopes of one body may still grow by. An envelope that exceeds them stays one event. */
export class Room {
  unpacked = BODY_UNPACKED_MAX
  #copied = COPIED_MAX

  /** False, with nothing taken, when fewer bytes are left. */
  copy(bytes: number): boolean {
    if (bytes > this.#copied) return false
    this.#copied -= bytes
    return true
  }
}
/** The limits of ingest for one body. */
export const SPLIT_LIMITS: SplitLimits = { eventsMax: 50_000, depthMax: DEPTH_MAX }

const PACKED = /"awslogs"\s*:\s*\{\s*"data"\s*:/
const PLAIN = Buffer.from('"logEvents"')

/**
 * The events of an envelope, each with the envelope's common members. Null when the text is not such an envelope; the
 * caller keeps it as it is. Control messages hold no events.
 */
export function logEventsIn(text: Buffer, room: Room): readonly Buffer[] | null {
  if (text.includes(PLAIN)) return eventsOf(text, room)
  const envelope = PACKED.test(text.toString('latin1')) ? unpacked(text, room) : null
  return envelope && eventsOf(envelope, room)
}

/** The list is never parsed as a whole, because objects take many times the memory of their text. */
function eventsOf(text: Buffer, room: Room): readonly Buffer[] | null {
  const split = splitEnvelope(text, SPLIT_LIMITS)
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

/** Adds members, `"a":1}`, at the end of an object. */
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
    // The text is not gzip, or too large once unpacked: it stays one event, as it was sent. zlib does not report how
    // many bytes it unpacked, so the most that is possible is counted.
    room.unpacked -= Math.min(maxOutputLength, packed.length * DEFLATE_RATIO_MAX)
    return null
  }
}
