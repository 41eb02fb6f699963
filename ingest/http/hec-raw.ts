import { isUtf8 } from 'node:buffer'
import { cutLines } from '../../connectors/formats/cut-text.ts'
import { detectFormat } from '../../connectors/formats/detect.ts'
import { textFormat } from '../../connectors/formats/formats.ts'
import { AppError } from '../../platform/errors.ts'
import type { IngestLimits } from './limits.ts'
import { tooLarge } from './read-body.ts'
import { tooManyEvents } from './validate-batch.ts'

const AROUND = ['time', 'host', 'source', 'sourcetype', 'index'] as const
/** @bound each query parameter of raw HEC lines -> 400 */
const AROUND_CHARS_MAX = 256

/** Formats whose events span lines, and are known by themselves. */
const OVER_LINES: ReadonlySet<string> = new Set([
  ...['windows-xml', 'ossec-alerts', 'audit-xml', 'audit-block', 'json-text'],
])

/**
 * Wraps raw text in events of the collector: each line becomes the `event` of an object, with the query's fields; an
 * `<Event>` of Windows and some audit records span several lines. A line that is not UTF-8 is read as Latin-1, so that no byte is lost.
 * Throws `bad_request` for a query beyond its bound, and `too_large` when the added fields make the body too large.
 */
export function rawAsEvents(body: Buffer, query: URLSearchParams, limits: IngestLimits): Buffer {
  const around = JSON.stringify(aroundOf(query)).slice(1)
  const end = Buffer.from(around === '}' ? '}\n' : `,${around}\n`)
  const isText = isUtf8(body)
  const pieces: Buffer[] = []
  let size = 0
  const { format } = detectFormat(body)
  const cut = (OVER_LINES.has(format) ? textFormat(format)?.cut : null) ?? cutLines
  cut(body, (from, to) => {
    const line = body.subarray(from, to)
    // Too long for an event in any case, so it need not be wrapped: ingest refuses it.
    const isTooLong = line.length > limits.eventBytesMax
    const text = isTooLong ? line : Buffer.from(`{"event":${JSON.stringify(lineText(line, isText))}`)
    pieces.push(text, end)
    size += text.length + end.length
    if (size > limits.decodedBytesMax) throw tooLarge(limits.decodedBytesMax)
    if (pieces.length > 2 * limits.eventsMax) throw tooManyEvents(limits.eventsMax)
    return undefined
  })
  return Buffer.concat(pieces, size)
}

function lineText(line: Buffer, isText: boolean): string {
  return line.toString(isText || isUtf8(line) ? 'utf8' : 'latin1')
}

function aroundOf(query: URLSearchParams): Record<string, string> {
  const around: Record<string, string> = {}
  for (const name of AROUND) {
    const value = query.get(name) ?? ''
    if (value.length > AROUND_CHARS_MAX)
      throw new AppError('bad_request', `${name} is longer than ${AROUND_CHARS_MAX} characters`)
    if (value !== '') around[name] = value
  }
  return around
}
