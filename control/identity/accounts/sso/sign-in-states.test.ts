import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedisServer, type TestRedis, withTestRedis } from '../../../../stores/redis/test-redis.ts'
import { inProcessStates } from './in-process-states.ts'
import { redisStates } from './redis-states.ts'
import { newStateId, STATE_MS } from './sign-in-states.ts'
import { STATE, signInStatesConformance } from './sign-in-states-conformance.ts'

describe('in process', () => {
  signInStatesConformance((max) => inProcessStates(undefined, max))

  test('a sign-in expires ten minutes after it began, and frees its place', async () => {
    let nowMs = 0
    const states = inProcessStates(() => nowMs, 1)
    await states.put('a', STATE)
    nowMs = STATE_MS - 1
    await expect(states.put('b', STATE)).rejects.toMatchObject({ code: 'unavailable' })
    nowMs = STATE_MS
    expect(await states.consume('a')).toBeNull()
    await states.put('b', STATE)
    expect(await states.consume('b')).toEqual(STATE)
  })
})

describe.skipIf(!hasRedisServer('sign-in states on Redis'))('on Redis', () => {
  let server: TestRedis
  let redis: Redis
  let opened = 0
  beforeAll(async () => {
    server = await withTestRedis()
    redis = server.connect()
  }, 60_000)
  afterAll(async () => {
    redis.disconnect()
    await server.close()
  })

  signInStatesConformance((max) => redisStates(redis, max, `test:${++opened}:`))

  test('another replica consumes the state of this one, and every key expires within ten minutes', async () => {
    const other = server.connect()
    const id = newStateId()
    await redisStates(redis).put(id, STATE)
    for (const key of await redis.keys('svc:sso:*')) {
      const ttlMs = await redis.pttl(key)
      expect([key, ttlMs > 0 && ttlMs <= STATE_MS]).toEqual([key, true])
      expect(key).not.toContain(id)
    }
    expect(await redisStates(other).consume(id)).toEqual(STATE)
    expect(await redis.keys('svc:sso:*')).toEqual([])
    other.disconnect()
  })

  test('an ended state makes room in the index', async () => {
    const states = redisStates(redis, 1, 'ended:')
    await redis.zadd('ended:index', 1, 'long ago')
    await states.put('a', STATE)
    expect(await states.consume('a')).toEqual(STATE)
  })
})
