import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { freePort } from '../postgres/testing.ts'
import { openRedis } from './open.ts'
import { redisBuckets } from './redis-buckets.ts'
import { tokenBucketsConformance } from './token-buckets-conformance.ts'

const hasServer = spawnSync('redis-server', ['--version']).status === 0
if (!hasServer) console.warn('SKIPPED: redis buckets: there is no redis-server on the PATH (Debian: redis-server)')

function connected(url: string): Redis {
  const redis = openRedis(url)
  if (!redis) throw new Error('a url opens a client')
  return redis
}

test('without a URL there is no Redis', () => {
  expect(openRedis(null)).toBeNull()
})

test('a Redis that does not answer is unavailable within seconds', async () => {
  const redis = connected(`redis://127.0.0.1:${await freePort()}`)
  const limits = { requestsPerSecond: 1, requestsBurst: 1, eventsPerSecond: 1, eventsBurst: 1 }
  const decision = redisBuckets(redis).consume(tenantId('a'), limits, 1, 1)
  await expect(decision).rejects.toMatchObject({ code: 'unavailable', retryable: true })
  redis.disconnect()
})

describe.skipIf(!hasServer)('redis buckets', () => {
  let server: ChildProcess
  let redis: Redis
  const folder = mkdtempSync(join(tmpdir(), 'svc-redis-'))

  beforeAll(async () => {
    const port = await freePort()
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    server = spawn('redis-server', args, { stdio: 'ignore' })
    redis = connected(`redis://127.0.0.1:${port}`)
    await untilAnswers()
  }, 30_000)

  afterAll(async () => {
    redis.disconnect()
    if (server.kill('SIGTERM')) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  async function untilAnswers(): Promise<void> {
    for (const end = Date.now() + 20_000; ; ) {
      const answer = await redis.ping().catch((error: Error) => error)
      if (answer === 'PONG') return
      if (Date.now() > end) throw answer
    }
  }

  const clockMs = async () => {
    const [seconds, micros] = await redis.time()
    return Number(seconds) * 1000 + Number(micros) / 1000
  }
  const pass = async (ms: number) => {
    for (const end = (await clockMs()) + ms; (await clockMs()) < end; );
  }
  tokenBucketsConformance(() => ({ buckets: redisBuckets(redis), pass }))

  test('two replicas share the buckets', async () => {
    const other = redis.duplicate()
    const limits = { requestsPerSecond: 1, requestsBurst: 10, eventsPerSecond: 1, eventsBurst: 1000 }
    expect(await redisBuckets(redis).consume(tenantId('shared'), limits, 10, 1)).toEqual({ allowed: true })
    expect(await redisBuckets(other).consume(tenantId('shared'), limits, 5, 1)).toMatchObject({ allowed: false })
    other.disconnect()
  })

  test('a key expires when its buckets would be full again, so active tenants bound the memory', async () => {
    const limits = { requestsPerSecond: 10, requestsBurst: 100, eventsPerSecond: 10, eventsBurst: 100 }
    await redisBuckets(redis).consume(tenantId('leaves'), limits, 1, 20)
    const ttlMs = await redis.pttl('svc:buckets:leaves')
    expect(ttlMs).toBeGreaterThan(0)
    expect(ttlMs).toBeLessThanOrEqual(3000)
  })
})
