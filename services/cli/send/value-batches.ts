/** Cuts the JSON values of a file into lists that ingest accepts. The text of each value is unchanged. */

import { jsonList } from '../../../connectors/formats/joined-texts.ts'
import { JsonScan } from '../../../connectors/formats/json-scan.ts'
import { splitEnvelope } from '../../../connectors/formats/split-json.ts'
import { AppError } from '../../../platform/errors.ts'
import type { BatchLimits, FileBatch } from './file-batch.ts'
import { DEPTH_MAX } from './file-form.ts'
import type { FileWindow } from './file-window.ts'

export async function* valueBatches(
  values: AsyncIterable<Buffer> | Iterable<Buffer>,
  limits: BatchLimits,
): AsyncGenerator<FileBatch> {
  let open: Buffer[] = []
  let bytes = 0
  let fault: unknown
  try {
    for await (const value of values) {
      if (open.length > 0 && (open.length >= limits.eventsMax || bytes + value.length > limits.bytesMax)) {
        yield list(open, bytes)
        open = []
        bytes = 0
      }
      open.push(value)
      bytes += value.length + 1
    }
  } catch (error) {
    fault = error // values read before the error are still sent
  }
  if (open.length > 0) yield list(open, bytes)
  if (fault !== undefined) throw fault
}

function list(values: readonly Buffer[], bytes: number): FileBatch {
  return { body: jsonList(values), type: 'application/json', bytes, events: values.length }
}

/**
 * Yields the events of a file that is one JSON object: those of its list when it is an envelope, otherwise the object.
 */
export function* eventsOfObject(bytes: Buffer): Generator<Buffer> {
  const body = withoutBom(bytes)
  const envelope = splitEnvelope(body)
  if ('fault' in envelope) throw new AppError('bad_request', `the file is not JSON (at byte ${envelope.at})`)
  for (let i = 0; i < envelope.elements.length; i += 2) {
    yield body.subarray(envelope.elements[i], envelope.elements[i + 1])
  }
}

function withoutBom(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

const OPEN_LIST = 0x5b
/** White space, commas and the end of the list. A list that leaves commas out is read all the same. */
const BETWEEN: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n,]'))

/**
 * Yields the elements of a list, or concatenated values, up to the first one that cannot be parsed. Throws
 * `bad_request` there.
 */
export async function* valuesOf(window: FileWindow, form: 'list' | 'values'): AsyncGenerator<Buffer> {
  window.bytes = withoutBom(window.bytes)
  let at = form === 'list' ? window.bytes.indexOf(OPEN_LIST) + 1 : 0
  let readBytes = 0
  for (;;) {
    while (at < window.bytes.length && BETWEEN.has(window.bytes[at])) at++
    const scan = new JsonScan(window.bytes, DEPTH_MAX)
    scan.pos = at
    const isThere = at < window.bytes.length
    if (isThere && scan.skipValue()) {
      yield window.bytes.subarray(at, scan.pos)
      at = scan.pos
      continue
    }
    if (isThere && (scan.fault !== 'cut_short' || window.isEnd)) {
      throw new AppError('bad_request', `the file is not JSON from byte ${readBytes + at} on`)
    }
    if (window.isEnd) return
    readBytes += at
    window.drop(at)
    at = 0
    await window.grow()
  }
}
