/**
 * Finds where events begin and end in a received body, and checks if the bytes can be an event. The ingest service
 * counts with these functions and the intake stage splits with them, so both see the same events and refuse the same
 * ones for the same reason. Nothing here copies or changes a byte.
 */
import { isUtf8 } from 'node:buffer'
import type { Framing } from '../../schemas/event-batch.ts'
import { isBlankEnvelope, mayHoldBlank } from './blank-envelope.ts'
import { hasCefHeader, type Shape, shapeOfLines } from './shapes.ts'

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const TAB = 0x09

/**
 * Calls `visit` for each line that is not blank, with the range of the line without its LF or CRLF; stops when `visit`
 * returns false. It takes linear time, also for a body that consists only of line ends.
 */
export function splitLines(body: Buffer, visit: (start: number, end: number) => boolean | undefined): void {
  const size = body.length
  let start = 0
  while (true) {
    start = skipBlankLines(body, start)
    if (start >= size) return
    const lineEnd = body.indexOf(LF, start)
    const stop = lineEnd === -1 ? size : lineEnd
    const end = body[stop - 1] === CR ? stop - 1 : stop
    if (visit(start, end) === false) return
    start = stop + 1
  }
}

/** Start of the next line with more than white space; the line's own indentation is included. */
function skipBlankLines(body: Buffer, from: number): number {
  let lineStart = from
  for (let i = from; i < body.length; i++) {
    const byte = body[i]
    if (byte === LF) lineStart = i + 1
    else if (byte !== CR && byte !== SPACE && byte !== TAB) return lineStart
  }
  return body.length
}

export type EventFault = 'event_too_large' | 'not_an_object' | 'not_cef' | 'nul_byte' | 'not_utf8' | 'blank_event'

/** The rules for the events of one body. */
export type EventRules = {
  readonly shape: Shape
  readonly eventBytesMax: number
  /** True when the whole body has no NUL byte, so that the events need not be searched for one. */
  readonly nulFree: boolean
  /** True when the whole body is valid UTF-8, so that each event is. */
  readonly utf8: boolean
  /** True when nothing in the body looks like a collector's envelope with a blank event. */
  readonly blankFree: boolean
}

/**
 * The rules for a body: the requirements of its framing and format, and the results of checks over the whole body. A
 * document is one event, of any size that its route accepts.
 */
export function rulesFor(body: Buffer, framing: Framing, sourceFormat: string, eventBytesMax: number): EventRules {
  return {
    shape: framing === 'lines' ? shapeOfLines(sourceFormat) : 'json',
    eventBytesMax: framing === 'document' ? Number.MAX_SAFE_INTEGER : eventBytesMax,
    nulFree: !body.includes(0),
    utf8: isUtf8(body),
    blankFree: sourceFormat !== 'hec' || !mayHoldBlank(body),
  }
}

/**
 * Returns null when the bytes may be an event, otherwise the reason. It checks only the ends; the parser checks the
 * inside.
 */
export function shallowCheck(body: Buffer, start: number, end: number, rules: EventRules): EventFault | null {
  if (end - start > rules.eventBytesMax) return 'event_too_large'
  if (!rules.nulFree && body.subarray(start, end).includes(0)) return 'nul_byte'
  if (rules.shape === 'text') return null
  if (!rules.utf8 && !isUtf8(body.subarray(start, end))) return 'not_utf8'
  if (rules.shape === 'cef') return hasCefHeader(body, start, end) ? null : 'not_cef'
  if (!isBraced(body, start, end)) return 'not_an_object'
  return !rules.blankFree && isBlankEnvelope(body.subarray(start, end)) ? 'blank_event' : null
}

function isBraced(body: Buffer, start: number, end: number): boolean {
  let first = start
  let last = end - 1
  while (first < last && isJsonSpace(body[first])) first++
  while (last > first && isJsonSpace(body[last])) last--
  return last > first && body[first] === 0x7b && body[last] === 0x7d
}

function isJsonSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB
}

/** Maximum size of one event; ingest refuses a larger one. */
export const EVENT_BYTES_MAX = 1024 * 1024

export {
  DEPTH_MAX,
  type Envelope,
  type SplitFault,
  type SplitValues,
  splitEnvelope,
  splitValues,
} from './split-json.ts'
