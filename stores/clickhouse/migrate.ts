import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { AppError } from '../../platform/errors.ts'
import { freshLakeStatements, isEmptyLake } from './fresh-lake.ts'
import { splitStatements } from './split-statements.ts'
import { createPolicies } from './tenant-policies.ts'

export type Migration = {
  readonly version: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}
type Applied = { readonly version: number; readonly name: string; readonly checksum: string }

const FOLDER = new URL('./migrations/', import.meta.url).pathname
const FILE = /^(\d{4})-[a-z0-9-]+\.sql$/

/** The migrations of this build, lowest first. */
export function readMigrations(folder: string = FOLDER): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const version = FILE.exec(name)?.[1]
      if (version === undefined) throw new AppError('bad_config', `${name} is not named like a migration`)
      const sql = readFileSync(join(folder, name), 'utf8')
      return { version: Number(version), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings the database to this build's tables and returns the names of the files that it applied. A file is recorded
 * after its last statement, and every statement can run twice (IF NOT EXISTS), so an interrupted run is simply
 * repeated. Throws `data_dir_newer` when a newer build wrote the database, and `conflict` when a file was edited after
 * it had been applied.
 */
export async function migrateClickhouse(
  client: ClickHouseClient,
  migrations?: readonly Migration[],
): Promise<string[]> {
  if (migrations === undefined && (await isEmptyLake(client))) return makeFreshLake(client)
  const names = await applyMigrations(client, migrations ?? readMigrations())
  await createPolicies(client)
  return names
}

/**
 * Building or dropping an index or rewriting rows takes minutes to hours in a large lake and would delay the start. The
 * engine continues in the background and reads rows as before until it is done.
 */
const NOT_WAITED_FOR = { mutations_sync: '0', alter_sync: '0' } as const

/** Applies the missing migrations in order and returns their names. */
export async function applyMigrations(client: ClickHouseClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.command({ query: CREATE_RECORD })
  const pending = pendingMigrations(migrations, await appliedMigrations(client))
  for (const migration of pending) {
    for (const query of splitStatements(migration.sql))
      await client.command({ query, clickhouse_settings: NOT_WAITED_FOR })
    await recordApplied(client, [migration])
  }
  return pending.map((migration) => migration.name)
}

/** Creates the final tables in an empty database. An interrupted run is completed by the ordinary migrations. */
async function makeFreshLake(client: ClickHouseClient): Promise<string[]> {
  const migrations = readMigrations()
  await client.command({ query: CREATE_RECORD })
  for (const query of freshLakeStatements()) await client.command({ query })
  await recordApplied(client, migrations)
  await createPolicies(client)
  return migrations.map(({ name }) => name)
}

async function recordApplied(client: ClickHouseClient, migrations: readonly Migration[]): Promise<void> {
  const values = migrations.map(({ version, name, checksum }) => ({ version, name, checksum }))
  await client.insert({ table: 'schema_migrations', values, format: 'JSONEachRow' })
}

/** Two processes may record the same file; readers use FINAL, which leaves one row. */
export const CREATE_RECORD = /* sql */ `
  CREATE TABLE IF NOT EXISTS schema_migrations
    (version UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3))
  ENGINE = ReplacingMergeTree ORDER BY version SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`

async function appliedMigrations(client: ClickHouseClient): Promise<Applied[]> {
  const query = /* sql */ `SELECT version, name, checksum FROM schema_migrations FINAL ORDER BY version`
  const answer = await client.query({ query, format: 'JSONEachRow' })
  return answer.json<Applied>()
}

function pendingMigrations(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of applied) {
    const ours = known.get(version)
    if (!ours) throw new AppError('data_dir_newer', `the database has ${name}, which this build does not know`)
    if (ours.checksum !== checksum) throw new AppError('conflict', `${name} was changed after it had been applied`)
  }
  const done = new Set(applied.map((row) => row.version))
  return migrations.filter((migration) => !done.has(migration.version))
}
