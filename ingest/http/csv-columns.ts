/**
 * CSV whose first line names no columns. The names are put in front of the body before anything is counted, so that what
 * is stored is a CSV body like any other, and intake cuts it as it was counted.
 */
import { COLUMNS_MAX } from '../../connectors/formats/columns.ts'
import { csvHeaderStart, csvRecordEnd, csvSeparator, csvValues } from '../../connectors/formats/csv.ts'
import { AppError } from '../../platform/errors.ts'

const CSV_FORMATS: ReadonlySet<string> = new Set(['csv', 'tsv'])
/** Size of all names together: longer than any header seen, and within what proxies take for a URL. */
const COLUMNS_BYTES_MAX = 8192
const LINE_ENDS = /[\r\n\0]/

/** A cell that is no column name: a number, a time, an address. */
const VALUE =
  /^(?:[-+]?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|[0-9a-f]{1,4}:[0-9a-f:]+:[0-9a-f]*)$/i

/**
 * The body with the line of `columns` from the query in front, unless it begins with that line already; any other body
 * as it is. Throws `bad_request` for columns that name nothing, and `bad_body` when a body declared as CSV begins with
 * values and nobody says what they are.
 */
export function withColumns(body: Buffer, sourceFormat: string, query: URLSearchParams): Buffer {
  const columns = query.get('columns') ?? ''
  const isCsv = CSV_FORMATS.has(sourceFormat)
  if (columns === '') {
    if (isCsv) checkHeader(body)
    return body
  }
  if (!isCsv) throw new AppError('bad_request', 'columns go with source_format=csv or tsv')
  checkColumns(columns)
  return firstRecord(body) === columns ? body : Buffer.concat([Buffer.from(`${columns}\n`), withoutBom(body)])
}

function checkColumns(columns: string): void {
  if (Buffer.byteLength(columns) > COLUMNS_BYTES_MAX || LINE_ENDS.test(columns)) {
    throw new AppError('bad_request', `columns is one line of at most ${COLUMNS_BYTES_MAX} bytes`)
  }
  const names = csvValues(columns, csvSeparator(columns))
  const isNamed = names.length <= COLUMNS_MAX && names.every((name) => name.trim() !== '')
  if (!isNamed) throw new AppError('bad_request', `columns are 1 to ${COLUMNS_MAX} names, separated as the values are`)
}

/** Values in the place of names would make the first event vanish and name columns after its values. */
function checkHeader(body: Buffer): void {
  const header = firstRecord(body)
  const value = csvValues(header, csvSeparator(header)).find((cell) => VALUE.test(cell.trim()))
  if (value === undefined) return
  throw new AppError(
    'bad_body',
    `the first line of a CSV body names its columns, and this one holds values (${value.trim().slice(0, 40)}): ` +
      'send the header line, or name the columns in the address: ?source_format=csv&columns=time,src_ip,user',
  )
}

function firstRecord(body: Buffer): string {
  const start = csvHeaderStart(body)
  return body.toString('utf8', start, csvRecordEnd(body, start))
}

function withoutBom(body: Buffer): Buffer {
  return body.subarray(csvHeaderStart(body))
}
