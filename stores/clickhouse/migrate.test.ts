import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FRESH_LAKE, tablesAsMade } from './fresh-lake.ts'
import { applyMigrations, migrateClickhouse, readMigrations } from './migrate.ts'
import { setRetention } from './retention.ts'
import { rows, START_MS, useEngine } from './test-engine.ts'

const engine = useEngine({ migrated: false })
/** Each of these applies every migration, some of them several times, on machines that do other things as well. */
const timeout = 5 * START_MS

function migrationsOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-migrations-'))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  const migrations = readMigrations(folder)
  rmSync(folder, { recursive: true })
  return migrations
}

test('migrations are applied once', { timeout }, async () => {
  const { client } = engine()
  const names = readMigrations().map(({ name }) => name)
  expect(await migrateClickhouse(client)).toEqual(names)
  expect(await migrateClickhouse(client)).toEqual([])
})

test('an empty database gets the same tables as from the single migrations', { timeout }, async () => {
  const { client } = engine()
  const drop = async () => {
    const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY engine = 'MaterializedView' DESC`
    for (const { name } of await rows<{ name: string }>(client, sql))
      await client.command({ query: `DROP TABLE ${name} SYNC` })
  }
  await drop()
  await applyMigrations(client, readMigrations())
  const migrated = await tablesAsMade(client)
  expect(migrated, 'run: node bin/run.mjs stores/clickhouse/write-fresh-lake.ts').toBe(readFileSync(FRESH_LAKE, 'utf8'))
  await drop()
  await migrateClickhouse(client)
  expect(await tablesAsMade(client)).toBe(migrated)
  // As one that was cut short before it was recorded: the migrations find everything there.
  await client.command({ query: 'TRUNCATE TABLE schema_migrations' })
  expect(await migrateClickhouse(client)).toHaveLength(readMigrations().length)
  expect(await tablesAsMade(client)).toBe(migrated)
})

test('an insert is acknowledged only when its rows are on disk', { timeout }, async () => {
  const { client } = engine()
  await migrateClickhouse(client)
  const synced = 'fsync_after_insert = 1, fsync_part_directory = 1'
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine != 'MaterializedView' AND position(engine_full, '${synced}') = 0`
  expect(await rows(client, sql)).toEqual([])
})

test('a database of a newer build is refused', { timeout }, async () => {
  const { client } = engine()
  await migrateClickhouse(client)
  await expect(migrateClickhouse(client, readMigrations().slice(0, 1))).rejects.toMatchObject({
    code: 'data_dir_newer',
  })
})

test('a migration that was edited after it was applied is refused', { timeout }, async () => {
  const { client } = engine()
  await migrateClickhouse(client)
  const edited = readMigrations().map((migration) => ({ ...migration, checksum: 'other' }))
  await expect(migrateClickhouse(client, edited)).rejects.toMatchObject({ code: 'conflict' })
})

test('a migration that fails is not recorded', { timeout }, async () => {
  const { client } = engine()
  await migrateClickhouse(client)
  const failing = migrationsOf({ '9001-bad.sql': 'CREATE TABLE half (a UInt8) ENGINE = Memory; CREATE NONSENSE' })
  await expect(migrateClickhouse(client, [...readMigrations(), ...failing])).rejects.toThrow(/Syntax error/)
  expect(await rows(client, 'SELECT name FROM schema_migrations WHERE version = 9001')).toEqual([])
  await client.command({ query: 'DROP TABLE half' })
  expect(() => migrationsOf({ 'wrong.sql': '' })).toThrow(/not named like a migration/)
})

test('retention can be set, but not below the guaranteed minimum', { timeout }, async () => {
  const { client } = engine()
  await migrateClickhouse(client)
  await setRetention(client, { eventsDays: 500 })
  const query = `SELECT create_table_query AS sql FROM system.tables WHERE name = 'events' AND database = currentDatabase()`
  expect((await rows<{ sql: string }>(client, query))[0]?.sql).toContain('toIntervalDay(500)')
  await expect(setRetention(client, { eventsDays: 399 })).rejects.toMatchObject({ code: 'bad_config' })
})

test('does not wait for an index that is built for a large lake', { timeout }, async () => {
  const { client } = engine()
  await client.command({ query: 'CREATE TABLE large (n UInt64) ENGINE = MergeTree ORDER BY n' })
  await client.command({ query: 'INSERT INTO large SELECT number FROM numbers(10)' })
  // No build proceeds until merges start again.
  await client.command({ query: 'SYSTEM STOP MERGES large' })
  const sql = 'ALTER TABLE large ADD INDEX at n TYPE minmax; ALTER TABLE large MATERIALIZE INDEX at;'
  const added = [...readMigrations(), ...migrationsOf({ '9998-large.sql': sql })]
  expect(await applyMigrations(client, added)).toContain('9998-large.sql')
  const waiting = () =>
    rows<{ n: number }>(
      client,
      `SELECT toUInt32(count()) AS n FROM system.mutations WHERE table = 'large' AND NOT is_done`,
    )
  expect(await waiting()).toEqual([{ n: 1 }])
  await client.command({ query: 'SYSTEM START MERGES large' })
})
