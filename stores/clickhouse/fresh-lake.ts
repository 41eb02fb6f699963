/**
 * Creates the lake's tables in an empty database in their final form. Running all migrations takes longer: `events`
 * grew by fifty changes, each of which the engine checks against every column, 3 of the 12 CPU seconds of a first
 * start.
 */
import { readFileSync } from 'node:fs'
import type { ClickHouseClient } from '@clickhouse/client'
import { splitStatements } from './split-statements.ts'

/** Written by `write-fresh-lake.ts`; `migrate.test.ts` checks that it equals the result of the migrations. */
export const FRESH_LAKE = new URL('./fresh-lake.sql', import.meta.url).pathname

const HEAD =
  '-- Written by write-fresh-lake.ts from migrations/. Change nothing here: add a migration, and run it again.\n'
/**
 * Leaves out the record of migrations, which exists before. Views come last, because the tables that they read and fill
 * must exist.
 */
const TABLES = /* sql */ `
  SELECT name FROM system.tables
  WHERE database = currentDatabase() AND name != 'schema_migrations'
  ORDER BY engine = 'MaterializedView', name`

export const freshLakeStatements = (): string[] => splitStatements(readFileSync(FRESH_LAKE, 'utf8'))

/** False when any table exists, also one from an interrupted run. */
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
