/**
 * W3C Extended Log Format: IIS, Windows Firewall, CloudFront, proxies. `#Fields:` names the columns of the lines behind
 * it; lines of a body without one cannot be read (`no_header`). Values of `-` are left out. CloudFront separates by
 * tabs, the others by spaces, and IIS writes `+` for a space, which stays.
 */
import { COLUMNS_MAX, distinct, HeaderLines, headersByName, valuesByColumn } from './columns.ts'
import { csvValues } from './csv.ts'
import { type Decoded, type Decoder, textReader } from './decoder.ts'

export const w3c: Decoder = {
  name: 'w3c',
  headers: (body) => headersByName(body, (line) => (isFieldsLine(line) ? 'fields' : null)),
  open(body) {
    const read = textReader(body)
    const lines = new HeaderLines(body)
    let names: readonly string[] = []
    let isCsv = false
    return (start, end) => {
      lines.readUntil(start, (line) => {
        if (isFieldsLine(line)) {
          const written = line.slice(8).trim()
          // Exchange separates the values with commas, and quotes them.
          isCsv = COMMAS.test(written)
          names = distinct(written.split(isCsv ? ',' : /\s+/, COLUMNS_MAX).map((name) => name.trim()))
        }
      })
      return isCsv ? csvLine(names, read(start, end)) : w3cLine(names, read(start, end))
    }
  },
}

const isFieldsLine = (line: string) => line.startsWith('#Fields:')

const COMMAS = /^[\w()-]{1,64}(?:, ?[\w()-]{1,64}){2,}$/

function csvLine(names: readonly string[], line: string): Decoded {
  const values = csvValues(line)
  if (values.length > COLUMNS_MAX) return 'too_many_fields'
  return values.length < Math.min(names.length, 3) ? 'bad_columns' : valuesByColumn(names, values)
}

function w3cLine(names: readonly string[], line: string): Decoded {
  if (names.length === 0) return 'no_header'
  const words = line.includes('\t') ? line.split('\t', COLUMNS_MAX + 1) : wordsOf(line.trim())
  const values = line.includes('"') ? unquoted(line.trim(), words, names.length) : words
  if (values.length > COLUMNS_MAX) return 'too_many_fields'
  if (values.length < Math.min(names.length, 3)) return 'bad_columns'
  return valuesByColumn(names, values)
}

function wordsOf(line: string): string[] {
  const words = line.split(' ', COLUMNS_MAX + 1)
  return words.includes('') ? line.split(/ +/, COLUMNS_MAX + 1) : words
}

/**
 * The values of a line with quotes as the W3C draft defines them, if they are as many as the names; other lines have
 * bare quotes.
 */
function unquoted(line: string, words: string[], count: number): string[] {
  const quoted = quotedWordsOf(line)
  return quoted.length === count ? quoted : words
}

/** Reads values between quotes, which may have spaces; a quote inside is written twice. */
function quotedWordsOf(line: string): string[] {
  const words: string[] = []
  for (let at = 0; at < line.length && words.length <= COLUMNS_MAX; ) {
    const text = QUOTED.exec(line.slice(at, at + QUOTED_MAX))
    const end = text ? at + text[0].length : line.indexOf(' ', at)
    const word = line.slice(at, end === -1 ? line.length : end)
    words.push(text ? word.trimEnd().slice(1, -1).replaceAll('""', '"') : word)
    if (end === -1) break
    at = end
    while (line.startsWith(' ', at)) at++
  }
  return words
}

const QUOTED_MAX = 32 * 1024
const QUOTED = /^"(?:[^"]|"")*"(?= |$)/
