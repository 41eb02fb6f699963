/**
 * Runs a person's SQL over files, in a DuckDB instance of its own that is locked down before it sees the statement: it
 * can read the files of its views and its own spill folder, but no other file, no network and no extension, and no
 * statement can change that. Only a single SELECT is executed, because a readable file could also be written.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api'
import { AppError } from '../../platform/errors.ts'
import { sqlText } from './duckdb.ts'

export type FileKind = 'parquet' | 'csv' | 'ndjson'
export type FileView = { readonly name: string; readonly kind: FileKind; readonly files: readonly string[] }

export type FileQuery = {
  readonly sql: string
  readonly views: readonly FileView[]
  /** Further rows are not returned. */
  readonly rowsMax: number
  readonly memoryMb: number
  readonly threads: number
  /** Disk space for data that does not fit into memory. */
  readonly diskMb: number
  /** When aborted, the statement ends, and the promise rejects with the reason. */
  readonly signal: AbortSignal
}

export type FileAnswer = {
  /** Types are DuckDB's. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Cells of JSON; whole numbers past 2^53, decimals and times are texts. */
  readonly rows: readonly (readonly unknown[])[]
  readonly hasMore: boolean
}

/** Rejects with `bad_request` for an error of DuckDB, `forbidden` for anything but a single SELECT. */
export async function queryFiles({ sql, views, rowsMax, ...bounds }: FileQuery): Promise<FileAnswer> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  // A new folder, because the statement can read it: it must hold no other query's data.
  const folder = await mkdtemp(join(tmpdir(), 'svc-query-'))
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(bounds.threads),
    memory_limit: `${bounds.memoryMb}MB`,
    temp_directory: join(folder, 'spill'),
    max_temp_directory_size: `${bounds.diskMb}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  const interrupt = () => connection.interrupt()
  bounds.signal.addEventListener('abort', interrupt)
  try {
    bounds.signal.throwIfAborted()
    for (const statement of setUp(views)) await connection.run(statement)
    const prepared = await onlySelect(connection, sql)
    return await rowsOf(await prepared.stream(), rowsMax)
  } catch (error) {
    bounds.signal.throwIfAborted()
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', (error as Error).message.trim(), { cause: error })
  } finally {
    bounds.signal.removeEventListener('abort', interrupt)
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
}

function setUp(views: readonly FileView[]): readonly string[] {
  const files = views.flatMap((view) => view.files)
  return [
    "SET TimeZone = 'UTC'",
    ...views.map((view) => `CREATE VIEW ${view.name} AS SELECT * FROM ${scanOf(view)}`),
    `SET allowed_paths = [${files.map(sqlText).join(', ')}]`,
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ]
}

function scanOf({ kind, files }: FileView): string {
  const list = `[${files.map(sqlText).join(', ')}]`
  if (kind === 'parquet') return `read_parquet(${list}, union_by_name = true)`
  return kind === 'csv' ? `read_csv(${list}, union_by_name = true)` : `read_json(${list}, format = 'newline_delimited')`
}

async function onlySelect(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const { StatementType } = await import('@duckdb/node-api')
  const statements = await connection.extractStatements(sql)
  if (statements.count !== 1)
    throw new AppError('forbidden', `one SELECT is carried out, and these are ${statements.count} statements`)
  const prepared = await statements.prepare(0)
  if (prepared.statementType === StatementType.SELECT) return prepared
  throw new AppError('forbidden', `one SELECT is carried out, and no ${StatementType[prepared.statementType]}`)
}

async function rowsOf(result: DuckDBResult, rowsMax: number): Promise<FileAnswer> {
  const types = result.columnTypes().map(String)
  const columns = result.columnNames().map((name, at) => ({ name, type: types[at] ?? '' }))
  const rows: unknown[][] = []
  for await (const part of result.yieldRowsJson()) {
    for (const cells of part) {
      if (rows.length === rowsMax) return { columns, rows, hasMore: true }
      rows.push(cells.map((value, at) => (types[at] === 'BIGINT' ? exact(value) : value)))
    }
  }
  return { columns, rows, hasMore: false }
}

/** Numbers that JSON holds exactly are numbers. */
function exact(value: unknown): unknown {
  return typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}
