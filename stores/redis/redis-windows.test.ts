import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisWindows } from './redis-windows.ts'
import { requestWindowsConformance } from './request-windows-conformance.ts'
import { hasRedisServer, type TestRedis, withTestRedis } from './test-redis.ts'

describe.skipIf(!hasRedisServer('request windows on Redis'))('request windows on Redis', () => {
  let server: TestRedis
  let redis: Redis
  beforeAll(async () => {
    server = await withTestRedis()
    redis = server.connect()
  }, 60_000)
  afterAll(async () => {
    redis.disconnect()
    await server.close()
  })

  requestWindowsConformance(() => redisWindows(redis))

  test('two replicas count together, and a window leaves nothing behind', async () => {
    const other = server.connect()
    await redisWindows(redis).count('shared')
    expect((await redisWindows(other).count('shared')).count).toBe(2)
    expect(await redis.pttl('svc:requests:shared')).toBeGreaterThan(0)
    other.disconnect()
  })
})
