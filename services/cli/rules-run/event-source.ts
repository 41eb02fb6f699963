/**
 * The source of events: most files of JSON lines stay where they are and are read in pieces, others are in shared
 * memory.
 */
import fs from 'node:fs/promises'
import { isFault } from '../../../connectors/formats/decoder.ts'
import { writtenRecord } from '../../../connectors/formats/json.ts'
import { AppError } from '../../../platform/errors.ts'
import { readBody, wholeJson } from '../event-file.ts'
import { isJsonLines } from './event-form.ts'

/**
 * Limit of a body in memory, and of a line; a larger body is refused: it can be split at any line, or named as JSON
 * lines.
 */
const BODY_BYTES_MAX = 4 * 1024 ** 3
const READ_BYTES = 16 << 20
/** The first line must end within this many bytes. */
const HEAD_BYTES = 64 << 10

export type EventSource =
  | { readonly kind: 'memory'; readonly bytes: SharedArrayBuffer }
  /** JSON, an event a line, named as such. */
  | { readonly kind: 'file'; readonly path: string; readonly size: number }

export function sizeOf(source: EventSource): number {
  return source.kind === 'file' ? source.size : source.bytes.byteLength
}

export async function openEvents(file: string, format: string): Promise<EventSource> {
  try {
    const isPacked = file === '-' || file.endsWith('.br')
    return isPacked ? inMemory(copied(readBody(file))) : await openFile(file, format)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', `${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

async function openFile(path: string, format: string): Promise<EventSource> {
  const handle = await fs.open(path)
  try {
    const stat = await handle.stat()
    const head = Buffer.alloc(Math.min(HEAD_BYTES, stat.size))
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const isRead = bytesRead === head.length && stat.isFile()
    if (isRead && isJsonLines(head, format)) return { kind: 'file', path, size: stat.size }
    checkSize(stat.size)
    return inMemory(await readShared(handle, path, stat.size))
  } finally {
    await handle.close()
  }
}

/** Turns a file that is one JSON value into one line an event, so that line numbers are positions in the value. */
function inMemory(bytes: SharedArrayBuffer): EventSource {
  const whole = wholeJson(Buffer.from(bytes), asWritten)
  const lines = whole && copied(Buffer.from(whole.map((value) => `${JSON.stringify(value)}\n`).join('')))
  return { kind: 'memory', bytes: lines ?? bytes }
}

/** Parses a line again; a value that is no object is reported where its line is read. */
function asWritten(text: string): unknown {
  const record = writtenRecord(text)
  return isFault(record) ? (JSON.parse(text) as unknown) : record
}

/** Reads in pieces, so that rules are parsed meanwhile. */
async function readShared(handle: fs.FileHandle, path: string, size: number): Promise<SharedArrayBuffer> {
  const bytes = new SharedArrayBuffer(size)
  for (let at = 0; at < size; ) {
    const piece = new Uint8Array(bytes, at, Math.min(READ_BYTES, size - at))
    const { bytesRead } = await handle.read(piece, 0, piece.length, at)
    if (bytesRead === 0) throw new AppError('bad_request', `${path} became shorter while it was read`)
    at += bytesRead
  }
  return bytes
}

function copied(buffer: Buffer): SharedArrayBuffer {
  checkSize(buffer.length)
  const bytes = new SharedArrayBuffer(buffer.length)
  new Uint8Array(bytes).set(buffer)
  return bytes
}

/** Throws `too_large`. */
export function checkSize(size: number): void {
  if (size > BODY_BYTES_MAX) throw new AppError('too_large', `more than ${BODY_BYTES_MAX} bytes of events at once`)
}
