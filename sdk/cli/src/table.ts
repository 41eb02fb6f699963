/** Rows as a table that fits the terminal; where it is no terminal, with tabs and whole. */

/** Columns that an analyst looks for first; further columns follow in the order of the answer while there is room. */
const FIRST = [
  'id',
  'case_number',
  'name',
  'title',
  'severity',
  'status',
  'state',
  'enabled',
  'email',
  'role',
  'source',
  'time',
  'created_at',
  'updated_at',
]
const COLUMNS_MAX = 8
const CELL_MIN = 6
const GAP = 2

export function tableText(rows: readonly unknown[], width: number | undefined): string {
  const objects = rows.map((row) =>
    typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : { value: row },
  )
  const columns = columnsOf(objects)
  const cells = objects.map((row) => columns.map((column) => cellText(row[column])))
  if (width === undefined) return [columns, ...cells].map((line) => `${line.join('\t')}\n`).join('')
  const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((line) => length(line[at] ?? ''))))
  const shown = fitted(widths, width)
  return [columns, ...cells]
    .map(
      (line) =>
        `${shown
          .map((room, at) => padded(line[at] ?? '', room))
          .join(' '.repeat(GAP))
          .trimEnd()}\n`,
    )
    .join('')
}

function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))]
  const first = FIRST.filter((name) => all.includes(name))
  return [...first, ...all.filter((name) => !first.includes(name))].slice(0, COLUMNS_MAX)
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Array.isArray(value)
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  const text = Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(',')
    : String(value)
  return printable(text)
}

/** Logs may hold characters that move the cursor, change colours or turn text around: they are shown as their codes. */
export function printable(text: string, kept = ''): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (char) =>
    kept.includes(char) ? char : `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/** The widest column gives way first; what does not fit even so is left out at the right. */
function fitted(wanted: readonly number[], width: number): number[] {
  const widths = [...wanted]
  const total = () => widths.reduce((sum, one) => sum + one + GAP, -GAP)
  while (total() > width) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) > CELL_MIN) widths[widest] = Math.max(CELL_MIN, (widths[widest] ?? 0) - (total() - width))
    else if (widths.length > 1) widths.pop()
    else break
  }
  return widths
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const NARROW = /^[\x20-\x7e]*$/
/** Characters of East Asian scripts and their full-width forms (Unicode, UAX 11), and what is shown as an emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

/** Columns of a terminal. */
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
