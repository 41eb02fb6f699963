/**
 * Columns of an archive table: the ids by which every Iceberg reader identifies them, their types there, and how the
 * lake produces each. An id is never reused: a removed column keeps its line, so that no other column gets its id.
 */
export type IcebergType = 'string' | 'int' | 'long' | 'boolean' | 'timestamptz' | 'binary'

export type ArchiveColumn = {
  readonly id: number
  readonly name: string
  readonly type: IcebergType
  /** Expression over the lake that returns text, a number, or Unix microseconds for a time; null means no value. */
  readonly lakeSql: string
  /** Base column of the lake that a restore fills from it; null for a column that the lake computes at read time. */
  readonly restores: string | null
  readonly doc?: string
}

const text = (id: number, name: string, doc?: string): ArchiveColumn => ({
  id,
  name,
  type: 'string',
  lakeSql: `toValidUTF8(toString(${name}))`,
  restores: name,
  ...(doc === undefined ? {} : { doc }),
})
const number = (id: number, name: string, type: 'int' | 'long'): ArchiveColumn => {
  return { id, name, type, lakeSql: `toInt64(${name})`, restores: name }
}
const time = (id: number, name: string, doc: string): ArchiveColumn => {
  return {
    id,
    name,
    type: 'timestamptz',
    lakeSql: `toUnixTimestamp64Micro(toDateTime64(${name}, 6, 'UTC'))`,
    restores: name,
    doc,
  }
}
const address = (id: number, name: string): ArchiveColumn => ({
  id,
  name,
  type: 'string',
  lakeSql: `if(${name} = toIPv6('::'), '', replaceOne(toString(${name}), '::ffff:', ''))`,
  restores: name,
  doc: 'empty: none',
})

export const ARCHIVE_COLUMNS: readonly ArchiveColumn[] = [
  text(1, 'tenant_id'),
  text(2, 'event_uid', 'UUID, the same however often the event is sent'),
  time(3, 'time', 'of the event'),
  { id: 4, name: 'time_missing', type: 'boolean', lakeSql: 'time_missing', restores: 'time_missing' },
  time(5, 'ingest_time', 'of receipt'),
  number(6, 'class_uid', 'long'),
  number(7, 'activity_id', 'int'),
  number(8, 'severity_id', 'int'),
  number(9, 'status_id', 'int'),
  text(10, 'source', 'connector id'),
  text(11, 'source_format'),
  text(12, 'event_code'),
  text(13, 'host'),
  text(14, 'user'),
  text(15, 'target_user'),
  text(16, 'process_name'),
  text(17, 'parent_name'),
  text(18, 'domain'),
  address(19, 'src_ip'),
  address(20, 'dst_ip'),
  number(21, 'src_port', 'int'),
  number(22, 'dst_port', 'int'),
  number(23, 'pid', 'long'),
  text(24, 'cmd_line'),
  text(25, 'file_path'),
  text(26, 'file_hash'),
  text(27, 'url'),
  text(28, 'reg_path'),
  text(29, 'message'),
  text(30, 'mapping'),
  text(31, 'ocsf_form', 'with ocsf_rest what a restore makes ocsf of again'),
  text(32, 'ocsf_rest'),
  text(33, 'raw_header', 'header lines that raw is read by'),
  text(34, 'raw', 'the event as received, with U+FFFD for bytes that are no UTF-8'),
  {
    id: 35,
    name: 'raw_bytes',
    type: 'binary',
    lakeSql: 'if(isValidUTF8(raw), NULL, base64Encode(raw))',
    restores: null,
    doc: 'the event as received where it is no UTF-8',
  },
  { id: 36, name: 'ocsf', type: 'string', lakeSql: 'ocsf', restores: null, doc: 'the whole OCSF event as JSON' },
]

/** Iceberg schema of the columns, as it stands in table metadata and in manifests. */
export function icebergSchema(schemaId: number): object {
  const fields = ARCHIVE_COLUMNS.map(({ id, name, type, doc }) => {
    return { id, name, required: false, type, ...(doc === undefined ? {} : { doc }) }
  })
  return { type: 'struct', 'schema-id': schemaId, fields }
}

export const TENANT_FIELD = 1000
export const DAY_FIELD = 1001

/** A table belongs to one tenant; the tenant is a partition field all the same, for engines that union tables. */
export const PARTITION_FIELDS = [
  { 'source-id': 1, 'field-id': TENANT_FIELD, name: 'tenant', transform: 'identity' },
  { 'source-id': 3, 'field-id': DAY_FIELD, name: 'day', transform: 'day' },
] as const

export const SORT_FIELDS = [
  { transform: 'identity', 'source-id': 3, direction: 'asc', 'null-order': 'nulls-last' },
  { transform: 'identity', 'source-id': 2, direction: 'asc', 'null-order': 'nulls-last' },
] as const
