import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { openClickhouse } from '../client.ts'
import { newDataDir, rows, START_MS, startEngine } from '../test-engine.ts'

const folders: string[] = []
const folder = () => {
  const dir = newDataDir()
  folders.push(dir)
  return dir
}
afterEach(() => {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true })
})

test('a killed engine keeps every acknowledged row, stale bodies are deleted, and other users are refused', {
  timeout: START_MS,
}, async () => {
  const dataDir = folder()
  const first = await startEngine(dataDir)
  const client = openClickhouse({ url: first.url })
  await client.command({ query: 'CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a' })
  let acknowledged = 0
  const insert = async (): Promise<void> => {
    await client.insert({ table: 't', values: [{ a: acknowledged }], format: 'JSONEachRow' })
    acknowledged += 1
    if (acknowledged === 20) process.kill(first.pid, 'SIGKILL')
    return insert()
  }
  await expect(insert()).rejects.toThrow()
  expect((await first.exited).signal).toBe('SIGKILL')
  await client.close()
  writeFileSync(join(dataDir, 'tmp', 'body-99'), 'left behind')
  writeFileSync(join(dataDir, 'http-password'), '') // as a power cut may
  chmodSync(dataDir, 0o755) // as an older build made it

  const second = await startEngine(dataDir)
  const again = openClickhouse({ url: second.url })
  const [found] = await rows<{ n: number; top: number }>(
    again,
    'SELECT toUInt32(uniqExact(a)) AS n, toUInt32(max(a)) AS top FROM t',
  )
  expect(found?.n).toBeGreaterThanOrEqual(acknowledged)
  expect(found?.top).toBe((found?.n ?? 0) - 1)
  expect(existsSync(join(dataDir, 'tmp', 'body-99'))).toBe(false)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect((await fetch(`${new URL(second.url).origin}/?query=SELECT%201`)).status).toBe(401)
  await again.close()
  await second.stop()
  expect(await second.exited).toEqual({ code: 0, signal: null })
})

test('an engine whose reads cannot be cancelled ends, and starts again with every row', {
  timeout: 4 * START_MS,
}, async () => {
  const dataDir = folder()
  const first = await startEngine(dataDir)
  const client = openClickhouse({ url: first.url })
  await client.command({ query: 'CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a' })
  await client.insert({ table: 't', values: [{ a: 1 }], format: 'JSONEachRow' })
  // One expression over one row: the engine notices no cancellation before it has computed it, after hours. Two of them
  // hold two of three lanes.
  const gone = new AbortController()
  const endless = 'SELECT arrayCount(x -> has(range(1000000), x + 2000000), range(1000000))'
  const ended = Promise.allSettled([1, 2].map(() => client.query({ query: endless, abort_signal: gone.signal })))
  const running = () =>
    rows<{ n: number }>(
      client,
      "SELECT toUInt32(count()) AS n FROM system.processes WHERE query LIKE '%arrayCount(x%' AND query NOT LIKE '%processes%'",
    )
  await expect.poll(running, { timeout: START_MS }).toEqual([{ n: 2 }])
  gone.abort()
  await ended
  expect((await first.exited).signal).toBe('SIGKILL')
  await client.close()
  const second = await startEngine(dataDir)
  const again = openClickhouse({ url: second.url })
  expect(await rows(again, 'SELECT toUInt32(a) AS a FROM t')).toEqual([{ a: 1 }])
  await again.close()
  await second.stop()
})

test('a second process on the same folder is refused and the first continues', { timeout: START_MS }, async () => {
  const dataDir = folder()
  const first = await startEngine(dataDir)
  await expect(startEngine(dataDir)).rejects.toMatchObject({
    code: 'data_dir_in_use',
    message: expect.stringContaining(`${first.pid}`),
  })
  const client = openClickhouse({ url: first.url })
  expect(await rows(client, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await client.close()
  await first.stop()
})

test('an invalid flag ends the start with a list of all faults', { timeout: START_MS }, async () => {
  const { startEmbeddedClickhouse } = await import('./start.ts')
  const { openLog } = await import('../../../platform/log.ts')
  const options = { dataDir: folder(), port: 0, log: openLog('test', 'fatal'), threads: 0, readLanes: -1 }
  await expect(startEmbeddedClickhouse(options)).rejects.toMatchObject({
    message: expect.stringMatching(/threads.*read-lanes/),
  })
})

test('a slow start reports that it is starting, until it is done', { timeout: START_MS }, async () => {
  const { startEmbeddedClickhouse } = await import('./start.ts')
  const logLines: string[] = []
  const log = pino({}, { write: (line) => logLines.push((JSON.parse(line) as { msg: string }).msg) })
  const engine = await startEmbeddedClickhouse({ dataDir: folder(), port: 0, log, sayEveryMs: 5 })
  expect(logLines.at(-1)).toBe('clickhouse engine is ready')
  expect(new Set(logLines.slice(0, -1))).toEqual(new Set(['clickhouse engine is not ready yet']))
  await engine.stop()
  expect(logLines.at(-1), 'no more once it is ready').toBe('clickhouse engine is ready')
})

test('the engine ends when its parent is killed', { timeout: START_MS }, async () => {
  const dataDir = folder()
  const script = `import { startEmbeddedClickhouse } from ${JSON.stringify(new URL('./start.ts', import.meta.url).href)}`
  const start = `
    const log = { info() {} }
    const { pid } = await startEmbeddedClickhouse({ dataDir: ${JSON.stringify(dataDir)}, port: 0, log })
    console.log(pid)
  `
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script + start], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = await new Promise<number>((resolve) =>
    createInterface({ input: parent.stdout }).once('line', (line) => resolve(Number(line))),
  )
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: START_MS, interval: 50 }).toBe(false)
  const next = await startEngine(dataDir)
  await next.stop()
})

test.each(['SIGABRT', 'SIGSEGV', 'SIGBUS'] as const)(
  'a crash ends the process: %s',
  { timeout: START_MS },
  async (signal) => {
    const dataDir = folder()
    const engine = await startEngine(dataDir)
    const client = openClickhouse({ url: engine.url })
    await client.command({ query: 'CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a' })
    expect(await rows(client, 'SELECT * FROM t')).toEqual([])
    await client.close()
    execFileSync('prlimit', ['--pid', `${engine.pid}`, '--core=0'])
    process.kill(engine.pid, signal)
    expect(await engine.exited).toEqual({ code: null, signal })
  },
)

test('stops while a statement hangs, and keeps the folder usable', { timeout: START_MS }, async () => {
  const dataDir = folder()
  const first = await startEngine(dataDir)
  const client = openClickhouse({ url: first.url })
  await client.command({ query: 'CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a' })
  await client.command({ query: 'INSERT INTO t VALUES (1)' })
  await client.command({ query: 'SYSTEM STOP MERGES' })
  const mutation = { query: 'ALTER TABLE t DELETE WHERE 0', clickhouse_settings: { mutations_sync: '2' } as const }
  const hanging = client.command(mutation).catch((error: Error) => error)
  const mutations = async () => (await rows(client, `SELECT 1 FROM system.mutations`)).length
  await expect.poll(mutations, { timeout: START_MS }).toBe(1)
  await first.stop()
  expect(await hanging).toBeInstanceOf(Error)
  await client.close()
  const second = await startEngine(dataDir)
  await second.stop()
  expect(await second.exited).toEqual({ code: 0, signal: null })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
