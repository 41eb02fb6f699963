import { describe, expect, test } from 'vitest'
import { hasRedisServer, withTestRedis } from '../../stores/redis/test-redis.ts'
import { inProcessUsedTickets, redisUsedTickets } from './used-tickets.ts'

test('a ticket is used once, remembered until it expires, and above the limit every ticket is refused', async () => {
  let nowMs = 1_000
  const used = inProcessUsedTickets(() => nowMs, 2)
  expect(await used.use('a', 2_000)).toBe(true)
  expect(await used.use('a', 2_000)).toBe(false)
  expect(await used.use('b', 2_000)).toBe(true)
  await expect(used.use('c', 2_000)).rejects.toMatchObject({ code: 'unavailable' })
  nowMs = 2_000
  expect(await used.use('c', 3_000)).toBe(true)
})

describe.skipIf(!hasRedisServer('used tickets on Redis'))('on Redis', () => {
  test('a ticket that one replica used is used for all, and its key expires', async () => {
    const server = await withTestRedis()
    const [here, there] = [server.connect(), server.connect()]
    const uses = [here, there, here].map((redis) => redisUsedTickets(redis, Date.now).use('t', Date.now() + 60_000))
    expect((await Promise.all(uses)).filter((isFirst) => isFirst)).toHaveLength(1)
    expect(await here.pttl('svc:ticket:t')).toBeGreaterThan(60_000)
    for (const redis of [here, there]) redis.disconnect()
    await server.close()
  }, 60_000)
})
