import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { processStamp } from '../../../platform/process-stamp.ts'
import { freePort, startOnFreePort } from '../testing.ts'
import { serverAccount } from './account.ts'
import { createCluster, hasCluster, prepareDataDir } from './cluster.ts'
import { engineBin } from './engine.ts'
import { standsIn } from './processes.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts'

const isRoot = process.getuid?.() === 0
const log = pino({ level: 'silent' })
let home = ''
let dataDir = ''
const running: { stop(): Promise<unknown> }[] = []

beforeEach(() => {
  home = mkdtempSync(join(inject('serversDir'), 'embedded-'))
  chmodSync(home, 0o755)
  dataDir = join(home, 'postgres')
})

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  rmSync(home, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startOnFreePort(dataDir)
  running.push(server)
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !holds(); await delay(20))
    if (Date.now() > end) throw new Error(`never: ${what}`)
}

/** A starter that can be killed, in a process group of its own. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const script = join(import.meta.dirname, 'start-and-wait.ts')
  const args = [script, dataDir, String(await freePort())]
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push({
    async stop() {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    },
  })
  const line = child.stdout ? String((await once(child.stdout, 'data'))[0]) : ''
  return { child, ...(JSON.parse(line) as { url: string; pid: number }) }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false // ended meanwhile
      }
    })
    .map(Number)
}

describe('a started server', { timeout: 120_000 }, () => {
  test('is durable, listens only on the loopback address, and its roles own and bypass nothing that they must not', async () => {
    const server = await start()
    const [settings] = await query(
      server.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listen,
         current_setting('server_version_num')::int AS version`,
    )
    expect(settings).toMatchObject({ fsync: 'on', listen: '127.0.0.1' })
    expect((settings as { version: number }).version).toBeGreaterThanOrEqual(180_000)
    const roles = `SELECT rolname FROM pg_roles WHERE rolname LIKE 'svc\\_%' AND (rolsuper OR rolbypassrls OR rolcreaterole)`
    expect(await query(server.url, roles)).toEqual([])
    expect(await query(server.appUrl, 'SELECT current_user AS me')).toEqual([{ me: 'svc_app' }])
  })

  test('keeps its passwords in a file that only its starter can read, and accepts no other', async () => {
    const server = await start()
    expect(statSync(join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600)
    const wrong = new URL(server.url)
    wrong.password = 'x'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    if (isRoot) expect(statSync(join(dataDir, 'cluster')).uid).not.toBe(0)
  })

  test('has its rows again after a stop and a start', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n')
    await first.stop()
    expect(await first.exited).toEqual({ code: 0, signal: null })
    const second = await start()
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
  })

  test('refuses a second starter while the first one runs', async () => {
    await start()
    await expect(start()).rejects.toMatchObject({ code: 'data_dir_in_use' })
  })

  test('reports that its port is in use, and can then be started on another one', async () => {
    const first = await start()
    const usedPort = Number(new URL(first.url).port)
    const other = { dataDir: join(home, 'other'), port: usedPort, log }
    await expect(startEmbeddedPostgres(other)).rejects.toMatchObject({
      code: 'port_taken',
      message: expect.stringContaining('is taken'),
    })
    dataDir = other.dataDir
    await start()
  })
})

describe('a killed server', { timeout: 120_000 }, () => {
  test('is back at once with every committed row, although a backend of the old one was busy', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept (n int)')
    for (let n = 0; n < 20; n++) await query(first.url, `INSERT INTO kept VALUES (${n})`)
    const busy = query(first.url, 'SELECT count(*) FROM generate_series(1, 1000000000)').catch(() => 'cut')
    process.kill(first.pid, 'SIGKILL')
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
    const second = await start()
    expect(await query(second.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 20 }])
    expect(await busy).toBe('cut')
  })

  test('reports unusable passwords without repeating them', async () => {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'credentials.json'), '{"superuser":"half of a pass')
    const refused = { code: 'bad_config', message: expect.not.stringContaining('half') }
    await expect(startEmbeddedPostgres({ dataDir, port: 1, log })).rejects.toMatchObject(refused)
  })

  test('an initdb that outlived its starter does not prevent the next one from creating the cluster', async () => {
    const account = serverAccount(dataDir)
    prepareDataDir(dataDir, account)
    const bin = engineBin(account)
    const outlived = createCluster(dataDir, bin, account, 'secret').catch(() => undefined)
    await createCluster(dataDir, bin, account, 'secret')
    await outlived
    expect(hasCluster(dataDir)).toBe(true)
  })

  test('an interrupted start leaves nothing that looks like a cluster', async () => {
    mkdirSync(join(dataDir, 'cluster.new', 'cluster'), { recursive: true })
    writeFileSync(join(dataDir, 'cluster.new', 'cluster', 'PG_VERSION'), '18\n')
    const server = await start()
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('a killed starter', { timeout: 120_000 }, () => {
  test('takes its server with it, even when its whole process group is killed', async () => {
    const { child, pid } = await startElsewhere()
    expect(processStamp(pid)).not.toBeNull()
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await until('the server ended', () => processStamp(pid) === null)
  })

  test.skipIf(process.platform !== 'linux')(
    'and a killed keeper leave a server that the next start stops',
    async () => {
      const { child, url, pid } = await startElsewhere()
      await query(url, 'CREATE TABLE kept AS SELECT 7 AS n')
      const keepers = childrenOf(child.pid ?? 0).filter((other) => other !== pid)
      expect(keepers).toHaveLength(1)
      for (const keeper of keepers) process.kill(keeper, 'SIGKILL')
      process.kill(child.pid ?? 0, 'SIGKILL')
      await once(child, 'exit')
      expect(standsIn(pid, join(dataDir, 'cluster'))).toBe(true)
      const server = await start()
      expect(processStamp(pid)).toBeNull()
      expect(await query(server.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    },
  )

  test('a lock file whose pid belongs to another program does not prevent the start', async () => {
    await (await start()).stop()
    const line = `${process.pid}\n${join(dataDir, 'cluster')}\n1\n5432\n\n127.0.0.1\n\nready\n`
    writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), line)
    const server = await start()
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe.runIf(isRoot && process.platform === 'linux')('as root, below a closed parent', { timeout: 120_000 }, () => {
  test('the server gets access, recovers after a kill, and an orphan is found', async () => {
    chmodSync(home, 0o700)
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS n')
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const second = await start()
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }])
    expect(standsIn(second.pid, join(dataDir, 'cluster'))).toBe(true)
  })
})
