/**
 * Zeek's own text logs: lines of columns, with header lines that name them. A header applies to the lines behind it in
 * the same body, up to the next header. A body without one cannot be read, because each site chooses the columns of a
 * log: its lines are faults (`no_header`), kept whole. The sender sends the header, or JSON, or names the log, which
 * then has its default columns (`zeek-layouts.ts`).
 *
 * Unset fields are left out and empty ones are '' or []. Values get the types that the header gives them: counts, ports
 * and ints become numbers, times and intervals too, `T` and `F` booleans, sets and vectors lists. A value that does not
 * fit its type stays as it was written. The names are Zeek's own, `id.orig_h` with its dot, as Zeek writes JSON.
 */
import { COLUMNS_MAX, distinct, HeaderLines, headersByName, RESTART } from './columns.ts'
import { type Decoded, type Decoder, textReader } from './decoder.ts'
import { type Fields, newFields } from './fields.ts'
import type { ZeekLayout } from './zeek-layouts.ts'

type Column = { readonly name: string; readonly read: (text: string, header: Header) => unknown }

/** The settings from the header lines so far. The defaults are those of Zeek's ASCII writer. */
type Header = {
  separator: string
  setSeparator: string
  emptyField: string
  unsetField: string
  names: readonly string[]
  types: readonly string[]
  columns: readonly Column[] | null
  zeek: Fields
}

export const zeek: Decoder = zeekDecoder('zeek-tsv', emptyHeader)

/** Lines of one log, with its default columns until header lines say otherwise. */
export function zeekLog(name: string, { path, names, types }: ZeekLayout): Decoder {
  const known = withColumns({ ...emptyHeader(), names, types })
  return zeekDecoder(name, () => ({ ...known, zeek: Object.assign(newFields(), { path }) }))
}

function zeekDecoder(name: string, begin: () => Header): Decoder {
  return {
    name,
    headers: (body) => headersByName(body, headerNames()),
    open(body) {
      const read = textReader(body)
      const lines = new HeaderLines(body)
      let header = begin()
      return (start, end) => {
        lines.readUntil(start, (line) => {
          header = readHeaderLine(header, line)
        })
        return zeekLine(header, read(start, end))
      }
    },
  }
}

const NAMES: ReadonlySet<string> = new Set(
  ['set_separator', 'empty_field', 'unset_field', 'path', 'fields', 'types'].map((name) => `#${name}`),
)

/** Returns the name of each header line that `readHeaderLine` uses. */
function headerNames(): (line: string) => string | null {
  let { separator } = emptyHeader()
  return (line) => {
    if (line.startsWith(SEPARATOR)) {
      separator = separatorOf(line)
      return RESTART
    }
    const [name = ''] = line.split(separator, 1)
    return NAMES.has(name) ? name : null
  }
}

const SEPARATOR = '#separator '
const separatorOf = (line: string) => unescapeHex(line.slice(SEPARATOR.length).trim())

function emptyHeader(): Header {
  return {
    separator: '\t',
    setSeparator: ',',
    emptyField: '(empty)',
    unsetField: '-',
    names: [],
    types: [],
    columns: null,
    zeek: newFields(),
  }
}

function readHeaderLine(header: Header, line: string): Header {
  if (line.startsWith(SEPARATOR)) return { ...emptyHeader(), separator: separatorOf(line) }
  const [name, ...values] = line.split(header.separator, COLUMNS_MAX + 1)
  const value = values[0] ?? ''
  if (name === '#set_separator') header.setSeparator = value
  else if (name === '#empty_field') header.emptyField = value
  else if (name === '#unset_field') header.unsetField = value
  else if (name === '#path') header.zeek = Object.assign(newFields(), { path: value })
  else if (name === '#fields') return { ...header, names: distinct(values), columns: null }
  else if (name === '#types') return withColumns({ ...header, types: values })
  return header
}

/** The columns are set when both names and types are known; with names only, every value is text. */
function withColumns(header: Header): Header {
  const columns = header.names.map((name, i) => ({ name, read: readerOf(header.types[i] ?? 'string') }))
  return { ...header, columns }
}

function zeekLine(value: Header, line: string): Decoded {
  if (value.names.length === 0) return 'no_header'
  const header = value.columns === null ? withColumns(value) : value
  const columns = header.columns ?? []
  const record: Fields = newFields()
  record.zeek = header.zeek
  let at = 0
  let column = 0
  const { separator, unsetField } = header
  while (at <= line.length) {
    const found = line.indexOf(separator, at)
    const end = found === -1 ? line.length : found
    const known = columns[column++]
    if (known === undefined) return 'bad_columns'
    const text = line.slice(at, end)
    if (text !== unsetField) record[known.name] = known.read(text, header)
    at = end + separator.length
  }
  return column === columns.length ? record : 'bad_columns'
}

function readerOf(type: string): Column['read'] {
  const list = /^(?:set|vector|table)\[(.*)\]$/.exec(type)
  if (list) return listReader(list[1] ?? 'string')
  switch (type) {
    case 'count':
    case 'port':
    case 'int':
    case 'time':
    case 'interval':
    case 'double':
      return (text) => numberOf(text)
    case 'bool':
      return (text) => (text === 'T' ? true : text === 'F' ? false : text)
    default:
      return (text, header) => (text === header.emptyField ? '' : unescapeHex(text))
  }
}

function listReader(type: string): Column['read'] {
  const read = readerOf(type)
  return (text, header) => {
    if (text === header.emptyField) return []
    return text.split(header.setSeparator).map((item) => (item === header.unsetField ? null : read(item, header)))
  }
}

/** Numbers that a double cannot hold stay text, as all other text does. */
function numberOf(text: string): number | string {
  const number = Number(text)
  const isExact = text.length < 16 || !Number.isInteger(number) || Number.isSafeInteger(number)
  return text === '' || Number.isNaN(number) || !isExact ? text : number
}

/** Decodes `\x09`, which is how the writer escapes separators and unprintable bytes in text. */
function unescapeHex(text: string): string {
  if (!text.includes('\\x')) return text.includes('\\\\') ? text.replaceAll('\\\\', '\\') : text
  const escaped = /\\\\|(?:\\x[0-9A-Fa-f]{2})+/g
  return text.replace(escaped, (run) =>
    run === '\\\\' ? '\\' : Buffer.from(run.replaceAll('\\x', ''), 'hex').toString(),
  )
}
