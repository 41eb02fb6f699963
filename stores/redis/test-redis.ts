import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { freePort } from '../postgres/testing.ts'
import { openRedis } from './open.ts'

export type TestRedis = {
  readonly url: string
  /** A client of its own, to be disconnected by its user. */
  connect(): Redis
  /** Stops the server and removes its files. */
  close(): Promise<void>
}

const START_MS_MAX = 20_000

/** True when a server can be started here; warns which tests are skipped when not. */
export function hasRedisServer(what: string): boolean {
  const has = spawnSync('redis-server', ['--version']).status === 0
  if (!has) console.warn(`SKIPPED: ${what}: there is no redis-server on the PATH (Debian: redis-server)`)
  return has
}

/** A real server that keeps nothing. */
export async function withTestRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn('redis-server', args, { stdio: 'ignore' })
  const url = `redis://127.0.0.1:${port}`
  const connect = () => {
    const redis = openRedis(url)
    if (!redis) throw new Error('a url opens a client')
    return redis
  }
  const first = connect()
  await untilAnswers(first)
  first.disconnect()
  return { url, connect, close: () => stop(server, folder) }
}

async function untilAnswers(redis: Redis): Promise<void> {
  for (const end = Date.now() + START_MS_MAX; ; ) {
    const answer = await redis.ping().catch((error: Error) => error)
    if (answer === 'PONG') return
    if (Date.now() > end) throw answer
  }
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const exited = once(server, 'exit')
  if (server.kill('SIGTERM')) await exited
  rmSync(folder, { recursive: true, force: true })
}
