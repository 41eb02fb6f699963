import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedisServer, type TestRedis, withTestRedis } from '../../stores/redis/test-redis.ts'
import { inProcessThrottle } from './in-process-throttle.ts'
import { redisThrottle } from './redis-throttle.ts'
import { ACCOUNT, type LoginThrottle, pauseMs, SOURCE, WINDOW_MS } from './throttle.ts'

const waitOf = (throttle: LoginThrottle, account: string, source: string) =>
  throttle.attempt(account, source).then(
    () => 0,
    (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
  )

/** What both implementations owe, as far as it shows without waiting. */
function conformance(open: () => LoginThrottle): void {
  const name = () => crypto.randomUUID()

  test('five failures pass, the sixth waits two seconds at most', async () => {
    const [account, source] = [name(), name()]
    for (let n = 0; n < 5; n++) expect(await waitOf(open(), account, source)).toBe(0)
    expect([1, 2]).toContain(await waitOf(open(), account, source))
    expect(await waitOf(open(), name(), source)).toBe(0)
  })

  test('thirty failures of one source pass, whatever the accounts, and then every account waits', async () => {
    const source = name()
    for (let n = 0; n < 30; n++) expect(await waitOf(open(), name(), source)).toBe(0)
    expect([1, 2]).toContain(await waitOf(open(), name(), source))
    expect(await waitOf(open(), name(), name())).toBe(0)
  })

  test('a success clears the account, and takes one attempt off the source', async () => {
    const [account, source] = [name(), name()]
    for (let n = 0; n < 40; n++) {
      expect(await waitOf(open(), account, source)).toBe(0)
      await open().succeeded(account, source)
    }
  })

  test('attempts at the same moment are counted before they are judged', async () => {
    const [account, source] = [name(), name()]
    const waits = await Promise.all(Array.from({ length: 20 }, () => waitOf(open(), account, source)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })
}

test('the pause doubles from 2 s, is 60 s at most, and a locked counter waits for its window', () => {
  const pauses = (from: number, to: number, allowance: typeof ACCOUNT) =>
    Array.from({ length: to - from }, (_, n) => pauseMs(from + n, allowance) / 1000)
  expect(pauses(3, 11, ACCOUNT)).toEqual([0, 0, 2, 4, 8, 16, 32, 900])
  expect(pauses(28, 38, SOURCE)).toEqual([0, 0, 2, 4, 8, 16, 32, 60, 60, 60])
  expect(pauseMs(60, SOURCE)).toBe(WINDOW_MS)
})

describe('in process', () => {
  const throttle = inProcessThrottle()
  conformance(() => throttle)

  test('past the bound the counter whose last failure is oldest is forgotten', async () => {
    const small = inProcessThrottle(() => 0, 2)
    for (let n = 0; n < 5; n++) await small.attempt('a', 'x')
    for (const account of ['b', 'c']) await small.attempt(account, 'y')
    expect(await waitOf(small, 'a', 'y')).toBe(0)
  })
})

describe.skipIf(!hasRedisServer('login throttle on Redis'))('on Redis', () => {
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

  conformance(() => redisThrottle(redis))

  test('keys hold no address and end with the window', async () => {
    await redisThrottle(redis).attempt('ada@acme.example', '192.0.2.1')
    const keys = await redis.keys('svc:login:*')
    expect(keys.join()).not.toMatch(/ada@|192\.0/)
    for (const key of keys) expect(await redis.pttl(key)).toBeLessThanOrEqual(WINDOW_MS)
  })

  test('nobody guesses uncounted when Redis does not answer', async () => {
    const gone = server.connect()
    gone.disconnect()
    await expect(redisThrottle(gone).attempt('a', 'b')).rejects.toMatchObject({ code: 'unavailable' })
  })
})
