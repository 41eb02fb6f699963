/**
 * Manifests and manifest lists of Iceberg's format version 2. Names, ids and types of fields are those of the specification
 * ("Manifests", "Manifest Lists").
 */

import { readAvroFile, writeAvroFile } from './avro-file.ts'
import { DAY_FIELD, icebergSchema, PARTITION_FIELDS, TENANT_FIELD } from './columns.ts'

export type DataFile = {
  /** The path by which readers of the table open it. */
  readonly path: string
  readonly tenant: string
  /** Days since 1970. */
  readonly day: number
  readonly rows: number
  readonly bytes: number
  /** Single-value serialisation of Iceberg, by column id. */
  readonly lower: ReadonlyMap<number, Buffer>
  readonly upper: ReadonlyMap<number, Buffer>
  readonly nulls: ReadonlyMap<number, number>
}

const ADDED = 1
const DELETED = 2
const EXISTING = 0

/** A file's entry in a manifest. */
type FileRow = {
  readonly content: number
  readonly file_path: string
  readonly file_format: string
  readonly partition: { readonly tenant: string; readonly day: number }
  readonly record_count: number
  readonly file_size_in_bytes: number
  readonly value_counts: readonly CountEntry[]
  readonly null_value_counts: readonly CountEntry[]
  readonly lower_bounds: readonly BoundEntry[]
  readonly upper_bounds: readonly BoundEntry[]
  readonly sort_order_id: number
}
type CountEntry = { readonly key: number; readonly value: number }
type BoundEntry = { readonly key: number; readonly value: Buffer }

export type ManifestEntry = {
  readonly status: number
  readonly snapshot_id: number
  /** Null in a new manifest: readers inherit the number of the manifest. */
  readonly sequence_number: number | null
  readonly file_sequence_number: number | null
  readonly data_file: FileRow
}

export type ManifestOfList = {
  readonly manifest_path: string
  readonly manifest_length: number
  readonly partition_spec_id: number
  readonly content: number
  readonly sequence_number: number
  readonly min_sequence_number: number
  readonly added_snapshot_id: number
  readonly added_files_count: number
  readonly existing_files_count: number
  readonly deleted_files_count: number
  readonly added_rows_count: number
  readonly existing_rows_count: number
  readonly deleted_rows_count: number
  readonly partitions: readonly PartitionRange[]
}
type PartitionRange = {
  readonly contains_null: boolean
  readonly contains_nan: boolean
  readonly lower_bound: Buffer
  readonly upper_bound: Buffer
}

const optional = (type: unknown) => ['null', type]
const field = (id: number, name: string, type: unknown) => {
  const isOptional = Array.isArray(type)
  return { name, type, 'field-id': id, ...(isOptional ? { default: null } : {}) }
}
const mapOf = (keyId: number, valueId: number, value: string) => ({
  type: 'array',
  logicalType: 'map',
  items: {
    type: 'record',
    name: `k${keyId}_v${valueId}`,
    fields: [field(keyId, 'key', 'int'), field(valueId, 'value', value)],
  },
})

const ENTRY_SCHEMA = {
  type: 'record',
  name: 'manifest_entry',
  fields: [
    field(0, 'status', 'int'),
    field(1, 'snapshot_id', optional('long')),
    field(3, 'sequence_number', optional('long')),
    field(4, 'file_sequence_number', optional('long')),
    field(2, 'data_file', {
      type: 'record',
      name: 'r2',
      fields: [
        field(134, 'content', 'int'),
        field(100, 'file_path', 'string'),
        field(101, 'file_format', 'string'),
        field(102, 'partition', {
          type: 'record',
          name: 'r102',
          fields: [
            field(TENANT_FIELD, 'tenant', optional('string')),
            field(DAY_FIELD, 'day', optional({ type: 'int', logicalType: 'date' })),
          ],
        }),
        field(103, 'record_count', 'long'),
        field(104, 'file_size_in_bytes', 'long'),
        field(109, 'value_counts', optional(mapOf(119, 120, 'long'))),
        field(110, 'null_value_counts', optional(mapOf(121, 122, 'long'))),
        field(125, 'lower_bounds', optional(mapOf(126, 127, 'bytes'))),
        field(128, 'upper_bounds', optional(mapOf(129, 130, 'bytes'))),
        field(140, 'sort_order_id', optional('int')),
      ],
    }),
  ],
}

const LIST_SCHEMA = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    field(500, 'manifest_path', 'string'),
    field(501, 'manifest_length', 'long'),
    field(502, 'partition_spec_id', 'int'),
    field(517, 'content', 'int'),
    field(515, 'sequence_number', 'long'),
    field(516, 'min_sequence_number', 'long'),
    field(503, 'added_snapshot_id', 'long'),
    field(504, 'added_files_count', 'int'),
    field(505, 'existing_files_count', 'int'),
    field(506, 'deleted_files_count', 'int'),
    field(512, 'added_rows_count', 'long'),
    field(513, 'existing_rows_count', 'long'),
    field(514, 'deleted_rows_count', 'long'),
    field(
      507,
      'partitions',
      optional({
        type: 'array',
        'element-id': 508,
        items: {
          type: 'record',
          name: 'r508',
          fields: [
            field(509, 'contains_null', 'boolean'),
            field(518, 'contains_nan', optional('boolean')),
            field(510, 'lower_bound', optional('bytes')),
            field(511, 'upper_bound', optional('bytes')),
          ],
        },
      }),
    ),
  ],
}

export function addedEntry(file: DataFile, snapshotId: number): ManifestEntry {
  const counts = [...file.nulls.keys()].map((key) => ({ key, value: file.rows }))
  return {
    status: ADDED,
    snapshot_id: snapshotId,
    sequence_number: null,
    file_sequence_number: null,
    data_file: {
      content: 0,
      file_path: file.path,
      file_format: 'PARQUET',
      partition: { tenant: file.tenant, day: file.day },
      record_count: file.rows,
      file_size_in_bytes: file.bytes,
      value_counts: counts,
      null_value_counts: [...file.nulls].map(([key, value]) => ({ key, value })),
      lower_bounds: [...file.lower].map(([key, value]) => ({ key, value })),
      upper_bounds: [...file.upper].map(([key, value]) => ({ key, value })),
      sort_order_id: 1,
    },
  }
}

/** Copies an entry into a rewritten manifest: inherited numbers become explicit. */
export function keptEntry(entry: ManifestEntry, sequence: number): ManifestEntry {
  return {
    ...entry,
    status: EXISTING,
    sequence_number: entry.sequence_number ?? sequence,
    file_sequence_number: entry.file_sequence_number ?? sequence,
  }
}

export function deletedEntry(entry: ManifestEntry, sequence: number, snapshotId: number): ManifestEntry {
  return { ...keptEntry(entry, sequence), status: DELETED, snapshot_id: snapshotId }
}

export const isLive = ({ status }: ManifestEntry): boolean => status !== DELETED

export function writeManifest(schemaId: number, entries: readonly ManifestEntry[]): Buffer {
  const metadata = {
    schema: JSON.stringify(icebergSchema(schemaId)),
    'schema-id': String(schemaId),
    'partition-spec': JSON.stringify(PARTITION_FIELDS),
    'partition-spec-id': '0',
    'format-version': '2',
    content: 'data',
  }
  return writeAvroFile(ENTRY_SCHEMA, metadata, entries)
}

export const readManifest = (file: Buffer) => readAvroFile<ManifestEntry>(file)

/** A manifest's entry in the list of a snapshot. */
export function manifestLine(
  at: { readonly path: string; readonly length: number },
  entries: readonly ManifestEntry[],
  snapshotId: number,
  sequence: number,
): ManifestOfList {
  const of = (status: number) => entries.filter((entry) => entry.status === status)
  const rowsOf = (status: number) => of(status).reduce((sum, { data_file }) => sum + data_file.record_count, 0)
  const numbers = entries.filter(isLive).map((entry) => entry.sequence_number ?? sequence)
  const days = entries.map(({ data_file }) => data_file.partition.day)
  const tenants = entries.map(({ data_file }) => data_file.partition.tenant).sort()
  const range = (lower_bound: Buffer, upper_bound: Buffer): PartitionRange => {
    return { contains_null: false, contains_nan: false, lower_bound, upper_bound }
  }
  return {
    manifest_path: at.path,
    manifest_length: at.length,
    partition_spec_id: 0,
    content: 0,
    sequence_number: sequence,
    min_sequence_number: Math.min(sequence, ...numbers),
    added_snapshot_id: snapshotId,
    added_files_count: of(ADDED).length,
    existing_files_count: of(EXISTING).length,
    deleted_files_count: of(DELETED).length,
    added_rows_count: rowsOf(ADDED),
    existing_rows_count: rowsOf(EXISTING),
    deleted_rows_count: rowsOf(DELETED),
    partitions: [
      range(Buffer.from(tenants[0] ?? ''), Buffer.from(tenants.at(-1) ?? '')),
      range(int32(Math.min(...days)), int32(Math.max(...days))),
    ],
  }
}

export function writeManifestList(
  snapshot: { readonly id: number; readonly parentId: number | null; readonly sequence: number },
  lines: readonly ManifestOfList[],
): Buffer {
  const metadata = {
    'snapshot-id': String(snapshot.id),
    'parent-snapshot-id': snapshot.parentId === null ? 'null' : String(snapshot.parentId),
    'sequence-number': String(snapshot.sequence),
    'format-version': '2',
  }
  return writeAvroFile(LIST_SCHEMA, metadata, lines)
}

export const readManifestList = (file: Buffer) => readAvroFile<ManifestOfList>(file)

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
