/**
 * Files of events as commands read them: whole, from a path or standard input, unpacked when the name ends in `.br`, in
 * UTF-8 whatever their byte order mark says.
 */
import fs from 'node:fs'
import zlib from 'node:zlib'
import { carriedRecord } from '../../connectors/formats/carried.ts'
import { jsonList } from '../../pipeline/sample/sample-body.ts'
import { unmarkedUtf8 } from '../../platform/byte-order-mark.ts'
import { isMembers } from '../../platform/members.ts'

/** `-` is standard input. */
export function readBody(file: string): Buffer {
  const bytes = file === '-' ? fs.readFileSync(0) : fs.readFileSync(file)
  return unmarkedUtf8(file.endsWith('.br') ? zlib.brotliDecompressSync(bytes) : bytes)
}

/**
 * Returns the events of a file that is one JSON value over several lines (an array or an envelope), found as ingest
 * finds them; null for a file of lines. `read` parses a JSON text and throws when it is not valid.
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
