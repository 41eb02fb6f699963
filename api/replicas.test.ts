/** Two replicas on one database and one Redis: a change at one of them applies at the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisThrottle } from '../control/identity/accounts/index.ts'
import { type TestPostgres, withTestPostgres } from '../stores/postgres/testing.ts'
import { redisWindows } from '../stores/redis/redis-windows.ts'
import { hasRedisServer, type TestRedis, withTestRedis } from '../stores/redis/test-redis.ts'
import { login, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from './test-api.ts'

describe.skipIf(!hasRedisServer('two replicas of the API'))('two replicas', () => {
  let postgres: TestPostgres
  let redis: TestRedis
  let first: TestApi
  let second: TestApi
  const clock = { ms: Date.now() }
  const cleanUp: (() => unknown)[] = []

  beforeAll(async () => {
    ;[postgres, redis] = await Promise.all([withTestPostgres(), withTestRedis()])
    const database = await postgres.database()
    const open = async () => {
      const client = redis.connect()
      const deps = {
        throttle: redisThrottle(client),
        windows: redisWindows(client),
        rateLimits: { key: 1e9, user: 20, address: 1e9 },
      }
      const api = await openTestApi(database, { clock, deps })
      cleanUp.push(() => api.close().then(() => client.disconnect()))
      return api
    }
    first = await open()
    second = await open()
    const acme = await makeTenant(first, 'acme')
    for (const name of ['ada', 'bea', 'cat']) await makeUser(first, acme, name, 'tenant_admin')
  }, 120_000)
  afterAll(async () => {
    for (const close of cleanUp) await close()
    await redis.close()
    await postgres.close()
  })

  const tokenFor = (name: string) => tokenOf(first, 'acme' as never, name)
  const me = async (api: TestApi, token: string) => (await api.ask('GET', 'users/me', { token })).status

  test('accept each other’s tokens, and a logout takes effect at the other within five seconds', async () => {
    const token = await tokenFor('ada')
    expect([await me(first, token), await me(second, token)]).toEqual([200, 200])
    await first.ask('POST', 'auth/logout', { token })
    expect(await me(first, token)).toBe(401)
    clock.ms += 5_000
    expect(await me(second, token)).toBe(401)
  })

  test('end a session when its refresh token is used at both', async () => {
    const { refresh_token } = (await login(first, 'ada@acme.example')).body
    const body = { refresh_token }
    const one = await first.ask('POST', 'auth/refresh', { body })
    expect(one.status).toBe(200)
    expect((await second.ask('POST', 'auth/refresh', { body })).status).toBe(401)
    expect((await first.ask('POST', 'auth/refresh', { body: { refresh_token: one.body.refresh_token } })).status).toBe(
      401,
    )
  })

  test('count one rate limit together', async () => {
    const token = await tokenFor('bea')
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push(await me(first, token), await me(second, token))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  test('throttle guesses together', async () => {
    const statuses: number[] = []
    for (const api of [first, second, first, second, first, second])
      statuses.push((await login(api, 'cat@acme.example', 'wrong password')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})
