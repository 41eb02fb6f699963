/**
 * Files of events as commands read them: whole, from a path or standard input, unpacked when the name ends in `.br`, in
 * UTF-8 whatever their byte order mark says.
 */
import { constants } from 'node:buffer'
import fs from 'node:fs'
import zlib from 'node:zlib'
import { carriedRecord } from '../../connectors/formats/carried.ts'
import { splitEnvelope } from '../../connectors/formats/split-json.ts'
import { envelopeList } from '../../connectors/formats/take-apart.ts'
import { unmarkedUtf8 } from '../../platform/byte-order-mark.ts'
import { isMembers } from '../../platform/members.ts'

const LF = 10

/** `-` is standard input. */
export function readBody(file: string): Buffer {
  const bytes = file === '-' ? fs.readFileSync(0) : fs.readFileSync(file)
  return unmarkedUtf8(file.endsWith('.br') ? zlib.brotliDecompressSync(bytes) : bytes)
}

/**
 * Events of a file that is one JSON value over several lines, an array or an envelope, as the door finds them; null for
 * lines of events. `read` makes a value of a JSON text, and throws where it is none.
 */
export function wholeJson(body: Buffer, read: (text: string) => unknown = JSON.parse): readonly unknown[] | null {
  const list = jsonList(body)
  if (list === null) return null
  try {
    return Array.from({ length: list.isOne ? 1 : list.elements.length / 2 }, (_, i) => {
      const { body: text, elements, isOne } = list
      const value = read(isOne ? text.toString() : text.toString('utf8', elements[2 * i], elements[2 * i + 1]))
      return isMembers(value) ? carriedRecord(value, { receivedMs: Date.now() }) : value
    })
  } catch {
    return null
  }
}

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
  return { body: list, isOne: split.kind === 'events', elements: split.elements }
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
