/** How a file holds its events, by its format and its first bytes. */
import { textFormat } from '../../../connectors/formats/formats.ts'
import { JsonScan } from '../../../connectors/formats/json-scan.ts'
import { type FileWindow, WINDOW_BYTES_MAX } from './file-window.ts'

export type FileForm =
  /** Lines of JSON, or events of a format of text. */
  | 'lines'
  /** Text without a named format. */
  | 'text'
  /** A JSON array. */
  | 'list'
  /** JSON objects one behind the other that are not a line each. */
  | 'values'
  /** A single JSON object: an event, or an envelope of events. */
  | 'object'

/** Ingest reports what is wrong with a value; here only its end must be found. */
export const DEPTH_MAX = 100_000

export async function formOf(window: FileWindow, format: string): Promise<FileForm> {
  if (format === 'text' || textFormat(format) !== null) return 'lines'
  await window.grow()
  const start = firstByte(window.bytes)
  const head = window.bytes.toString('latin1', start, start + 64)
  if (/^\[\s*[{\]]/.test(head)) return 'list'
  if (head.startsWith('{')) return await formOfObjects(window, start)
  return format === 'auto' ? 'text' : 'lines'
}

/** Behind a byte order mark and white space. */
function firstByte(bytes: Buffer): number {
  const scan = new JsonScan(bytes, DEPTH_MAX)
  scan.pos = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  scan.skipSpace()
  return scan.pos
}

/**
 * A file is read as lines unless its first object shows otherwise, so that one broken line does not cost the others.
 */
async function formOfObjects(window: FileWindow, start: number): Promise<FileForm> {
  for (;;) {
    const scan = new JsonScan(window.bytes, DEPTH_MAX)
    scan.pos = start
    const isWhole = scan.skipValue()
    const end = scan.pos
    const hasMore = isWhole && scan.skipSpace()
    const mayBeLonger = !window.isEnd && window.bytes.length < WINDOW_BYTES_MAX
    if (isWhole && hasMore) return isLineBreak(window.bytes, start, end, scan.pos) ? 'lines' : formOfNext(scan)
    if (isWhole && !mayBeLonger) return 'object'
    if (!isWhole && (scan.fault !== 'cut_short' || !mayBeLonger)) return 'lines'
    await window.grow()
  }
}

/** The object is on one line, and what comes behind it on another. */
function isLineBreak(bytes: Buffer, start: number, end: number, next: number): boolean {
  return !bytes.subarray(start, end).includes(0x0a) && bytes.subarray(end, next).includes(0x0a)
}

function formOfNext(scan: JsonScan): FileForm {
  return scan.peek() === 0x7b ? 'values' : 'lines'
}
