import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedisServer, type TestRedis, withTestRedis } from '../../../stores/redis/test-redis.ts'
import { inProcessThrottle } from './in-process-throttle.ts'
import { redisThrottle } from './redis-throttle.ts'
import {
  ACCOUNT,
  type Attempt,
  accountKey,
  ELSEWHERE,
  KNOWN_MS,
  type LoginThrottle,
  pauseMs,
  SOURCE,
  WINDOW_MS,
} from './throttle.ts'

const attempt = (account: string, source: string, device: string | null = null): Attempt => ({
  account,
  source,
  device,
})

/** Seconds to wait; 0: it was counted as a failure. */
const waitOf = (throttle: LoginThrottle, account: string, source: string, device: string | null = null) =>
  throttle.attempt(attempt(account, source, device)).then(
    () => 0,
    (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
  )
const signIn = async (throttle: LoginThrottle, account: string, source: string, device: string | null = null) =>
  (await throttle.attempt(attempt(account, source, device))).succeeded()

/** The contract of both implementations, as far as it shows without waiting. */
function conformance(open: () => LoginThrottle): void {
  const name = () => crypto.randomUUID()
  /** Fails sign-ins from a few addresses unknown to the account, until unknown addresses have to wait. */
  const attack = async (account: string) => {
    for (let n = 0; n < 20; n++)
      expect(await waitOf(open(), account, n % 5 === 0 ? name() : `${account}-${n % 5}`)).toBe(0)
  }

  test('five failures pass, the sixth waits two seconds at most', async () => {
    const [account, source] = [name(), name()]
    for (let n = 0; n < 5; n++) expect(await waitOf(open(), account, source)).toBe(0)
    expect([1, 2]).toContain(await waitOf(open(), account, source))
    expect(await waitOf(open(), name(), source)).toBe(0)
  })

  test('failures at other addresses do not delay the account at an address', async () => {
    const [account, source] = [name(), name()]
    for (let n = 0; n < 5; n++) await waitOf(open(), account, source)
    expect(await waitOf(open(), account, source)).toBeGreaterThan(0)
    expect(await waitOf(open(), account, name())).toBe(0)
  })

  test('twenty failures of an account at unknown addresses delay it there, but not at known addresses', async () => {
    const [account, home, device] = [name(), name(), name()]
    await signIn(open(), account, home)
    await attack(account)
    expect([1, 2]).toContain(await waitOf(open(), account, name()))
    for (let n = 0; n < 5; n++) expect(await waitOf(open(), account, home)).toBe(0)
    expect([1, 2]).toContain(await waitOf(open(), account, home))
    for (let n = 0; n < 5; n++) expect(await waitOf(open(), account, home, device)).toBe(0)
    expect([1, 2]).toContain(await waitOf(open(), account, home, device))
    expect(await waitOf(open(), name(), name())).toBe(0)
  })

  test('a known address is known to one account, and its failures do not slow others', async () => {
    const [account, other, home] = [name(), name(), name()]
    await signIn(open(), account, home)
    await attack(other)
    expect(await waitOf(open(), other, home)).toBeGreaterThan(0)
    for (let n = 0; n < 25; n++) {
      if (n % 5 === 4) await signIn(open(), account, home)
      else await waitOf(open(), account, home)
    }
    expect(await waitOf(open(), account, name())).toBe(0)
  })

  test('after thirty failures of one source every account is delayed there, except on its known devices', async () => {
    const source = name()
    for (let n = 0; n < 30; n++) expect(await waitOf(open(), name(), source)).toBe(0)
    expect([1, 2]).toContain(await waitOf(open(), name(), source))
    expect(await waitOf(open(), name(), name())).toBe(0)
    expect(await waitOf(open(), name(), source, name())).toBe(0)
  })

  test('a slowed address is not slowed for an account that is known there', async () => {
    const [account, source] = [name(), name()]
    await signIn(open(), account, source)
    for (let n = 0; n < 30; n++) await waitOf(open(), name(), source)
    expect(await waitOf(open(), name(), source)).toBeGreaterThan(0)
    for (let n = 0; n < 5; n++) expect(await waitOf(open(), account, source)).toBe(0)
    expect([1, 2]).toContain(await waitOf(open(), account, source))
  })

  test('a success clears the account’s counter, and removes one attempt from the counters of the source and of all sources', async () => {
    const [account, source] = [name(), name()]
    for (let n = 0; n < 40; n++) await signIn(open(), account, source)
    const roaming = name()
    for (let n = 0; n < 40; n++) await signIn(open(), roaming, name())
    expect(await waitOf(open(), roaming, name())).toBe(0)
  })

  test('a success at a new address leaves the failures of other addresses unchanged', async () => {
    const account = name()
    for (let n = 0; n < 19; n++) await waitOf(open(), account, name())
    await signIn(open(), account, name())
    expect(await waitOf(open(), account, name())).toBe(0)
    expect(await waitOf(open(), account, name())).toBeGreaterThan(0)
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
  expect(pauseMs(10_000, ELSEWHERE)).toBe(60_000)
})

test('an account is that of the tenant that was named', () => {
  const keys = [accountKey('a@b.c', 'acme'), accountKey('a@b.c', 'bolt'), accountKey('a@b.c', undefined)]
  expect(new Set(keys).size).toBe(3)
})

describe('in process', () => {
  const throttle = inProcessThrottle()
  conformance(() => throttle)

  test('past the bound the counter whose last failure is oldest is forgotten', async () => {
    const small = inProcessThrottle(() => 0, 2)
    for (let n = 0; n < 5; n++) await waitOf(small, 'a', 'x')
    for (const account of ['b', 'c']) await waitOf(small, account, 'y')
    expect(await waitOf(small, 'a', 'x')).toBe(0)
  })

  test('an address that was not signed in from for thirty days is unknown again', async () => {
    let nowMs = 0
    const one = inProcessThrottle(() => nowMs)
    const slowed = async () => {
      for (let n = 0; n < 20; n++) await waitOf(one, 'a', `x${n}-${nowMs}`)
      return (await waitOf(one, 'a', 'home')) > 0
    }
    await signIn(one, 'a', 'home')
    nowMs += KNOWN_MS - 1
    expect(await slowed()).toBe(false)
    nowMs += 1
    expect(await slowed()).toBe(true)
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
    await redisThrottle(redis).attempt(attempt('ada@acme.example', '192.0.2.1'))
    const keys = await redis.keys('svc:login:*')
    expect(keys.join()).not.toMatch(/ada@|192\.0/)
    for (const key of keys) {
      const aliveMs = await redis.pttl(key)
      expect(aliveMs).toBeGreaterThan(0)
      expect(aliveMs).toBeLessThanOrEqual(key.startsWith('svc:login:known:') ? KNOWN_MS : WINDOW_MS)
    }
  })

  test('refuses every guess when Redis does not answer', async () => {
    const gone = server.connect()
    gone.disconnect()
    await expect(redisThrottle(gone).attempt(attempt('a', 'b'))).rejects.toMatchObject({ code: 'unavailable' })
  })
})
