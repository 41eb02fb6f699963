/**
 * A body of events in chunks that threads take one after the other. Where no event reaches over the end of a line, the
 * threads cut the events themselves; other forms are cut beforehand.
 */
import { isUtf8 } from 'node:buffer'
import { type OpenBody, openBody } from '../../../connectors/formats/body.ts'
import { isFault, recordIn } from '../../../connectors/formats/decoder.ts'
import type { JsonText } from '../../../detections/match/text-values.ts'
import { lineCounter } from '../../../pipeline/sample/sample-body.ts'
import type { Members } from '../../../platform/members.ts'
import { chunksOf, lineReader } from './chunk-bytes.ts'
import type { ReadAgain } from './evaluation.ts'
import { type Form, formOf, isCutByLine, isJson } from './event-form.ts'
import type { EventSource } from './event-source.ts'

const CHUNK_EVENTS = 512
/** Start, end and line of an event. */
const CELLS = 3

/** All of it in shared memory or in a file, because every thread reads it. */
export type Cut = {
  readonly source: EventSource
  /** The sender's name for the format; `text` detects it. */
  readonly format: string
  /** `CELLS` an event; null where every thread cuts its chunks. */
  readonly events: SharedArrayBuffer | null
  readonly chunks: number
}

export type EventReader = {
  readonly onEvent: (line: number, record: Members, exact: ReadAgain) => void
  /** The JSON text of an event, the same object for all; false when it cannot be read as one. */
  readonly onJson: (line: number, text: JsonText) => boolean
  /** `reason` is why the event of the line cannot be read. */
  readonly onBad: (line: number, reason: string) => void
}

export function cutBody(source: EventSource, format: string): Cut {
  const form = formIn(source, format)
  const cut = { source, format: form.name }
  if (source.kind === 'file' || isCutByLine(form)) return { ...cut, events: null, chunks: chunksOf(source) }
  const body = Buffer.from(source.bytes)
  const cells: number[] = []
  const line = lineCounter(body)
  form.cut(body, (start, end) => {
    cells.push(start, end, line(start))
    return true
  })
  const events = new SharedArrayBuffer(cells.length * Float64Array.BYTES_PER_ELEMENT)
  new Float64Array(events).set(cells)
  return { ...cut, events, chunks: Math.ceil(cells.length / CELLS / CHUNK_EVENTS) }
}

/** The sender of a file that stays where it is has named its form. */
function formIn(source: EventSource, format: string): Form {
  return formOf(source.kind === 'file' ? Buffer.alloc(0) : Buffer.from(source.bytes), format)
}

type ReadChunk = (chunk: number, reader: EventReader) => number

/**
 * Reads the events of a chunk; chunks must be requested in ascending order. Returns the number of lines in the chunk:
 * above 0, lines are counted from 1 in each chunk; at 0, from 1 in the whole body. With `wantsJson` it returns JSON
 * texts unparsed.
 */
export function chunkReader(cut: Cut, wantsJson: boolean): ReadChunk {
  const { source } = cut
  const form = formIn(source, cut.format)
  if (source.kind === 'file') return linesReader(cut, form, (body) => eventReaderOf(body, form, wantsJson))
  const read = eventReaderOf(Buffer.from(source.bytes), form, wantsJson)
  return cut.events === null ? linesReader(cut, form, () => read) : rangesReader(new Float64Array(cut.events), read)
}

function linesReader({ source }: Cut, form: Form, open: (body: Buffer) => ReadEvent): ReadChunk {
  const linesOf = lineReader(source)
  return (chunk, reader) => {
    const { body, from, to } = linesOf(chunk)
    const read = open(body)
    const lines = body.subarray(from, to)
    const line = lineCounter(lines)
    form.cut(lines, (start, end) => {
      read(from + start, from + end, line(start), reader)
      return true
    })
    return line(lines.length) - 1
  }
}

function rangesReader(cells: Float64Array, read: ReadEvent): ReadChunk {
  return (chunk, reader) => {
    const last = Math.min(cells.length, (chunk + 1) * CHUNK_EVENTS * CELLS)
    for (let at = chunk * CHUNK_EVENTS * CELLS; at < last; at += CELLS) {
      read(cells[at] as number, cells[at + 1] as number, cells[at + 2] as number, reader)
    }
    return 0
  }
}

type ReadEvent = (start: number, end: number, line: number, reader: EventReader) => void

/** Input is first read as JSON in UTF-8; other input is left to the decoder of its form. */
function eventReaderOf(body: Buffer, form: Form, wantsJson: boolean): ReadEvent {
  let opened: OpenBody | null = null
  const readsJson = wantsJson && isJson(form) && isUtf8(body)
  const text = { body, start: 0, end: 0 }
  return (start, end, line, { onEvent, onJson, onBad }) => {
    text.start = start
    text.end = end
    if (readsJson && onJson(line, text)) return
    opened ??= openBody(body, 'lines', form.name, { receivedMs: Date.now() })
    const now = opened
    const decoded = now.decode(start, end)
    if (isFault(decoded)) onBad(line, decoded)
    else onEvent(line, decoded, () => recordIn(now.decodeExactly(start, end)))
  }
}
