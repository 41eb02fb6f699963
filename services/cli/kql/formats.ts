/**
 * Rows of a query as text. Formats have the names that they have in `svc sql`, and write alike; `table` is for people:
 * columns are aligned, long cells end in an ellipsis.
 */
import { textOf, toJson } from '../../../detections/kql/run/convert.ts'
import { jsonText } from '../../../detections/kql/run/json.ts'
import { msOfTicks } from '../../../detections/kql/run/time.ts'
import {
  type Column,
  type Json,
  type KqlType,
  nothing,
  type Row,
  type Value,
} from '../../../detections/kql/run/value.ts'
import { AppError } from '../../../platform/errors.ts'

type Write = (columns: readonly Column[], rows: readonly Row[]) => Iterable<string>

const FORMATS: Readonly<Record<string, Write>> = {
  table: aligned,
  TSV: (columns, rows) => lines(columns, rows, tabbed, false),
  TSVWithNames: (columns, rows) => lines(columns, rows, tabbed, true),
  CSV: (columns, rows) => lines(columns, rows, commas, false),
  CSVWithNames: (columns, rows) => lines(columns, rows, commas, true),
  JSON: document,
  JSONEachRow: (columns, rows) => rows.map((row) => `${objectOf(columns, row)}\n`),
}

export const FORMAT_NAMES = Object.keys(FORMATS)

/** Yields pieces of text. Throws `bad_request` for an unknown name; case does not count. */
export function formatted(name: string): Write {
  const known = FORMAT_NAMES.find((one) => one.toLowerCase() === name.toLowerCase())
  const write = known === undefined ? undefined : FORMATS[known]
  if (!write) throw new AppError('bad_request', `formats are ${FORMAT_NAMES.join(', ')}, not ${name}`)
  return write
}

type Line = (cells: readonly { readonly value: Value; readonly type: KqlType }[]) => string

function* lines(columns: readonly Column[], rows: readonly Row[], line: Line, isNamed: boolean): Iterable<string> {
  if (isNamed) yield line(columns.map(({ name }) => ({ value: name, type: 'string' })))
  for (const row of rows) yield line(columns.map(({ type }, at) => ({ value: row[at] ?? nothing(type), type })))
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0', '\b': '\\b', '\f': '\\f' },
}

function tabbed(cells: Parameters<Line>[0]): string {
  const texts = cells.map(({ value, type }) =>
    value === null ? '\\N' : textOf(value, type).replace(/[\\\t\n\r\0\b\f]/g, (mark) => ESCAPES[mark] ?? mark),
  )
  return `${texts.join('\t')}\n`
}

const PLAIN: ReadonlySet<KqlType> = new Set(['bool', 'int', 'long', 'real', 'decimal'])

function commas(cells: Parameters<Line>[0]): string {
  const texts = cells.map(({ value, type }) => {
    if (value === null) return '\\N'
    const isPlain = PLAIN.has(type) || (type === 'dynamic' && typeof value !== 'string' && typeof value !== 'object')
    return isPlain ? textOf(value, type) : `"${textOf(value, type).replaceAll('"', '""')}"`
  })
  return `${texts.join(',')}\n`
}

/** The first time in a row, RFC 3339. */
export function timeIn(columns: readonly Column[], row: Row): string | null {
  const time = row.find((value, at) => columns[at]?.type === 'datetime' && value !== null)
  return typeof time === 'bigint' ? new Date(msOfTicks(time)).toISOString() : null
}

/** A JSON object, as text. */
export function objectOf(columns: readonly Column[], row: Row): string {
  const members = columns.map(({ name, type }, at): [string, Json] => [name, toJson(row[at] ?? nothing(type), type)])
  return jsonText(Object.fromEntries(members))
}

function* document(columns: readonly Column[], rows: readonly Row[]): Iterable<string> {
  yield `{"meta":${JSON.stringify(columns)},"data":[`
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '\n' : ',\n'}${objectOf(columns, row)}`
  yield `\n],"rows":${rows.length}}\n`
}

/** Characters of a cell for people. */
const CELL_MAX = 80

function* aligned(columns: readonly Column[], rows: readonly Row[]): Iterable<string> {
  const names = columns.map(({ name }) => short(name))
  const widths = names.map(lengthOf)
  for (const row of rows)
    for (const [at, { type }] of columns.entries())
      widths[at] = Math.max(widths[at] ?? 0, lengthOf(cellOf(row[at] ?? null, type)))
  const isRight = columns.map(({ type }) => type !== 'bool' && PLAIN.has(type))
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, at) => {
      const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell)))
      return isRight[at] ? space + cell : cell + space
    })
    return `${padded.join('  ').trimEnd()}\n`
  }
  yield line(names)
  for (const row of rows) yield line(columns.map(({ type }, at) => cellOf(row[at] ?? null, type)))
}

const lengthOf = (text: string): number => [...text].length
const cellOf = (value: Value, type: KqlType): string => short(value === null ? '' : textOf(value, type))

/** Event values may hold any character: control characters are escaped, so that none moves the terminal's cursor. */
function short(text: string): string {
  const shown = text
    .slice(0, 4 * CELL_MAX)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (mark) => ESCAPES[mark] ?? `\\u${hexOf(mark)}`)
  const characters = [...shown]
  const isWhole = characters.length <= CELL_MAX && text.length <= 4 * CELL_MAX
  return isWhole ? shown : `${characters.slice(0, CELL_MAX - 1).join('')}…`
}

const hexOf = (mark: string): string => (mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
