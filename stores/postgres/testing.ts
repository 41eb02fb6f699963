import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { fill, folderOf } from '../test-folders.ts'
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

const DATABASE_TEMPLATE = 'svc_template'

/** A real server for the tests of one file alone. Call it once per file, in `beforeAll` with a long timeout. */
export function withTestPostgres(): Promise<TestPostgres> {
  return openTestPostgres(inject('serversDir'))
}

/** The same in a folder of a caller that is no test. */
export async function openTestPostgres(dir: string): Promise<TestPostgres> {
  const dataDir = await folderOf(dir, 'postgres', makeCluster)
  const server = await startOnFreePort(dataDir)
  return {
    url: server.url,
    appUrl: server.appUrl,
    async database() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await copyDatabase(superuserUrl(dataDir, server), DATABASE_TEMPLATE, name)
      return { url: inDatabase(server.url, name), appUrl: inDatabase(server.appUrl, name) }
    },
    async close() {
      // Immediately, because nothing reads the result of a last checkpoint.
      process.kill(server.pid, 'SIGQUIT')
      await server.exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies a migrated cluster into an empty folder, for an installation that has not started yet. */
export function putCluster(folder: string): Promise<void> {
  return fill(folder, inject('serversDir'), 'postgres', makeCluster)
}

async function makeCluster(dataDir: string): Promise<void> {
  const server = await startOnFreePort(dataDir)
  await migrate(server.url)
  await copyDatabase(superuserUrl(dataDir, server), 'svc', DATABASE_TEMPLATE)
  await server.stop()
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Another process may take a free port before Postgres does, so several are tried. */
export async function startOnFreePort(dataDir: string, attempts = 5): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir, port: await freePort(), log: pino({ level: 'silent' }) })
  } catch (error) {
    const isPortInUse = error instanceof AppError && error.code === 'port_taken'
    if (!isPortInUse || attempts === 1) throw error
    return startOnFreePort(dataDir, attempts - 1)
  }
}

function superuserUrl(dataDir: string, server: EmbeddedPostgres): string {
  const { superuser } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  return urlOf('postgres', superuser, Number(new URL(server.url).port), 'postgres')
}

function inDatabase(url: string, name: string): string {
  const named = new URL(url)
  named.pathname = name
  return named.href
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
