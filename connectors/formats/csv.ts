/**
 * CSV, RFC 4180: the first record of the body names the columns. The separator is the most frequent of comma,
 * semicolon, bar and tab in the first line; a quoted value may hold line ends; a quote inside of one is written twice.
 */

import { byColumn, COLUMNS_MAX, distinct } from './columns.ts'
import { type Decoder, textReader } from './decoder.ts'
import { TextCodes } from './text-codes.ts'

const QUOTE = 0x22

export const csv: Decoder = {
  name: 'csv',
  headers(body) {
    const header = csvHeader(body)
    return () => header
  },
  open(body) {
    const read = textReader(body)
    const headerText = csvHeader(body)
    const separator = csvSeparator(headerText)
    const names = distinct(csvValues(headerText, separator))
    return (start, end) => {
      if (names.length > COLUMNS_MAX) return 'bad_header'
      const values = csvValues(read(start, end), separator)
      return values.length > COLUMNS_MAX ? 'too_many_fields' : byColumn(names, values)
    }
  },
}

function csvHeader(body: Buffer): string {
  const start = csvHeaderStart(body)
  const record = body.subarray(start, csvRecordEnd(body, start))
  return textReader(record)(0, record.length)
}

/** Start of the first record that is not blank. */
export function csvHeaderStart(body: Buffer): number {
  let at = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0
  while (at < body.length && (body[at] === 0x0a || body[at] === 0x0d)) at++
  return at
}

/** A quote that does not close within this many bytes is an ordinary character. */
const QUOTED_MAX = 64 * 1024

/**
 * Where the record that begins at `from` ends, its line end not included: line ends between quotes belong to the
 * record.
 */
export function csvRecordEnd(body: Buffer, from: number): number {
  let at = from
  while (true) {
    const lineEnd = body.indexOf(0x0a, at)
    const end = lineEnd === -1 ? body.length : lineEnd
    at = behindQuotes(body, at, end)
    if (at <= end) return trimmed(body, from, end)
  }
}

/**
 * The place behind the last quote that opens before `end`; beyond `end` when it closes there. A quote opens at the
 * start of a value, and again right behind the one that closed; inside of an unquoted value it is an ordinary
 * character.
 */
function behindQuotes(body: Buffer, from: number, end: number): number {
  let closedAt = -2
  for (let at = from; at < end; at++) {
    if (body[at] !== QUOTE) continue
    if (at !== closedAt + 1 && at > 0 && !OPENS_BEHIND.has(body[at - 1])) continue
    const close = body.subarray(at + 1, at + 1 + QUOTED_MAX).indexOf(QUOTE)
    if (close === -1) return end
    at += close + 1
    closedAt = at
    if (at >= end) return at + 1
  }
  return end
}

/** Characters behind which a quote may open: separators, line ends, and the last byte of a byte order mark. */
const OPENS_BEHIND: ReadonlySet<number | undefined> = new Set([...Buffer.from(',;\t|\n\r'), 0xbf])

function trimmed(body: Buffer, from: number, end: number): number {
  return end > from && body[end - 1] === 0x0d ? end - 1 : end
}

const SEPARATORS = [',', ';', '\t', '|'] as const

export function csvSeparator(header: string): string {
  let best = ','
  let most = 0
  for (const separator of SEPARATORS) {
    const count = header.split(separator, COLUMNS_MAX).length - 1
    if (count > most) [best, most] = [separator, count]
  }
  return best
}

/**
 * The values of one record. It also serves vendors that send rows without column names, such as PAN-OS and pfSense.
 * Text behind a closing quote is kept as it stands.
 */
export function csvValues(text: string, separator = ','): string[] {
  const codes = read.of(text)
  const mark = separator.charCodeAt(0)
  const values: string[] = []
  let at = 0
  while (values.length <= COLUMNS_MAX) {
    if (codes[at] !== QUOTE) {
      const end = read.next(mark, at)
      values.push(end === -1 ? text.slice(at) : text.slice(at, end))
      if (end === -1) return values
      at = end + 1
      continue
    }
    let close = read.next(QUOTE, at + 1)
    while (close !== -1 && codes[close + 1] === QUOTE) close = read.next(QUOTE, close + 2)
    const quoteEnd = close === -1 ? text.length : close
    const found = read.next(mark, quoteEnd + 1)
    const end = found === -1 ? text.length : found
    values.push(text.slice(at + 1, quoteEnd).replaceAll('""', '"') + text.slice(quoteEnd + 1, end))
    if (found === -1) return values
    at = end + 1
  }
  return values
}

const read = new TextCodes()
