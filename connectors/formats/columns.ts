/** Header lines of a body, for formats whose lines depend on them: Zeek, W3C, VPC flow, CSV. */
import type { RowHeader } from './decoder.ts'
import { type Fields, newFields } from './fields.ts'

/** No log has more columns than this. */
export const COLUMNS_MAX = 1024

/** Values under the names of their columns; those beyond the last name under `column_<n>`, counted from 1. */
export function byColumn(names: readonly string[], values: readonly string[]): Fields {
  const record = newFields()
  const count = values.length
  for (let i = 0; i < count; i++) record[names[i] ?? beyond(names, i)] = values[i]
  return record
}

/** Like `byColumn`, without the values `-`, which mean no value. */
export function valuesByColumn(names: readonly string[], values: readonly string[]): Fields {
  const record = newFields()
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value !== '-') record[names[i] ?? beyond(names, i)] = value
  }
  return record
}

/** The name of a value past the last named column. */
function beyond(names: readonly string[], at: number): string {
  let name = `column_${at + 1}`
  while (names.includes(name)) name += '_'
  return name
}

/** Repeated names get a number as suffix, so that no column is lost. */
export function distinct(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  const used = new Set(names)
  return names.map((name, i) => {
    const columnName = name === '' ? `column_${i + 1}` : name
    let count = (counts.get(columnName) ?? 0) + 1
    // A column's own name may equal another's name with a number.
    while (count > 1 && used.has(`${columnName}_${count}`)) count++
    counts.set(columnName, count)
    return count === 1 ? columnName : `${columnName}_${count}`
  })
}

/**
 * Calls `visit` for each line that begins with `#` from where the last call ended up to `until`. The cutter passes
 * over header lines, so they lie between one event and the next.
 */
export class HeaderLines {
  readonly #body: Buffer
  #at = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  readUntil(until: number, visit: (line: string) => void): void {
    const body = this.#body
    while (this.#at < until) {
      const lineEnd = body.indexOf(0x0a, this.#at)
      const end = lineEnd === -1 || lineEnd > until ? until : lineEnd
      let start = this.#at
      if (body[start] === 0xef && body[start + 1] === 0xbb) start += 3
      if (body[start] === 0x23) visit(body.utf8Slice(start, body[end - 1] === 0x0d ? end - 1 : end))
      this.#at = end + 1
    }
    this.#at = Math.max(this.#at, until)
  }
}

/** The header line `#separator`: it makes all header lines before it void. */
export const RESTART = 'separator'

/** The last line of a name counts; lines for which `nameOf` returns null do not change how events are read. */
export function headersByName(body: Buffer, nameOf: (line: string) => string | null): RowHeader {
  const lines = new HeaderLines(body)
  const known = new Map<string, string>()
  let header = ''
  return (start) => {
    lines.readUntil(start, (line) => {
      const name = nameOf(line)
      if (name === null) return
      if (name === RESTART) known.clear()
      known.set(name, line)
      header = [...known.values()].join('\n')
    })
    return header
  }
}
