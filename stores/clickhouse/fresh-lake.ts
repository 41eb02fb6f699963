/**
 * The tables of the lake as all migrations together leave them, for an empty database: `events` grew by fifty changes, each
 * of which the engine checks against every column, which is 3 of the 12 seconds of CPU of a first start.
 */
import { readFileSync } from 'node:fs'
import type { ClickHouseClient } from '@clickhouse/client'
import { splitStatements } from './split-statements.ts'

/** Written by `write-fresh-lake.ts`, and held equal to the migrations by `migrate.test.ts`. */
export const FRESH_LAKE = new URL('./fresh-lake.sql', import.meta.url).pathname

const HEAD =
  '-- Written by write-fresh-lake.ts from migrations/. Change nothing here: add a migration, and run it again.\n'
/** The record of migrations is made before, and a view only when the tables that it reads and fills are there. */
const TABLES = /* sql */ `
  SELECT name FROM system.tables
  WHERE database = currentDatabase() AND name != 'schema_migrations'
  ORDER BY engine = 'MaterializedView', name`

export const freshLakeStatements = (): string[] => splitStatements(readFileSync(FRESH_LAKE, 'utf8'))

/** False where anything was made, also by a run that was cut short. */
export async function isEmptyLake(client: ClickHouseClient): Promise<boolean> {
  return (await namesOfTables(client)).length === 0
}

/** The statements that make every table of the database, without the name of the database. */
export async function tablesAsMade(client: ClickHouseClient): Promise<string> {
  const statements: string[] = []
  for (const name of await namesOfTables(client)) {
    const answer = await client.query({ query: `SHOW CREATE TABLE ${name}`, format: 'JSONEachRow' })
    const [{ statement = '' } = {}] = await answer.json<{ statement: string }>()
    statements.push(
      `${statement.replaceAll(/\bdefault\./g, '').replace(/^CREATE (TABLE|MATERIALIZED VIEW) /, 'CREATE $1 IF NOT EXISTS ')};\n`,
    )
  }
  return [HEAD, ...statements].join('\n')
}

async function namesOfTables(client: ClickHouseClient): Promise<string[]> {
  const answer = await client.query({ query: TABLES, format: 'JSONEachRow' })
  return (await answer.json<{ name: string }>()).map(({ name }) => name)
}
