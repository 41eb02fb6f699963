/** Chunks of a body of lines: a chunk is a range of bytes and has the lines that begin in it. */
import fs from 'node:fs'
import { assert } from '../../../platform/assert.ts'
import { checkSize, type EventSource, sizeOf } from './event-source.ts'

const CHUNK_BYTES = 1 << 20
/** The first read behind a chunk, in which its last line is likely to end. */
const BEHIND_BYTES = 64 << 10
const LF = 10

export function chunksOf(source: EventSource): number {
  return Math.ceil(sizeOf(source) / CHUNK_BYTES)
}

/** Range of a chunk's lines in `body`, which is valid until the next chunk is read. */
export type ReadLines = (chunk: number) => { readonly body: Buffer; readonly from: number; readonly to: number }

export function lineReader(source: EventSource): ReadLines {
  if (source.kind === 'file') return linesOfFile(source.path, source.size)
  const body = Buffer.from(source.bytes)
  return (chunk) => {
    const [from, to] = [lineStart(body, chunk * CHUNK_BYTES), lineStart(body, (chunk + 1) * CHUNK_BYTES)]
    return { body, from, to }
  }
}

/** The first place from `at` on where a line begins, or the end. */
function lineStart(body: Buffer, at: number): number {
  if (at === 0) return 0
  const before = at > body.length ? -1 : body.indexOf(LF, at - 1)
  return before < 0 ? body.length : before + 1
}

/**
 * One buffer serves all chunks and grows to the longest line. Throws `too_large` for a line longer than a body in
 * memory may be.
 */
function linesOfFile(path: string, size: number): ReadLines {
  const file = fs.openSync(path, 'r')
  let buffer = Buffer.alloc(CHUNK_BYTES + BEHIND_BYTES)
  return (chunk) => {
    const begin = Math.max(0, chunk * CHUNK_BYTES - 1) // With the line end before it, if there is one.
    const next = (chunk + 1) * CHUNK_BYTES - begin
    let length = 0
    for (let wanted = next + BEHIND_BYTES; ; wanted *= 2) {
      checkSize(wanted)
      if (wanted > buffer.length) buffer = Buffer.concat([buffer], wanted)
      const end = Math.min(wanted, size - begin)
      length += readFully(file, buffer.subarray(length, end), begin + length)
      if (length === size - begin || buffer.subarray(0, length).indexOf(LF, next - 1) >= 0) break
    }
    const body = buffer.subarray(0, length)
    return { body, from: chunk === 0 ? 0 : lineStart(body, 1), to: lineStart(body, next) }
  }
}

function readFully(file: number, into: Buffer, at: number): number {
  for (let done = 0; done < into.length; ) {
    const read = fs.readSync(file, into, done, into.length - done, at + done)
    assert(read > 0, 'the file of events stays as long as it was')
    done += read
  }
  return into.length
}
