/** Splits a file of events as ingest would split a body: a JSON value over several lines, or lines. */
import { constants } from 'node:buffer'
import { splitEnvelope } from '../../connectors/formats/split-json.ts'
import { envelopeList } from '../../connectors/formats/take-apart.ts'

const LF = 10

export type JsonList = {
  readonly body: Buffer
  /** True when the body is one single event. */
  readonly isOne: boolean
  /** Start and end offset of each event. */
  readonly elements: ArrayLike<number>
}

/** Positions of the events in a JSON file; null for a file with one event per line. */
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
  // A single event may also have a member `events`.
  return { body: list, isOne: split.kind === 'events' && !split.isPage, elements: split.elements }
}

/** Returns a function that gives the line number of an offset, from 1; call it with ascending offsets. */
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
