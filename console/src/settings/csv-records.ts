/** Records of hosts or people from a CSV file. */

export type TableRecord = {
  readonly name: string
  readonly aliases: string[]
  readonly attributes: Record<string, string>
}

export type RecordFile = { readonly records: readonly TableRecord[]; readonly faults: readonly string[] }

const FAULTS_MAX = 5
const ALIASES = 'aliases'

/**
 * The first line has the names of the columns: `name`, `aliases` with semicolons between them, and any others, which
 * become attributes. A line without a name is a fault.
 */
export function recordsOf(text: string): RecordFile {
  const [head = [], ...rows] = rowsOf(text)
  const names = head.map((name) => name.trim())
  const nameAt = names.findIndex((name) => name.toLowerCase() === 'name')
  if (nameAt === -1) return { records: [], faults: ['The first line has no column that is called name.'] }
  const faults: string[] = []
  const records: TableRecord[] = []
  for (const [at, cells] of rows.entries()) {
    const name = cells[nameAt]?.trim() ?? ''
    if (name !== '') records.push(recordOf(name, names, cells))
    else if (cells.some((cell) => cell.trim() !== '')) faults.push(`Record ${at + 1} has no name.`)
  }
  const more = faults.length - FAULTS_MAX
  return { records, faults: [...faults.slice(0, FAULTS_MAX), ...(more > 0 ? [`${more} more have none.`] : [])] }
}

function recordOf(name: string, names: readonly string[], cells: readonly string[]): TableRecord {
  const attributes: Record<string, string> = {}
  let aliases: string[] = []
  for (const [at, column] of names.entries()) {
    const value = cells[at]?.trim() ?? ''
    const low = column.toLowerCase()
    if (value === '' || column === '' || low === 'name') continue
    if (low === ALIASES)
      aliases = value
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    else attributes[column] = value
  }
  return { name, aliases, attributes }
}

/** Rows of a text as RFC 4180, separated by commas or semicolons: whichever comes first in the first line. */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const [first = ''] = text.split('\n', 1)
  const separator = /[,;\t]/.exec(first)?.[0] ?? ','
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || row[0] !== '') rows.push(row)
    ;[row, cell] = [[], '']
  }
  const plain = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at] as string
    if (isQuoted && char === '"' && plain[at + 1] === '"') {
      cell += '"'
      at++
    } else if (char === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += char
    else if (char === separator) {
      row.push(cell)
      cell = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  endRow()
  return rows
}
