/** Columns of the archive as the engine reads them, and how they are columns of the lake again. */
import type { ArchivedEvents } from '../../../stores/clickhouse/archived-events.ts'
import { ARCHIVE_COLUMNS, type ArchiveColumn, type IcebergType } from '../../../stores/iceberg/columns.ts'

const TYPES: Readonly<Record<IcebergType, string>> = {
  string: 'String',
  int: 'Int64',
  long: 'Int64',
  boolean: 'Bool',
  timestamptz: `DateTime64(3, 'UTC')`,
  binary: 'Nullable(String)',
}

function lakeValue({ name, restores }: ArchiveColumn): readonly (readonly [string, string])[] {
  if (restores === null) return name === 'ocsf' ? [[name, 'c_ocsf']] : []
  const read = `c_${name}`
  if (name === 'event_uid') return [[restores, `toUUID(${read})`]]
  if (name === 'src_ip' || name === 'dst_ip') return [[restores, `toIPv6(if(${read} = '', '::', ${read}))`]]
  return [[restores, name === 'raw' ? `ifNull(c_raw_bytes, ${read})` : read]]
}

export const ARCHIVED_COLUMNS: Omit<ArchivedEvents, 'files' | 'rows'> = {
  columns: Object.fromEntries(ARCHIVE_COLUMNS.map(({ name, type }) => [name, TYPES[type]])),
  values: Object.fromEntries(ARCHIVE_COLUMNS.flatMap(lakeValue)),
}
