/**
 * Handles CSV without a header line. The column names are put in front of the body before its events are counted, so
 * the stored body is ordinary CSV, and intake splits it into the same events.
 */
import { COLUMNS_MAX } from '../../connectors/formats/columns.ts'
import { csvHeaderStart, csvRecordEnd, csvSeparator, csvValues } from '../../connectors/formats/csv.ts'
import { AppError } from '../../platform/errors.ts'

const CSV_FORMATS: ReadonlySet<string> = new Set(['csv', 'tsv'])
/**
 * Largest size of all names together: longer than any known header, and within the URL limit of proxies.
 * @bound `columns` of a CSV push -> 400
 */
const COLUMNS_BYTES_MAX = 8192
const LINE_ENDS = /[\r\n\0]/

/** A cell that cannot be a column name: a number, a time, an address. */
const VALUE =
  /^(?:[-+]?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|[0-9a-f]{1,4}:[0-9a-f:]+:[0-9a-f]*)$/i

/**
 * Returns the body with the line of `columns` from the query in front, unless it already begins with that line; any
 * other body unchanged. Throws `bad_request` for invalid columns, and `bad_body` when a body declared as CSV begins
 * with values and no column names are given.
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

/** Values in the header line would lose the first event and name the columns after its values. */
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
