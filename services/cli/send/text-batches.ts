/**
 * Cuts text into events where ingest would. Each batch is parsed by itself, so it begins with the header lines that its
 * rows need, and an event that may not have ended yet waits for the next bytes.
 */
import { isUtf8 } from 'node:buffer'
import type { RowHeader } from '../../../connectors/formats/decoder.ts'
import { detectFormat } from '../../../connectors/formats/detect.ts'
import { textFormat } from '../../../connectors/formats/formats.ts'
import { splitLines } from '../../../connectors/formats/framing.ts'
import type { BatchLimits, FileBatch } from './file-batch.ts'
import type { FileWindow } from './file-window.ts'

const EMPTY = Buffer.alloc(0)
const EVENT_END = '</Event>'
/** After this many bytes an unclosed quote counts as a plain character (`csv.ts`), so earlier event ends are final. */
const QUOTED_MAX = 64 * 1024

export async function* textBatches(window: FileWindow, format: string, limits: BatchLimits): AsyncGenerator<FileBatch> {
  let header: Buffer = EMPTY
  let known: string | undefined = format === 'text' ? undefined : format
  if (window.bytes.length === 0) await window.grow()
  for (;;) {
    const body = Buffer.concat([header, window.bytes])
    known ??= detectFormat(body).format
    const headerAt = headersOf(body, known)
    let from = 0
    for (const { end, events } of pieces(eventEnds(body, known, window.isEnd), limits, window.isEnd)) {
      const before = from === 0 ? EMPTY : headerAt(from)
      const bytes = end - Math.max(from, header.length)
      yield { body: Buffer.concat([before, body.subarray(from, end)]), type: 'application/x-ndjson', bytes, events }
      from = end
    }
    if (window.isEnd) return
    if (from > 0) {
      window.drop(from - header.length)
      header = headerAt(from)
    }
    await window.grow()
  }
}

/** The current header lines at a position, with their line ends; positions are requested in ascending order. */
function headersOf(body: Buffer, format: string): (at: number) => Buffer {
  const headers: RowHeader = textFormat(format)?.decoder.headers?.(body) ?? (() => '')
  const encoding = isUtf8(body) ? 'utf8' : 'latin1'
  return (at) => {
    const header = headers(at)
    return header === '' ? EMPTY : Buffer.from(`${header}\n`, encoding)
  }
}

/** Returns the ends of events that are certain. */
function eventEnds(body: Buffer, format: string, isEnd: boolean): number[] {
  const ends: number[] = []
  const cut = textFormat(format)?.cut ?? splitLines
  cut(body, (_, end) => {
    ends.push(end)
    return true
  })
  if (isEnd) return ends
  const certain = certainUntil(body, format)
  const waiting = certain === null ? 1 : ends.filter((end) => end > certain).length
  return ends.slice(0, ends.length - waiting)
}

/** Null when only the last event may continue in the next batch. */
function certainUntil(body: Buffer, format: string): number | null {
  if (format === 'csv' || format === 'tsv') return body.length - QUOTED_MAX
  if (format !== 'windows-xml' || !body.includes('<Event')) return null
  const close = body.lastIndexOf(EVENT_END)
  return close === -1 ? 0 : close + EVENT_END.length
}

/** Yields as many events as fit in one request. A remainder waits for more input, unless the input has ended. */
function* pieces(ends: readonly number[], limits: BatchLimits, isEnd: boolean) {
  let from = 0
  let first = 0
  for (let i = 1; i < ends.length; i++) {
    const isFull = i - first >= limits.eventsMax || (ends[i] ?? 0) - from > limits.bytesMax
    if (!isFull) continue
    const end = ends[i - 1] ?? 0
    yield { end, events: i - first }
    ;[from, first] = [end, i]
  }
  if (isEnd && ends.length > first) yield { end: ends.at(-1) ?? 0, events: ends.length - first }
}
