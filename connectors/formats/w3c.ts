/**
 * W3C Extended Log Format: IIS, Windows Firewall, CloudFront. `#Fields:` names the columns of the lines behind it; a
 * body without one has lines that nobody can read (`no_header`). Values of `-` are left out. CloudFront separates by
 * tabs, the others by spaces, and IIS writes `+` for a space, which stays.
 */
import { byColumn, COLUMNS_MAX, distinct, HeaderLines } from './columns.ts'
import { type Decoded, type Decoder, textReader } from './decoder.ts'

export const w3c: Decoder = {
  name: 'w3c',
  open(body) {
    const read = textReader(body)
    const lines = new HeaderLines(body)
    let names: readonly string[] = []
    return (start, end) => {
      lines.readUntil(start, (line) => {
        if (line.startsWith('#Fields:')) names = distinct(line.slice(8).trim().split(/\s+/, COLUMNS_MAX))
      })
      return w3cLine(names, read(start, end))
    }
  },
}

function w3cLine(names: readonly string[], line: string): Decoded {
  if (names.length === 0) return 'no_header'
  const values = line.includes('\t') ? line.split('\t', COLUMNS_MAX + 1) : line.trim().split(/ +/, COLUMNS_MAX + 1)
  if (values.length > COLUMNS_MAX) return 'too_many_fields'
  if (values.length < Math.min(names.length, 3)) return 'bad_columns'
  const record = byColumn(names, values)
  for (const name in record) if (record[name] === '-') delete record[name]
  return record
}
