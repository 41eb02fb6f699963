import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { migrate } from './migrate.ts'
import { freePort, type TestPostgres, withTestPostgres } from './testing.ts'

// A real server on a machine that may be busy with others.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestPostgres
let folder = ''
let url = ''

beforeAll(async () => {
  server = await withTestPostgres()
}, 120_000)
afterAll(() => server.close())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-migrations-'))
  const shipped = join(import.meta.dirname, 'migrations')
  for (const name of readdirSync(shipped)) copyFileSync(join(shipped, name), join(folder, name))
  url = (await server.database()).url
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function add(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql)
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('applies new migrations once, in order', async () => {
  add('9002-second.sql', 'INSERT INTO t VALUES (2)')
  add('9001-first.sql', 'CREATE TABLE t (n int); INSERT INTO t VALUES (1)')
  expect(await migrate(url, folder)).toEqual(['9001-first.sql', '9002-second.sql'])
  expect(await migrate(url, folder)).toEqual([])
  expect(await query('SELECT n FROM t ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
})

test('two starters at once apply each migration once', async () => {
  add('9001-first.sql', 'CREATE TABLE t (n int); SELECT pg_sleep(0.05); INSERT INTO t VALUES (1)')
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
  expect(applied.flat()).toEqual(['9001-first.sql'])
  expect(await query('SELECT n FROM t')).toEqual([{ n: 1 }])
})

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  add('9001-first.sql', 'CREATE TABLE t (n int)')
  add('9002-broken.sql', 'CREATE TABLE u (n int); SELECT 1 / 0')
  await expect(migrate(url, folder)).rejects.toMatchObject({ code: '22012' })
  expect(await query(`SELECT to_regclass('t')::text AS t, to_regclass('u')::text AS u`)).toEqual([{ t: 't', u: null }])
  add('9002-broken.sql', 'CREATE TABLE u (n int)')
  expect(await migrate(url, folder)).toEqual(['9002-broken.sql'])
})

test('a newer database is refused', async () => {
  add('9001-future.sql', 'CREATE TABLE t (n int)')
  await migrate(url, folder)
  await expect(migrate(url)).rejects.toMatchObject({ code: 'data_dir_newer', message: expect.stringContaining('9001') })
})

test('a migration that was changed after it was applied is refused', async () => {
  add('9001-first.sql', 'CREATE TABLE t (n int)')
  await migrate(url, folder)
  add('9001-first.sql', 'CREATE TABLE t (n bigint)')
  await expect(migrate(url, folder)).rejects.toMatchObject({ code: 'bad_config' })
})

test('two migrations with the same number fail an assertion', async () => {
  add('9001-a.sql', 'SELECT 1')
  add('9001-b.sql', 'SELECT 1')
  await expect(migrate(url, folder)).rejects.toThrow('share a number')
})

test('a database that does not answer is unavailable', async () => {
  const nowhere = `postgres://x:y@127.0.0.1:${await freePort()}/svc`
  await expect(migrate(nowhere)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a migration fails when row security would hide rows from it, instead of changing none', async () => {
  await migrate(url, folder)
  add('9001-hidden.sql', `UPDATE connector_polls SET fetched = taken`)
  await expect(migrate(url, folder)).rejects.toThrow(/row-level security/)
  const seen = `ALTER TABLE connector_polls NO FORCE ROW LEVEL SECURITY;
    UPDATE connector_polls SET fetched = taken;
    ALTER TABLE connector_polls FORCE ROW LEVEL SECURITY;`
  add('9001-hidden.sql', seen)
  expect(await migrate(url, folder)).toEqual(['9001-hidden.sql'])
})
