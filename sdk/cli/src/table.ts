/** Formats rows as a table that fits the terminal; for a pipe, whole values with tabs between them. */
import { coloured } from './colours.ts'

/** Important columns come first; the others follow in the order of the answer while there is room. */
const FIRST = [
  'id',
  'case_number',
  'control_id',
  'name',
  'title',
  'severity',
  'status',
  'state',
  'risk_score',
  'verdict',
  'summary',
  'enabled',
  'email',
  'role',
  'source',
  'time',
  'started_at',
  'created_at',
  'affected_hosts',
  'affected_users',
  'updated_at',
]
const COLUMNS_MAX = 8
const CELL_MIN = 6
const GAP = 2

/** `wanted` selects the columns and their order; without it the important ones come first. A pipe gets no colours. */
export function tableText(
  rows: readonly unknown[],
  width: number | undefined,
  wanted?: readonly string[],
  hasColours = false,
): string {
  const objects = rows.map((row) =>
    typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : { value: row },
  )
  const columns = wanted === undefined ? columnsOf(objects, width !== undefined) : saying(wanted, objects, width)
  const cells = objects.map((row) => columns.map((column) => cellText(row[column], width !== undefined)))
  if (width === undefined) return [columns, ...cells].map((line) => `${line.join('\t')}\n`).join('')
  const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((line) => length(line[at] ?? ''))))
  const shown = fitted(widths, columns.indexOf('id'), width)
  const cell = (text: string, at: number, isHead: boolean) => {
    const whole = padded(text, shown[at] ?? 0)
    if (!hasColours) return whole
    return coloured(whole, isHead ? 'heading' : columns[at] === 'severity' ? text : '')
  }
  return [columns, ...cells]
    .map((line, row) => shown.map((_, at) => cell(line[at] ?? '', at, row === 0)).join(' '.repeat(GAP)))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/** In a terminal leaves out columns without information: empty ones, and the same tenant in every row. */
function columnsOf(rows: readonly Record<string, unknown>[], isTerminal: boolean): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))]
  const telling = isTerminal ? all.filter((name) => saysSomething(name, rows)) : all
  const first = FIRST.filter((name) => telling.includes(name))
  const others = telling.filter((name) => !first.includes(name))
  // Ids of other records and digests say less to a reader than words do.
  const [ids, words] = [others.filter((name) => isOfIds(name, rows)), others.filter((name) => !isOfIds(name, rows))]
  return [...first, ...words, ...ids].slice(0, COLUMNS_MAX)
}

function isOfIds(name: string, rows: readonly Record<string, unknown>[]): boolean {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined)
  return values.length > 0 && values.every((value) => UUID.test(String(value)) || DIGEST.test(String(value)))
}

function saying(
  wanted: readonly string[],
  rows: readonly Record<string, unknown>[],
  width: number | undefined,
): readonly string[] {
  const telling = width === undefined ? wanted : wanted.filter((name) => saysSomething(name, rows))
  return telling.length > 0 ? telling : wanted
}

function saysSomething(name: string, rows: readonly Record<string, unknown>[]): boolean {
  const values = new Set(rows.map((row) => cellText(row[name], true)))
  return name === 'tenant_id' ? values.size > 1 : [...values].some((value) => value !== '-' && value !== '')
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Array.isArray(value)
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const DIGEST = /^[0-9a-f]{64}$/
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.\d{3}Z$/

function cellText(value: unknown, isTerminal: boolean): string {
  if (value === null || value === undefined) return '-'
  if (isTerminal && typeof value === 'string' && TIME.test(value)) return value.replace(TIME, '$1Z')
  const text = Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return printable(text)
}

/**
 * Replaces characters that move the cursor, change colours or reverse text by their codes, because logs may contain
 * them.
 */
export function printable(text: string, kept = ''): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (char) =>
    kept.includes(char) ? char : `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Drops columns on the right until texts have a quarter of the terminal, or all the space that they need; then narrows
 * the widest column first. An id stays whole if possible, because the next command needs it.
 */
function fitted(wanted: readonly number[], id: number, width: number): number[] {
  const textMin = Math.max(CELL_MIN * 2, Math.floor(width / 4))
  const least = wanted.map((one, at) => (at === id ? one : Math.min(one, textMin)))
  const sumOf = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one + GAP, -GAP)
  while (least.length > 2 && sumOf(least) > width) least.pop()
  const widths = wanted.slice(0, least.length).map((one) => Math.min(one, width))
  while (sumOf(widths) > width) {
    const others = widths.map((one, at) => (at === id && widths.length > 1 ? 0 : one))
    const widest = others.indexOf(Math.max(...others))
    const room = widths[widest] ?? 0
    if (room > CELL_MIN) widths[widest] = room - 1
    else if (widths.length > 1) widths.pop()
    else break
  }
  return widths
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const NARROW = /^[\x20-\x7e]*$/
/** Characters of East Asian scripts and their full-width forms (Unicode, UAX 11), and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** Width in columns of a terminal. */
function length(text: string): number {
  if (NARROW.test(text)) return text.length
  let columns = 0
  for (const { segment } of GRAPHEMES.segment(text)) columns += columnsOfGrapheme(segment)
  return columns
}

function columnsOfGrapheme(grapheme: string): number {
  return ZERO.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1
}

function padded(text: string, width: number): string {
  const columns = length(text)
  if (columns <= width) return text + ' '.repeat(width - columns)
  let kept = ''
  let room = width - 1
  for (const { segment } of GRAPHEMES.segment(text)) {
    room -= columnsOfGrapheme(segment)
    if (room < 0) break
    kept += segment
  }
  return `${kept}…${' '.repeat(width - 1 - length(kept))}`
}
