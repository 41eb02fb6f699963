/**
 * Finds a body's format, the ranges of its events, and the record of each. Ingest and intake both call it with the same
 * bytes and the same format name, so both find the same events.
 */
import { isUtf8 } from 'node:buffer'
import type { Framing } from '../../schemas/event-batch.ts'
import { readAnyText, readByLook } from './any-text.ts'
import { arrangeAudit } from './arrange-audit.ts'
import { arrangeCri } from './arrange-cri.ts'
import { carriedRecord } from './carried.ts'
import { cutLines, type Visit } from './cut-text.ts'
import {
  type DecodeContext,
  type DecodeEvent,
  type Decoder,
  isFault,
  type RowHeader,
  textReader,
  wholeText,
} from './decoder.ts'
import { detectFormat } from './detect.ts'
import { formatNamed, textFormat } from './formats.ts'
import { json } from './json.ts'
import { rowHeaders } from './row-header.ts'
import { arrangeEnvelopes } from './take-apart.ts'

/**
 * The format name that requests detection in a body of text. For a body of JSON this name is `auto`, and nothing has to
 * be detected.
 */
const UNNAMED = 'text'

/**
 * Lines without a declared format are JSON if the first one looks like it, otherwise `text`, whose lines are detected
 * one by one.
 */
export function lineFormat(format: string, body: Buffer): string {
  if (format !== 'auto') return format
  return startsWithObjectLine(body) ? 'auto' : UNNAMED
}

/** JSON with indents, and a list with an object on each line, are text. */
function startsWithObjectLine(body: Buffer): boolean {
  if (!/^\s*\{/.test(body.toString('latin1', 0, 64))) return false
  const line = body.subarray(body.indexOf('{'))
  const end = line.indexOf(0x0a)
  // One line alone is an object, or is refused as one.
  return (
    end === -1 ||
    line
      .toString('latin1', Math.max(0, end - 16), end)
      .trimEnd()
      .endsWith('}')
  )
}

/**
 * The body as it is counted and stored: the lines of one event stand together, and envelopes of several events are
 * split. Past `eventsMax` events the body may be incomplete, but it still holds more than `eventsMax`.
 */
export function arrangedBody(body: Buffer, sourceFormat: string, eventsMax = Number.POSITIVE_INFINITY): Buffer {
  const format = sourceFormat === UNNAMED ? detectFormat(body).format : sourceFormat
  if (format === 'auditd') return arrangeAudit(body, eventsMax)
  return format === 'cri' ? arrangeCri(body) : arrangeEnvelopes(body, eventsMax)
}

/**
 * Calls `visit` with the range of each event of a body of lines, in order; stops when it returns false. Header lines
 * are not events.
 */
export function cutText(body: Buffer, sourceFormat: string, visit: Visit): void {
  const format = sourceFormat === UNNAMED ? textFormat(detectFormat(body).format) : formatNamed(sourceFormat)
  const cut = format?.cut ?? cutLines
  cut(body, visit)
}

export type OpenBody = {
  /** The format of the body: the one its sender named, or the detected one. */
  readonly format: string
  /** The evidence for the detected format; null when the sender named the format. */
  readonly evidence: string | null
  readonly decode: DecodeEvent
  /** Decodes the event with all digits of whole numbers past 2^53 (see `isExact` of `DecodeContext`). */
  readonly decodeExactly: DecodeEvent
  /** True when the last record equals `JSON.parse` of its bytes, read as UTF-8. */
  isPlainJson(): boolean
  /** The header lines to store with an event so that it can be read alone; null when its own text is enough. */
  readonly header: RowHeader | null
}

/**
 * The decoder of a body's events. If the sender named a format, an event in another format is a fault. If the format
 * was detected, such an event is detected by itself, and kept whole when its format is unknown.
 */
export function openBody(body: Buffer, framing: Framing, sourceFormat: string, context: DecodeContext): OpenBody {
  let again: Opened | null = null
  const decodeExactly: DecodeEvent = (start, end) => {
    again ??= open(body, framing, sourceFormat, { ...context, isExact: true })
    return again.decode(start, end)
  }
  return { ...open(body, framing, sourceFormat, context), decodeExactly }
}

type Opened = Omit<OpenBody, 'decodeExactly'>

function open(body: Buffer, framing: Framing, sourceFormat: string, context: DecodeContext): Opened {
  // An envelope or a document holds JSON objects, whatever format its sender names.
  const isJson = framing !== 'lines' && (sourceFormat === UNNAMED || textFormat(sourceFormat) !== null)
  if (isJson) return { format: sourceFormat, evidence: null, header: null, ...unwrapping(json, body, context) }
  if (sourceFormat !== UNNAMED) {
    const { decoder } = formatNamed(sourceFormat)
    const header = rowHeaders(body, sourceFormat)
    return { format: sourceFormat, evidence: null, header, ...unwrapping(decoder, body, context) }
  }
  const { format, evidence } = detectFormat(body)
  const read = textReader(body)
  const anyText: DecodeEvent = (start, end) => carriedRecord(readAnyText(read(start, end), context), context)
  const known = textFormat(format)
  if (known === null) return { format, evidence, header: null, decode: anyText, isPlainJson: never }
  const decode = known.decoder.open(body, context)
  return {
    format,
    evidence,
    header: rowHeaders(body, format),
    isPlainJson: never,
    decode(start, end) {
      const decoded = decode(start, end)
      if (!isFault(decoded)) return carriedRecord(decoded, context)
      const text = read(start, end)
      const other = readByLook(text, context)
      return typeof other === 'string' ? wholeText(text, decoded) : carriedRecord(other, context)
    },
  }
}

const never = () => false

function unwrapping(decoder: Decoder, body: Buffer, context: DecodeContext): Pick<OpenBody, 'decode' | 'isPlainJson'> {
  const decode = decoder.open(body, context)
  const isJson = decoder === json && isUtf8(body)
  let isWhole = false
  return {
    isPlainJson: () => isJson && isWhole,
    decode(start, end) {
      const decoded = decode(start, end)
      const record = isFault(decoded) ? decoded : carriedRecord(decoded, context)
      isWhole = record === decoded
      return record
    },
  }
}
