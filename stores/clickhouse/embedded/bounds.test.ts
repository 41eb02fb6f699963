import { existsSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '../../../platform/log.ts'
import { bodyFolder } from '../body-folder.ts'
import { openClickhouse } from '../client.ts'
import { newDataDir, rows, START_MS } from '../test-engine.ts'
import { startEmbeddedClickhouse } from './start.ts'

const log = openLog('test', 'error')
const SLOW = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(number)'

test('beyond its bounds the engine answers with an error and continues', { timeout: START_MS }, async () => {
  const dataDir = newDataDir()
  const bounds = { readLanes: 1, writeLanes: 1, queueMax: 1, bodyMaxMb: 1 }
  const engine = await startEmbeddedClickhouse({ dataDir, port: 0, log, memoryMb: 1000, ...bounds })
  const client = openClickhouse({ url: engine.url })
  await client.command({ query: 'CREATE TABLE t (s String) ENGINE = MergeTree ORDER BY s' })

  const stop = new AbortController()
  // One runs, one waits, a third is refused at once; those that were not are aborted then.
  const slow = [1, 2, 3, 4].map(() => ask(engine.url, SLOW, stop.signal))
  const refused = slow.map(async (request) => {
    const answer = await request
    expect(answer.status).toBe(503)
    return answer
  })
  expect((await Promise.any(refused)).headers.get('retry-after')).toBe('1')
  stop.abort()
  const statuses = (await Promise.allSettled(slow)).map((one) =>
    one.status === 'fulfilled' ? one.value.status : 'aborted',
  )
  expect(new Set(statuses)).toEqual(new Set([503, 'aborted']))
  // The engine notices a moment later that the aborted statements are gone; until then they occupy their slots.
  const one = () => rows(client, 'SELECT 1 AS one').catch(String)
  await expect.poll(one, { timeout: START_MS }).toEqual([{ one: 1 }])

  const large = client.insert({ table: 't', values: [{ s: 'x'.repeat(1_100_000) }], format: 'JSONEachRow' })
  await expect(large).rejects.toThrow(/at most 1000000 bytes|ECONNRESET|EPIPE|hang up/)
  await cutUpload(engine.url)
  expect(await rows(client, 'SELECT toUInt32(count()) AS n FROM t')).toEqual([{ n: 0 }])
  await expect.poll(() => leftBodies(dataDir), { timeout: START_MS }).toEqual([])

  await client.close()
  await engine.stop()
  expect(existsSync(bodyFolder(dataDir))).toBe(false)
  rmSync(dataDir, { recursive: true, force: true })
})

test('on a nearly full disk reads and deletions work, and new data is refused', { timeout: START_MS }, async () => {
  const dataDir = newDataDir()
  const engine = await startEmbeddedClickhouse({ dataDir, port: 0, log, memoryMb: 1000 })
  const client = openClickhouse({ url: engine.url })
  await client.command({ query: 'CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a' })
  await client.command({ query: 'INSERT INTO t VALUES (1)' })
  await client.close()
  await engine.stop()

  const more = 1_000_000_000 // more than any disk has
  const crowded = await startEmbeddedClickhouse({ dataDir, port: 0, log, memoryMb: 1000, keepFreeMb: more })
  const again = openClickhouse({ url: crowded.url })
  for (const query of [
    'CREATE TABLE u (a UInt8) ENGINE = MergeTree ORDER BY a',
    'ALTER TABLE t ADD COLUMN b UInt8',
    'INSERT INTO t SELECT 2',
    'INSERT INTO t VALUES (2)',
    'DELETE FROM t WHERE a = 1',
  ]) {
    await expect(again.command({ query }), query).rejects.toThrow(/MB are free on the disk of the lake/)
  }
  await expect(again.insert({ table: 't', values: [{ a: 2 }], format: 'JSONEachRow' })).rejects.toThrow(/MB are free/)
  expect(await rows(again, 'SELECT * FROM t')).toEqual([{ a: 1 }])
  await again.command({ query: 'DROP TABLE t' })
  expect(await rows(again, 'SHOW TABLES')).toEqual([])
  await again.close()
  await crowded.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function ask(url: string, sql: string, signal: AbortSignal): Promise<Response> {
  const { origin, username, password } = new URL(url)
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return fetch(origin, { method: 'POST', body: sql, headers: { authorization }, signal })
}

/** A sender that dies inside its body. */
function cutUpload(url: string): Promise<void> {
  const target = new URL('/?query=INSERT%20INTO%20t%20FORMAT%20LineAsString', url)
  const { username, password } = new URL(url)
  return new Promise((resolve) => {
    const sent = request(target, {
      method: 'POST',
      auth: `${username}:${password}`,
      headers: { 'content-length': 1000 },
    })
    sent.on('error', () => resolve())
    sent.write('half a body', () => sent.destroy(new Error('cut')))
  })
}

function leftBodies(dataDir: string): string[] {
  const folders = [join(dataDir, 'tmp'), bodyFolder(dataDir)].filter((folder) => existsSync(folder))
  return folders.flatMap((folder) => readdirSync(folder))
}
