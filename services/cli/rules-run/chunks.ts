/**
 * A body of events cut into chunks that threads take one after the other. Where an event is a line, a chunk is a range
 * of bytes and has the lines that begin in it, so that the threads cut the lines; other forms are cut beforehand.
 */
import { isUtf8 } from 'node:buffer'
import { cutText, openBody } from '../../../connectors/formats/body.ts'
import { cutLines } from '../../../connectors/formats/cut-text.ts'
import { isFault } from '../../../connectors/formats/decoder.ts'
import { detectFormat } from '../../../connectors/formats/detect.ts'
import { formatNamed, textFormat } from '../../../connectors/formats/formats.ts'
import { json } from '../../../connectors/formats/json.ts'
import type { JsonText } from '../../../detections/match/text-values.ts'
import { lineCounter } from '../event-file.ts'
import type { Fields } from './evaluator.ts'

const CHUNK_BYTES = 1 << 20
const CHUNK_EVENTS = 512
const LF = 10
/** Start, end and line of an event. */
const CELLS = 3

/** All of it in shared memory, because every thread reads it. */
export type Cut = {
  readonly bytes: SharedArrayBuffer
  /** As its sender calls it; `text` asks for detection. */
  readonly format: string
  /** `CELLS` an event; null where an event is a line. */
  readonly events: SharedArrayBuffer | null
  readonly chunks: number
}

export type EventReader = {
  readonly onEvent: (line: number, record: Fields) => void
  /** The JSON text of an event, the same object for all; false when it cannot be read as one. */
  readonly onJson: (line: number, text: JsonText) => boolean
  /** `reason` is why the event of the line cannot be read. */
  readonly onBad: (line: number, reason: string) => void
}

export function cutBody(bytes: SharedArrayBuffer, format: string): Cut {
  const body = Buffer.from(bytes)
  const name = format === 'auto' || format === '' ? 'text' : format
  const cut = (name === 'text' ? textFormat(detectFormat(body).format) : formatNamed(name))?.cut ?? cutLines
  if (cut === cutLines) return { bytes, format: name, events: null, chunks: Math.ceil(body.length / CHUNK_BYTES) }
  const cells: number[] = []
  const line = lineCounter(body)
  cutText(body, name, (start, end) => {
    cells.push(start, end, line(start))
    return true
  })
  const events = new SharedArrayBuffer(cells.length * Float64Array.BYTES_PER_ELEMENT)
  new Float64Array(events).set(cells)
  return { bytes, format: name, events, chunks: Math.ceil(cells.length / CELLS / CHUNK_EVENTS) }
}

/**
 * Reads the events of a chunk; chunks are asked for in ascending order. Answers how many lines the chunk has: where that
 * is more than 0, lines are counted from 1 in each chunk, otherwise from 1 in the body. JSON texts are given as such
 * when they are wanted.
 */
export function chunkReader(cut: Cut, wantsJson: boolean): (chunk: number, reader: EventReader) => number {
  const body = Buffer.from(cut.bytes)
  const read = eventReaderOf(body, cut.format, wantsJson)
  if (cut.events === null)
    return (chunk, reader) => {
      const { from, to } = linesOf(body, chunk)
      const part = body.subarray(from, to)
      const line = lineCounter(part)
      cutLines(part, (start, end) => {
        read(from + start, from + end, line(start), reader)
        return true
      })
      return line(part.length) - 1
    }
  const cells = new Float64Array(cut.events)
  return (chunk, reader) => {
    const last = Math.min(cells.length, (chunk + 1) * CHUNK_EVENTS * CELLS)
    for (let at = chunk * CHUNK_EVENTS * CELLS; at < last; at += CELLS) {
      read(cells[at] as number, cells[at + 1] as number, cells[at + 2] as number, reader)
    }
    return 0
  }
}

type ReadEvent = (start: number, end: number, line: number, reader: EventReader) => void

/** JSON in UTF-8 is read as such first; what it is not is found out by the decoder of the form. */
function eventReaderOf(body: Buffer, name: string, wantsJson: boolean): ReadEvent {
  const { format, decode } = openBody(body, 'lines', name, { receivedMs: Date.now() })
  const isJson = name === 'text' ? format === 'json' : formatNamed(name).decoder === json
  const readsJson = wantsJson && isJson && isUtf8(body)
  const text = { body, start: 0, end: 0 }
  return (start, end, line, { onEvent, onJson, onBad }) => {
    text.start = start
    text.end = end
    if (readsJson && onJson(line, text)) return
    const decoded = decode(start, end)
    if (isFault(decoded)) onBad(line, decoded)
    else onEvent(line, decoded)
  }
}

function linesOf(body: Buffer, chunk: number): { from: number; to: number } {
  return { from: lineStart(body, chunk * CHUNK_BYTES), to: lineStart(body, (chunk + 1) * CHUNK_BYTES) }
}

/** The first place from `at` on where a line begins, or the end. */
function lineStart(body: Buffer, at: number): number {
  if (at === 0) return 0
  const before = at > body.length ? -1 : body.indexOf(LF, at - 1)
  return before < 0 ? body.length : before + 1
}
