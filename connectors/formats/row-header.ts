/**
 * The header lines that are needed to read one event of a body. They are kept as text with the event, so that it can be
 * read again without its body. Formats whose events are complete by themselves have none.
 */
import type { DecodeContext, Decoded, RowHeader } from './decoder.ts'
import { formatNamed } from './formats.ts'

/** Stands for a header that was too long to keep. Its rows cannot be read again. */
export const HEADER_LOST = '\n'

/**
 * Maximum length of a header in characters: 1024 columns with names of 16.
 * @bound header lines kept with a row of CSV, W3C, VPC flow or Zeek -> a hunt counts the row `unjudged`
 */
export const HEADER_CHARS_MAX = 16_384

const LF = Buffer.from('\n')

/** Null for forms without header lines. */
export function rowHeaders(body: Buffer, format: string): RowHeader | null {
  const headers = formatNamed(format).decoder.headers?.(body)
  return headers === undefined ? null : bounded(headers, body.length)
}

/** Together the different headers of a body may be no longer than the body: a body that needs more is an attack. */
function bounded(headers: RowHeader, charactersMax: number): RowHeader {
  let left = charactersMax
  let last = ''
  let kept = ''
  return (start) => {
    const header = headers(start)
    if (header === last) return kept
    last = header
    left -= header.length
    kept = header.length > HEADER_CHARS_MAX || left < 0 ? HEADER_LOST : header
    return kept
  }
}

/** Null when the header is lost, or no longer ends where the event begins. */
export function decodeRow(raw: Buffer, header: string, format: string, context: DecodeContext): Decoded | null {
  const { cut, decoder } = formatNamed(format)
  if (header === '') return decoder.open(raw, context)(0, raw.length)
  if (header === HEADER_LOST) return null
  const head = Buffer.concat([Buffer.from(header), LF])
  const body = Buffer.concat([head, raw])
  let events = 0
  let isWhole = true
  cut(body, (start, end) => {
    events++
    isWhole &&= start === head.length && end === body.length
    return isWhole
  })
  return isWhole && events === 1 ? decoder.open(body, context)(head.length, body.length) : null
}
