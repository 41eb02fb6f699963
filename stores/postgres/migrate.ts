import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import { asAppError } from './errors.ts'

type Migration = { readonly version: number; readonly name: string; readonly sql: string; readonly checksum: string }

const FOLDER = join(import.meta.dirname, 'migrations')
/** The address may not be Postgres and never answer, so connecting has a time limit. */
const CONNECT_TIMEOUT_MS = 10_000
/** Key of the advisory lock: arbitrary, but the same in every version, so that two starters run one after another. */
const LOCK = 5_461_283
/** Older migrations were applied before migrations with hidden rows were made to fail. */
const FAILS_ON_HIDDEN_ROWS_FROM = 450
/** The roles depend on `GRANT ... WITH SET` and `pg_has_role(..., 'SET')`, which exist since Postgres 16. */
const OLDEST_SERVER = 160_000

/**
 * Brings the database of `url` (the owner's) up to date and returns the names of what it applied. Each file is one
 * transaction. A database that knows a migration we do not is `data_dir_newer`: its rows may mean something else.
 * The owner is under row security like everybody. A migration that rewrites rows takes `NO FORCE ROW LEVEL SECURITY` on
 * their tables and gives it back, or becomes svc_operator with a policy and `SET LOCAL row_security = on`; otherwise it
 * fails, where it would have found no rows and changed none.
 */
export async function migrate(url: string, folder = FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'svc migrate',
  })
  client.on('error', () => undefined) // the running statement rejects with it
  try {
    await client.connect()
    await requireServer(client)
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    const pending = await pendingOf(client, migrations)
    for (const migration of pending) await apply(client, migration)
    return pending.map((migration) => migration.name)
  } catch (error) {
    throw asAppError(error)
  } finally {
    await client.end().catch(() => undefined) // the end of the session releases the lock
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const migrations = names.map((name) => {
    assert(/^\d{4}-[a-z0-9-]+\.sql$/.test(name), `migration ${name} is named NNNN-what-it-does.sql`)
    const sql = readFileSync(join(folder, name), 'utf8')
    return { version: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
  assert(new Set(migrations.map((m) => m.version)).size === names.length, 'no two migrations share a number')
  return migrations
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ v: number }>(`SELECT current_setting('server_version_num')::int AS v`)
  if ((rows[0]?.v ?? 0) < OLDEST_SERVER) throw new AppError('bad_config', 'Postgres 16 or newer is needed')
}

async function pendingOf(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(/* sql */ `CREATE TABLE IF NOT EXISTS svc_migrations (
    version int PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'SELECT version, name, checksum FROM svc_migrations ORDER BY version',
  )
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of rows) {
    const ours = known.get(version)
    if (!ours) throw new AppError('data_dir_newer', `the database was migrated by a newer version (it has ${name})`)
    if (ours.checksum !== checksum) throw new AppError('bad_config', `migration ${name} changed after it was applied`)
  }
  const applied = new Set(rows.map((row) => row.version))
  return migrations.filter((migration) => !applied.has(migration.version))
}

async function apply(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    if (version >= FAILS_ON_HIDDEN_ROWS_FROM) await client.query('SET LOCAL row_security = off')
    await client.query(sql)
    await client.query('RESET ROLE') // a migration may have become another role to rewrite rows
    const values = [version, name, checksum]
    await client.query('INSERT INTO svc_migrations (version, name, checksum) VALUES ($1, $2, $3)', values)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
