/**
 * A body of events as one thing to ask: which form it has, where its events are, and what each of them says. Door and
 * intake both ask here, with the same bytes and the same name, so both find the same events.
 */
import { isUtf8 } from 'node:buffer'
import type { Framing } from '../../schemas/event-batch.ts'
import { readAnyText, readByLook } from './any-text.ts'
import { arrangeAudit } from './arrange-audit.ts'
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

/** The name that asks for detection in a body of text. In a body of JSON it is `auto`, and nothing is in doubt. */
const UNNAMED = 'text'

/** Lines of no declared format are JSON when the first one looks it, otherwise `text`: detected line by line. */
export function lineFormat(format: string, body: Buffer): string {
  if (format !== 'auto') return format
  return /^\s*\{/.test(body.toString('latin1', 0, 64)) ? 'auto' : UNNAMED
}

/**
 * The body as it is counted and stored: lines that are one event stand together, lines that are many stand alone. Of more
 * than `eventsMax` it need not be all, and what it is holds more all the same.
 */
export function arrangedBody(body: Buffer, sourceFormat: string, eventsMax = Number.POSITIVE_INFINITY): Buffer {
  const isAudit = sourceFormat === 'auditd' || (sourceFormat === UNNAMED && detectFormat(body).format === 'auditd')
  return isAudit ? arrangeAudit(body, eventsMax) : arrangeEnvelopes(body, eventsMax)
}

/**
 * Calls `visit` with the range of each event of a body of lines, in order; stops when it returns false. Header lines
 * are no events.
 */
export function cutText(body: Buffer, sourceFormat: string, visit: Visit): void {
  const format = sourceFormat === UNNAMED ? textFormat(detectFormat(body).format) : formatNamed(sourceFormat)
  const cut = format?.cut ?? cutLines
  cut(body, visit)
}

export type OpenBody = {
  /** The form it is read as: as its sender named it, or as it was found to be. */
  readonly format: string
  /** What was seen that makes it that form; null when the sender named it. */
  readonly evidence: string | null
  readonly decode: DecodeEvent
  /** The event once more, with the digits of whole numbers past 2^53 (`DecodeContext`). */
  readonly decodeExactly: DecodeEvent
  /** True when the record decoded last is what `JSON.parse` makes of its bytes as UTF-8, without more or less. */
  isPlainJson(): boolean
  /** What an event has to be kept with to be read again by itself; null when nothing but its own text. */
  readonly header: RowHeader | null
}

/**
 * How the events of a body are decoded. A sender who named a form is held to it: an event that is not in it is a fault.
 * Where the form was found by looking, an event that is not in it is looked at by itself, and kept whole when it is
 * nothing that is known.
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
  // An envelope or a document holds JSON objects, whatever its sender calls them.
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
