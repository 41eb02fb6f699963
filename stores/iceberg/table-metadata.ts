/** Table metadata of Iceberg's format version 2 ("Table Metadata"), one file a commit. */
import { randomUUID } from 'node:crypto'
import { ARCHIVE_COLUMNS, DAY_FIELD, icebergSchema, PARTITION_FIELDS, SORT_FIELDS } from './columns.ts'

export type Snapshot = {
  readonly 'snapshot-id': number
  readonly 'parent-snapshot-id'?: number
  readonly 'sequence-number': number
  readonly 'timestamp-ms': number
  readonly 'manifest-list': string
  readonly summary: Readonly<Record<string, string>>
  readonly 'schema-id': number
}

type Schema = { readonly 'schema-id': number; readonly fields: readonly { readonly id: number }[] }

export type TableMetadata = {
  readonly 'format-version': 2
  readonly 'table-uuid': string
  readonly location: string
  readonly 'last-sequence-number': number
  readonly 'last-updated-ms': number
  readonly 'last-column-id': number
  readonly 'current-schema-id': number
  readonly schemas: readonly Schema[]
  readonly 'current-snapshot-id'?: number
  readonly snapshots: readonly Snapshot[]
  readonly 'snapshot-log': readonly { readonly 'snapshot-id': number; readonly 'timestamp-ms': number }[]
  readonly 'metadata-log': readonly { readonly 'metadata-file': string; readonly 'timestamp-ms': number }[]
  readonly refs: Readonly<Record<string, { readonly 'snapshot-id': number; readonly type: 'branch' }>>
  readonly [other: string]: unknown
}

/**
 * Number of snapshots that a table keeps, for time travel; older ones are removed by the next commit.
 * @bound snapshots of a table of the archive -> the oldest is removed
 */
export const SNAPSHOTS_MAX = 200
const METADATA_LOG_MAX = 100
const COLUMN_ID_LAST = Math.max(...ARCHIVE_COLUMNS.map(({ id }) => id))

export function newTable(location: string, nowMs: number): TableMetadata {
  return {
    'format-version': 2,
    'table-uuid': randomUUID(),
    location,
    'last-sequence-number': 0,
    'last-updated-ms': nowMs,
    'last-column-id': COLUMN_ID_LAST,
    'current-schema-id': 0,
    schemas: [icebergSchema(0) as Schema],
    'default-spec-id': 0,
    'partition-specs': [{ 'spec-id': 0, fields: PARTITION_FIELDS }],
    'last-partition-id': DAY_FIELD,
    'default-sort-order-id': 1,
    'sort-orders': [{ 'order-id': 1, fields: SORT_FIELDS }],
    properties: { 'write.format.default': 'parquet', 'write.parquet.compression-codec': 'zstd' },
    snapshots: [],
    'snapshot-log': [],
    'metadata-log': [],
    refs: {},
  }
}

/** Adds this build's columns as a new schema when the table has others; old files then read null. */
export function withColumns(table: TableMetadata): TableMetadata {
  const newest = table.schemas.find((schema) => schema['schema-id'] === table['current-schema-id'])
  const fresh = icebergSchema(Math.max(...table.schemas.map((schema) => schema['schema-id'])) + 1) as Schema
  if (JSON.stringify(newest?.fields) === JSON.stringify(fresh.fields)) return table
  return {
    ...table,
    schemas: [...table.schemas, fresh],
    'current-schema-id': fresh['schema-id'],
    'last-column-id': Math.max(table['last-column-id'], COLUMN_ID_LAST),
  }
}

export function currentSnapshot(table: TableMetadata): Snapshot | null {
  const id = table['current-snapshot-id']
  return table.snapshots.find((snapshot) => snapshot['snapshot-id'] === id) ?? null
}

/** The table without some snapshots, none of which is the newest. `previous` is the file from which it was read. */
export function withoutSnapshots(
  table: TableMetadata,
  gone: ReadonlySet<number>,
  previous: string,
  nowMs: number,
): TableMetadata {
  const at = Math.max(nowMs, table['last-updated-ms'])
  const before = { 'metadata-file': previous, 'timestamp-ms': table['last-updated-ms'] }
  return {
    ...table,
    'last-updated-ms': at,
    snapshots: table.snapshots.filter((one) => !gone.has(one['snapshot-id'])),
    'snapshot-log': table['snapshot-log'].filter((one) => !gone.has(one['snapshot-id'])),
    'metadata-log': [...table['metadata-log'], before].slice(-METADATA_LOG_MAX),
  }
}

/** The table after a commit. `previous` is the file from which it was read. */
export function withSnapshot(table: TableMetadata, snapshot: Snapshot, previous: string | null): TableMetadata {
  const id = snapshot['snapshot-id']
  const at = snapshot['timestamp-ms']
  const snapshots = [...table.snapshots, snapshot].slice(-SNAPSHOTS_MAX)
  const kept = new Set(snapshots.map((one) => one['snapshot-id']))
  const log = [...table['snapshot-log'], { 'snapshot-id': id, 'timestamp-ms': at }]
  const before = previous === null ? [] : [{ 'metadata-file': previous, 'timestamp-ms': table['last-updated-ms'] }]
  return {
    ...table,
    'last-sequence-number': snapshot['sequence-number'],
    'last-updated-ms': at,
    'current-snapshot-id': id,
    snapshots,
    'snapshot-log': log.filter((one) => kept.has(one['snapshot-id'])),
    'metadata-log': [...table['metadata-log'], ...before].slice(-METADATA_LOG_MAX),
    refs: { main: { 'snapshot-id': id, type: 'branch' } },
  }
}
