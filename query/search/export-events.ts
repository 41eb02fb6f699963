/** Exports all events that a query finds, oldest first, in a format of other tools. */
import { AppError } from '../../platform/errors.ts'
import { hoursSql } from '../event-hours.ts'
import type { Condition } from './compile.ts'
import { addressText, valueSql } from './compile.ts'
import type { TimeSpan } from './coverage.ts'
import { type ColumnField, fieldOf, suggestion } from './fields.ts'

/** Maps a format's common name to the engine's. */
export const EXPORT_FORMATS = {
  parquet: 'Parquet',
  arrow: 'ArrowStream',
  csv: 'CSVWithNames',
  ndjson: 'JSONEachRow',
} as const
export type ExportFormat = keyof typeof EXPORT_FORMATS

/** Every searchable column, and the text as received. */
export const EXPORT_FIELDS: readonly string[] = [
  ...['event_uid', 'time', 'ingest_time', 'class_uid', 'activity_id', 'severity_id', 'status_id', 'source'],
  ...['source_format', 'mapping', 'event_code', 'host', 'user', 'target_user', 'process_name', 'parent_name', 'domain'],
  ...['src_ip', 'dst_ip', 'src_port', 'dst_port', 'pid', 'cmd_line', 'file_path', 'file_hash', 'url', 'reg_path'],
  ...['message', 'raw'],
]

/** A condition for events that were already found, for `exportSql`. */
export function namedEvents(uids: readonly string[]): Condition {
  return { sql: 'events.event_uid IN {uids:Array(UUID)}', params: { uids } }
}

/** Throws `bad_request` for an unknown field. */
export function exportSql(
  condition: Condition,
  { fromMs, toMs }: TimeSpan,
  fields: readonly string[] = EXPORT_FIELDS,
): Condition {
  const params: Record<string, unknown> = { ...condition.params, from: fromMs, to: toMs }
  const put = (value: string) => {
    const name = `f${Object.keys(params).length}`
    params[name] = value
    return `{${name}:String}`
  }
  const columns = fields.map((name, at) => `${columnSql(name, put)} AS c${at}`)
  const named = fields.map((name, at) => `c${at} AS ${quoted(name)}`)
  // The condition would read a column that is called as its source, so columns get their names outside of it.
  const sql = /* sql */ `
SELECT ${named.join(', ')}
FROM (
  SELECT ${columns.join(', ')}, events.time AS first_order, events.event_uid AS second_order
  FROM events
  WHERE time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})${hoursSql({ fromMs, toMs }, '{from:Int64}', '{to:Int64}')}
    AND (${condition.sql})
)
ORDER BY first_order, second_order`
  return { sql, params }
}

function columnSql(name: string, put: (value: string) => string): string {
  const field = fieldOf(name)
  if (field === null) throw new AppError('bad_request', `there is no field ${name}${suggestion(name)}`)
  const text = field.kind === 'path' || field.sql.length > 1 ? valueSql(field, put) : typedSql(field)
  if (text === null) throw new AppError('bad_request', `${name} has several values at once, and a column has one`)
  return text
}

/** Numbers and times keep their type. */
function typedSql({ kind, sql: [column = ''] }: ColumnField): string {
  const own = /^\w+$/.test(column) ? `events.${column}` : column
  if (kind === 'ip') return addressText(own)
  if (kind === 'number' || kind === 'time' || kind === 'severity') return own
  return kind === 'uuid' ? `toString(${own})` : `toValidUTF8(toString(${own}))`
}

const quoted = (name: string) => `\`${name.replaceAll('`', '')}\``
