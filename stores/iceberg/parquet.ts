/**
 * Parquet files of the archive. Rows of the lake arrive as JSON lines, and become one file that is sorted by time,
 * compressed, and contains each column's id. From a file its row count, checksum and bounds are read back.
 */

import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ARCHIVE_COLUMNS, type ArchiveColumn, type IcebergType, SORT_FIELDS } from './columns.ts'
import { type Duck, sqlText } from './duckdb.ts'

/** Text of JSON on disk at a time. */
const PIECE_BYTES = 64 << 20
const ROW_GROUP_ROWS = 50_000
/** Characters of a text that its bounds hold. */
const BOUND_CHARS = 16

const STAGED: Readonly<Record<IcebergType, string>> = {
  string: 'VARCHAR',
  int: 'INTEGER',
  long: 'BIGINT',
  boolean: 'INTEGER',
  timestamptz: 'BIGINT',
  binary: 'VARCHAR',
}

const name = (column: ArchiveColumn) => `"${column.name}"`
/** Name of a column in lines and in the staged table: a name of the lake's would be resolved to its column. */
export const lineName = ({ id }: ArchiveColumn) => `c${id}`

function writtenSql(column: ArchiveColumn): string {
  const staged = lineName(column)
  if (column.type === 'boolean') return `${staged} <> 0`
  if (column.type === 'timestamptz') return `make_timestamp(${staged})::TIMESTAMPTZ`
  return column.type === 'binary' ? `from_base64(${staged})` : staged
}

/** Writes the rows of `lines`, which are JSON objects with the members of `lineName`, to `file`. */
export async function writeParquet(duck: Duck, lines: Readable, folder: string, file: string): Promise<void> {
  const columns = ARCHIVE_COLUMNS.map((column) => `${lineName(column)} ${STAGED[column.type]}`).join(', ')
  await duck.run(`CREATE TABLE staged (${columns})`)
  const types = ARCHIVE_COLUMNS.map((column) => `${lineName(column)}: '${STAGED[column.type]}'`).join(', ')
  for await (const piece of pieces(lines, folder)) {
    const read = `read_json(${sqlText(piece)}, format = 'newline_delimited', columns = {${types}}, maximum_object_size = 67108864)`
    await duck.run(`INSERT INTO staged SELECT ${ARCHIVE_COLUMNS.map(lineName).join(', ')} FROM ${read}`)
    await rm(piece)
  }
  const written = ARCHIVE_COLUMNS.map((column) => `${writtenSql(column)} AS ${name(column)}`).join(', ')
  await duck.run(`COPY (SELECT ${written} FROM staged ORDER BY ${SORT_FIELDS.map((field) => `c${field['source-id']}`).join(', ')}) TO ${sqlText(file)}
    (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}, FIELD_IDS {${IDS}})`)
}

/** Files of whole lines. */
async function* pieces(lines: Readable, folder: string): AsyncGenerator<string> {
  let count = 0
  let open: { file: string; out: ReturnType<typeof createWriteStream>; bytes: number } | null = null
  const begin = () => {
    const file = join(folder, `rows-${count++}.ndjson`)
    return { file, out: createWriteStream(file), bytes: 0 }
  }
  const write = async (to: NonNullable<typeof open>, chunk: Buffer) => {
    to.bytes += chunk.length
    if (!to.out.write(chunk)) await once(to.out, 'drain')
  }
  const end = async ({ out, file }: NonNullable<typeof open>) => {
    out.end()
    await once(out, 'close')
    return file
  }
  for await (const chunk of lines as AsyncIterable<Buffer>) {
    open ??= begin()
    const lineEnd = open.bytes + chunk.length < PIECE_BYTES ? -1 : chunk.lastIndexOf(10)
    if (lineEnd === -1) {
      await write(open, chunk)
      continue
    }
    await write(open, chunk.subarray(0, lineEnd + 1))
    yield await end(open)
    open = begin()
    await write(open, chunk.subarray(lineEnd + 1))
  }
  if (open !== null) yield await end(open)
}

const IDS = ARCHIVE_COLUMNS.map((column) => `${column.name}: ${column.id}`).join(', ')
const filesSql = (files: readonly string[]) => `read_parquet([${files.map(sqlText).join(', ')}], union_by_name = true)`

/** Rows of several files for which a condition holds, as one file of the same form. */
export async function rewriteParquet(
  duck: Duck,
  files: readonly string[],
  condition: string,
  file: string,
): Promise<void> {
  const columns = ARCHIVE_COLUMNS.map(name).join(', ')
  const order = SORT_FIELDS.map((field) => ARCHIVE_COLUMNS.find(({ id }) => id === field['source-id'])?.name).join(', ')
  await duck.run(`COPY (SELECT ${columns} FROM ${filesSql(files)} WHERE ${condition} ORDER BY ${order}) TO ${sqlText(file)}
    (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}, FIELD_IDS {${IDS}})`)
}

/** Number of rows of several files that match a condition, and their checksum. */
export async function parquetSum(
  duck: Duck,
  files: readonly string[],
  condition: string,
): Promise<{ readonly rows: number; readonly checksum: string }> {
  const sql = `SELECT count(*)::VARCHAR AS n, ${fileChecksum(ARCHIVE_COLUMNS)} AS checksum FROM ${filesSql(files)} WHERE ${condition}`
  const [row] = await duck.rows<{ n: string; checksum: string }>(sql)
  return { rows: Number(row?.n ?? 0), checksum: row?.checksum ?? '0:0' }
}

/** Columns that a restore fills; their checksum proves the restore. */
const RESTORED = ARCHIVE_COLUMNS.filter(({ name: of, restores }) => restores !== null || of === 'raw_bytes')

/** Digest of a row from the texts of its columns, in DuckDB's dialect; `lakeChecksum` is the lake's. */
const fileChecksum = (columns: readonly ArchiveColumn[]) => {
  const row = columns.map((column) => `coalesce(${plainText(column)}, ''), chr(31)`).join(', ')
  return `count(*)::VARCHAR || ':' || coalesce(sum(('0x' || substr(md5(concat(${row})), 1, 16))::UBIGINT), 0)::VARCHAR`
}
const lakeChecksum = (columns: readonly ArchiveColumn[]) => {
  const row = columns.map(({ lakeSql }) => `ifNull(toString(${lakeSql}), ''), char(31)`).join(', ')
  return `concat(toString(count()), ':', toString(sum(toUInt128(reinterpretAsUInt64(reverse(substring(MD5(concat(${row})), 1, 8)))))))`
}

function plainText(column: ArchiveColumn): string {
  if (column.type === 'boolean') return `(${name(column)}::INTEGER)::VARCHAR`
  if (column.type === 'timestamptz') return `epoch_us(${name(column)})::VARCHAR`
  return column.type === 'binary' ? `to_base64(${name(column)})` : `${name(column)}::VARCHAR`
}

/**
 * Row count and sum of the rows' digests, independent of their order. The lake and a file with the same rows have the
 * same.
 */
export const LAKE_CHECKSUM = lakeChecksum(ARCHIVE_COLUMNS)
/** The same without columns that the lake computes at read time, which a later build may compute differently. */
export const LAKE_RESTORED_CHECKSUM = lakeChecksum(RESTORED)

export type FileFacts = {
  readonly rows: number
  readonly checksum: string
  /** Time range of the events, Unix milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  readonly lower: ReadonlyMap<number, Buffer>
  readonly upper: ReadonlyMap<number, Buffer>
  readonly nulls: ReadonlyMap<number, number>
}

/** Columns with bounds by which readers skip files. */
const BOUNDED = new Set([
  ...['tenant_id', 'time', 'ingest_time', 'class_uid', 'severity_id', 'source', 'event_code', 'host', 'user', 'src_ip'],
])

/** Reads the whole file itself. */
export async function parquetFacts(duck: Duck, file: string): Promise<FileFacts> {
  const bounded = ARCHIVE_COLUMNS.filter((column) => BOUNDED.has(column.name))
  const value = (column: ArchiveColumn) => (column.type === 'timestamptz' ? `epoch_us(${name(column)})` : name(column))
  const ends = bounded.map((column) => {
    return `min(${value(column)})::VARCHAR AS least_${column.id}, max(${value(column)})::VARCHAR AS most_${column.id}`
  })
  const nulls = ARCHIVE_COLUMNS.map((column) => `(count(*) - count(${name(column)}))::VARCHAR AS nulls_${column.id}`)
  const [row = {}] = await duck.rows<Record<string, string | null>>(
    `SELECT count(*)::VARCHAR AS n, ${fileChecksum(ARCHIVE_COLUMNS)} AS checksum, min(epoch_ms(time))::VARCHAR AS from_ms,
       max(epoch_ms(time))::VARCHAR AS to_ms, ${[...ends, ...nulls].join(', ')}
     FROM read_parquet(${sqlText(file)})`,
  )
  const bounds = (prefix: string, bound: (column: ArchiveColumn, text: string) => Buffer | null) =>
    new Map(
      bounded.flatMap((column) => {
        const text = row[`${prefix}_${column.id}`]
        const bytes = text === null || text === undefined ? null : bound(column, text)
        return bytes === null ? [] : [[column.id, bytes] as const]
      }),
    )
  return {
    rows: Number(row.n ?? 0),
    checksum: row.checksum ?? '',
    fromMs: Number(row.from_ms ?? 0),
    toMs: Number(row.to_ms ?? 0),
    lower: bounds('least', lowerBound),
    upper: bounds('most', upperBound),
    nulls: new Map(ARCHIVE_COLUMNS.map(({ id }) => [id, Number(row[`nulls_${id}`] ?? 0)])),
  }
}

function lowerBound({ type }: ArchiveColumn, text: string): Buffer {
  return type === 'string' ? Buffer.from([...text].slice(0, BOUND_CHARS).join('')) : numberBytes(type, text)
}

/** The cut text of an upper bound has its last character increased, so that the bound stays above all values. */
function upperBound({ type }: ArchiveColumn, text: string): Buffer | null {
  if (type !== 'string') return numberBytes(type, text)
  const characters = [...text]
  if (characters.length <= BOUND_CHARS) return Buffer.from(text)
  const kept = characters.slice(0, BOUND_CHARS)
  const last = kept.pop()?.codePointAt(0) ?? 0
  if (last >= 0x10_ffff) return null
  const next = last === 0xd7ff ? 0xe000 : last + 1
  return Buffer.from(kept.join('') + String.fromCodePoint(next))
}

function numberBytes(type: IcebergType, text: string): Buffer {
  const bytes = Buffer.alloc(type === 'int' ? 4 : 8)
  if (type === 'int') bytes.writeInt32LE(Number(text))
  else bytes.writeBigInt64LE(BigInt(text))
  return bytes
}

export async function restoredChecksum(duck: Duck, file: string): Promise<string> {
  const sql = `SELECT ${fileChecksum(RESTORED)} AS checksum FROM read_parquet(${sqlText(file)})`
  const [row] = await duck.rows<{ checksum: string }>(sql)
  return row?.checksum ?? ''
}

/** The lake's expression for a column's value from JSON. */
function lakeValue(column: ArchiveColumn): string {
  const { name: of, type } = column
  if (type === 'timestamptz') return `strftime(${name(column)}, '%Y-%m-%d %H:%M:%S.%g')`
  if (type === 'boolean') return `${name(column)}::INTEGER`
  if (of !== 'src_ip' && of !== 'dst_ip') return name(column)
  return `CASE WHEN ${name(column)} = '' THEN '::' WHEN contains(${name(column)}, ':') THEN ${name(column)} ELSE '::ffff:' || ${name(column)} END`
}

/** Files of JSON lines with the lake's columns. An event that is not UTF-8 keeps its bytes as received. */
export async function* lakeLines(duck: Duck, file: string, folder: string): AsyncGenerator<string> {
  const columns = ARCHIVE_COLUMNS.filter(({ restores }) => restores !== null)
  const values = columns.map((column) => `${lakeValue(column)} AS "${column.restores}"`).join(', ')
  const from = `FROM read_parquet(${sqlText(file)})`
  const whole = join(folder, 'restored.ndjson')
  await duck.run(`COPY (SELECT ${values} ${from} WHERE raw_bytes IS NULL) TO ${sqlText(whole)} (FORMAT json)`)
  yield* pieces(createReadStream(whole), folder)
  await rm(whole)
  const odd = await duck.rows<Record<string, unknown>>(
    `SELECT ${values}, to_base64(raw_bytes) AS base64 ${from} WHERE raw_bytes IS NOT NULL`,
  )
  if (odd.length > 0) yield* pieces(Readable.from(odd.map(lineWithBytes)), folder)
}

function lineWithBytes({ base64, raw: _, ...values }: Record<string, unknown>): Buffer {
  const parts: (Buffer | string)[] = [`${JSON.stringify(values).slice(0, -1)},"raw":"`]
  for (const byte of Buffer.from(String(base64), 'base64')) {
    if (byte === 0x22 || byte === 0x5c) parts.push('\\', String.fromCharCode(byte))
    else if (byte < 0x20) parts.push(`\\u${byte.toString(16).padStart(4, '0')}`)
    else parts.push(Buffer.of(byte))
  }
  parts.push('"}\n')
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}
