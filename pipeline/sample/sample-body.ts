/** A file of events as the door would find them in a body: a JSON value over several lines, or lines. */
import { constants } from 'node:buffer'
import { splitEnvelope } from '../../connectors/formats/split-json.ts'
import { envelopeList } from '../../connectors/formats/take-apart.ts'

const LF = 10

export type JsonList = {
  readonly body: Buffer
  /** The body is one event. */
  readonly isOne: boolean
  /** Start and end of each event. */
  readonly elements: ArrayLike<number>
}

/** Where the events of such a file are; null for lines of events. */
export function jsonList(body: Buffer): JsonList | null {
  const first = body
    .subarray(0, body.indexOf(LF) < 0 ? body.length : body.indexOf(LF))
    .toString()
    .trim()
  if (body.length > constants.MAX_STRING_LENGTH || !/^[[{]/.test(first)) return null
  if (first.startsWith('{') && first.endsWith('}') && body.indexOf(LF) > 0) return null
  const list = envelopeList(body) ?? body
  const split = splitEnvelope(list)
  if ('fault' in split) return null
  // `events` is a member of single events too.
  return { body: list, isOne: split.kind === 'events' && !split.isPage, elements: split.elements }
}

/** Number of the line that an offset is in, counted from 1; offsets are asked for in ascending order. */
export function lineCounter(body: Buffer): (offset: number) => number {
  let line = 1
  let at = 0
  return (offset) => {
    for (let end = body.indexOf(LF, at); end >= 0 && end < offset; end = body.indexOf(LF, at)) {
      line++
      at = end + 1
    }
    return line
  }
}
