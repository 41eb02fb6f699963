import { rulesFor, type SplitValues, shallowCheck, splitValues } from '../../connectors/formats/framing.ts'
import { envelopeList } from '../../connectors/formats/take-apart.ts'
import type { IngestLimits } from './limits.ts'
import type { BodyKind } from './media-type.ts'
import { faultOf, readEnvelope } from './read-envelope.ts'
import { type Judged, judgeElements, judgeLines, Tally } from './validate-batch.ts'

const LF = 0x0a
const SPACE = 0x20
const LINE_END = Buffer.of(LF)

/** A webhook body: one object, an array of objects, or objects one after another. */
export function inboxBatch(kind: BodyKind, body: Buffer, sourceFormat: string, limits: IngestLimits): Judged {
  if (kind === 'ndjson') return judgeLines(body, sourceFormat, limits)
  const list = envelopeList(body)
  if (list) return judgeElements(list, readEnvelope(list, limits), sourceFormat, limits)
  const split = splitValues(body, limits)
  const { elements, fault } = split
  if (fault && elements.length === 0 && !startsWithEventLine(body, limits)) throw faultOf(fault, body, limits)
  if (fault) return judgeBroken(body, split, sourceFormat, limits)
  if (elements.length > 2) return judgeValues(body, split, sourceFormat, limits)
  const envelope = readEnvelope(body, { ...limits, headBytesMax: limits.eventBytesMax })
  // Splits a vendor's list into events. A member `events` counts as the list only when the object has no others,
  // because single events may have it too.
  if (body[elements[0] ?? 0] === 0x5b || envelope.isPage) return judgeElements(body, envelope, sourceFormat, limits)
  return judgeDocument(body, sourceFormat, limits, limits.eventBytesMax)
}

/** Treats the whole body as one event, which must be a JSON object. Throws `too_large` beyond `bytesMax`. */
export function judgeDocument(body: Buffer, sourceFormat: string, limits: IngestLimits, bytesMax: number): Judged {
  readEnvelope(body, { ...limits, eventBytesMax: bytesMax, headBytesMax: bytesMax })
  const tally = new Tally({ eventsMax: 1, eventBytesMax: bytesMax })
  tally.add(shallowCheck(body, 0, body.length, rulesFor(body, 'document', sourceFormat, bytesMax)))
  return tally.judged('document', sourceFormat, body)
}

/**
 * Values one after another are lines when each is on a line of its own. Otherwise (`{}{}`, or values over several
 * lines) they are wrapped in a list: commas and brackets are added, and each value's text stays as sent.
 */
export function judgeValues(
  body: Buffer,
  { elements }: SplitValues,
  sourceFormat: string,
  limits: IngestLimits,
): Judged {
  if (isLines(body, elements)) return judgeLines(body, sourceFormat, limits)
  const list = asList(body, elements)
  return judgeElements(list, readEnvelope(list, limits), sourceFormat, limits)
}

/**
 * Handles a body with a syntax error: the values before it are events, the rest is judged line by line. Throws
 * `too_large` when the only fault was too many values.
 */
export function judgeBroken(body: Buffer, split: SplitValues, sourceFormat: string, limits: IngestLimits): Judged {
  if (split.fault?.fault === 'too_many_events') throw faultOf(split.fault, body, limits)
  return judgeLines(eachOnItsLine(body, split), sourceFormat, limits)
}

/** Writes JSON values, one after another, one per line. The rest of the body after a syntax error stays unchanged. */
export function valuesAsLines(body: Buffer, limits: IngestLimits): Buffer {
  const split = splitValues(body, limits)
  if (split.fault?.fault === 'too_many_events') throw faultOf(split.fault, body, limits)
  return isLines(body, split.elements) && !split.fault ? body : eachOnItsLine(body, split)
}

/**
 * Returns the body itself when each value is on a line of its own. A line end inside a value becomes a space, which
 * JSON allows.
 */
function eachOnItsLine(body: Buffer, { elements, rest }: SplitValues): Buffer {
  const lastEnd = elements.at(-1) ?? 0
  const isApart = body.subarray(lastEnd, rest).includes(LF)
  if (elements.length === 0 || (isApart && isLines(body, elements))) return body
  const pieces: Buffer[] = []
  for (let i = 0; i < elements.length; i += 2) {
    const value = Buffer.from(body.subarray(elements[i], elements[i + 1]))
    for (let at = value.indexOf(LF); at !== -1; at = value.indexOf(LF, at)) value[at] = SPACE
    pieces.push(value, LINE_END)
  }
  return Buffer.concat([...pieces, body.subarray(rest)])
}

function isLines(body: Buffer, elements: Int32Array): boolean {
  for (let i = 0; i < elements.length; i += 2) {
    const lineEnd = body.indexOf(LF, elements[i] ?? 0)
    const next = elements[i + 2] ?? body.length + 1
    const isOwnLine = lineEnd === -1 ? next > body.length : lineEnd >= (elements[i + 1] ?? 0) && lineEnd < next
    if (!isOwnLine) return false
  }
  return true
}

function asList(body: Buffer, elements: Int32Array): Buffer {
  const comma = Buffer.from(',')
  const pieces: Buffer[] = [Buffer.from('[')]
  for (let i = 0; i < elements.length; i += 2) {
    if (i > 0) pieces.push(comma)
    pieces.push(body.subarray(elements[i], elements[i + 1]))
  }
  return Buffer.concat([...pieces, Buffer.from(']')])
}

/** True when the body has a syntax error but its first line is an event: then only the broken lines are refused. */
function startsWithEventLine(body: Buffer, limits: IngestLimits): boolean {
  const lineEnd = body.indexOf(LF)
  if (lineEnd === -1) return false
  return shallowCheck(body, 0, lineEnd, rulesFor(body, 'lines', 'auto', limits.eventBytesMax)) === null
}
