/**
 * Rows of PostgreSQL's log as CSV, which have no header line; a row may go over several lines. The last columns came with later
 * versions. Columns: "Using CSV-Format Log Output", PostgreSQL documentation.
 */
import { csvValues } from './csv.ts'
import { type Decoded, textDecoder } from './decoder.ts'
import { newFields } from './fields.ts'

const COLUMNS = (
  'log_time user_name database_name process_id connection_from session_id session_line_num command_tag ' +
  'session_start_time virtual_transaction_id transaction_id error_severity sql_state_code message detail hint ' +
  'internal_query internal_query_pos context query query_pos location application_name backend_type leader_pid query_id'
).split(' ')
/** The number of columns of version 8.3, the first whose rows have a fixed form. */
const COLUMNS_MIN = 22

const QUOTED = '(?:"(?:[^"]|""){0,256}")?'
const ROW = new RegExp(
  `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})? [A-Z+\\d:-]{1,6},${QUOTED},${QUOTED},\\d{1,10},${QUOTED},[\\da-f]{1,16}\\.[\\da-f]{1,8},\\d{1,20},`,
)

export const isPostgresRow = (head: string): boolean => head.charCodeAt(4) === 0x2d && ROW.test(head)

export const postgresRow = textDecoder('postgres-row', (text): Decoded => {
  if (!ROW.test(text)) return 'bad_columns'
  const values = csvValues(text, ',')
  if (values.length < COLUMNS_MIN) return 'bad_columns'
  const record = newFields()
  for (const [at, name] of COLUMNS.entries()) if (values[at]) record[name] = values[at]
  return record
})
