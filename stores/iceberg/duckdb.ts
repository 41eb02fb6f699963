/** DuckDB inside this process, open for one piece of work; the library is loaded on first use. */
import type { DuckDBConnection } from '@duckdb/node-api'

export type DuckOptions = { readonly memoryMb: number; readonly tempFolder: string; readonly file?: string }

export type Duck = {
  run(sql: string): Promise<void>
  /** Numbers beyond 2^53, times and decimals are texts. */
  rows<T>(sql: string): Promise<T[]>
}

/** Downloads nothing: only built-in extensions are available. */
export async function withDuckdb<T>(options: DuckOptions, work: (duck: Duck) => Promise<T>): Promise<T> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(options.file ?? ':memory:', {
    threads: '2',
    memory_limit: `${options.memoryMb}MB`,
    temp_directory: options.tempFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'false',
  })
  const connection = await instance.connect()
  try {
    await connection.run(`SET TimeZone = 'UTC'`)
    return await work(duckOf(connection))
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

function duckOf(connection: DuckDBConnection): Duck {
  return {
    run: async (sql) => {
      await connection.run(sql)
    },
    rows: async <T>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as T[],
  }
}

export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`
