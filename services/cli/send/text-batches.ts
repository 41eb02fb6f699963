/**
 * Events of text, cut where the door would cut them. A batch is read by itself, so it begins with the header lines that
 * its rows are read by, and an event that may not have ended yet waits for what comes behind it.
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
/** Where a quote that does not close is a character like any other (`csv.ts`): what is before will not change. */
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

/** The header lines in force at a place, with their line end; places are asked for in ascending order. */
function headersOf(body: Buffer, format: string): (at: number) => Buffer {
  const headers: RowHeader = textFormat(format)?.decoder.headers?.(body) ?? (() => '')
  const encoding = isUtf8(body) ? 'utf8' : 'latin1'
  return (at) => {
    const header = headers(at)
    return header === '' ? EMPTY : Buffer.from(`${header}\n`, encoding)
  }
}

/** Where each event ends, of those of which that is certain. */
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

/** Null where only the last event may go on. */
function certainUntil(body: Buffer, format: string): number | null {
  if (format === 'csv' || format === 'tsv') return body.length - QUOTED_MAX
  if (format !== 'windows-xml' || !body.includes('<Event')) return null
  const close = body.lastIndexOf(EVENT_END)
  return close === -1 ? 0 : close + EVENT_END.length
}

/** As many events together as one request takes. What does not fill one waits for more, unless there is no more. */
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
