import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { AppError } from '../../platform/errors.ts'
import type { Credentials } from './embedded/credentials.ts'
import { urlOf } from './embedded/provision.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/start.ts'
import { migrate } from './migrate.ts'

export type TestDatabase = {
  /** The owner's: `withOperator` and `migrate`. */
  readonly url: string
  /** Signs in as `svc_app`. */
  readonly appUrl: string
}

export type TestPostgres = TestDatabase & {
  /** A migrated database of its own, copied from a template in some tens of milliseconds. */
  database(): Promise<TestDatabase>
  /** Stops the server and removes its files. Call it in `afterAll`. */
  close(): Promise<void>
}

/** A real server for the tests of one file. Starting it takes seconds: once a file, in `beforeAll` with a long timeout. */
export async function withTestPostgres(): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-postgres-'))
  const server = await startOnFreePort(dataDir)
  await migrate(server.url)
  const { superuser, owner, app } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  const port = Number(new URL(server.url).port)
  const admin = urlOf('postgres', superuser, port, 'postgres')
  const named = (name: string) => ({
    url: urlOf('svc_owner', owner, port, name),
    appUrl: urlOf('svc_app', app, port, name),
  })
  await copyDatabase(admin, 'svc', 'svc_template')
  return {
    ...named('svc'),
    async database() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await copyDatabase(admin, 'svc_template', name)
      return named(name)
    },
    async close() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Somebody else may take a free port before Postgres does, so it tries some. */
export async function startOnFreePort(dataDir: string, attempts = 5): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, port: await freePort(), log: pino({ level: 'silent' }) })
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'port_taken'
    if (!isTaken || attempts === 1) throw error
    return startOnFreePort(dataDir, attempts - 1)
  }
}

/** Names are made here, so they are safe in a statement that takes no parameters. */
async function copyDatabase(admin: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${to} TEMPLATE ${from} OWNER svc_owner`)
    await client.query(`REVOKE ALL ON DATABASE ${to} FROM PUBLIC`)
    await client.query(`GRANT CONNECT ON DATABASE ${to} TO svc_app`)
  } finally {
    await client.end()
  }
}
