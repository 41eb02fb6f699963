/** Replicas of the ingest service, each with its own connection, distinguish resends from repetitions together. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { redisRequests, type SharedRequests } from './redis-requests.ts'
import { hasRedisServer, type TestRedis, withTestRedis } from './test-redis.ts'

describe.skipIf(!hasRedisServer('requests that replicas share'))('requests that replicas share', () => {
  let server: TestRedis
  const replicas: { readonly requests: SharedRequests; kill(): void }[] = []
  const replica = () => {
    const redis = server.connect()
    const requests = redisRequests(redis)
    const one = {
      requests,
      kill() {
        requests.stop()
        redis.disconnect()
      },
    }
    replicas.push(one)
    return one
  }
  let tenant = 0
  const fresh = () => `tenant-${tenant++}`
  beforeAll(async () => {
    server = await withTestRedis()
  })
  afterEach(() => {
    for (const one of replicas.splice(0)) one.kill()
  })
  afterAll(() => server.close())

  test('share which requests were answered, and which were interrupted', async () => {
    const [one, two, three] = [replica(), replica(), replica()]
    const acme = fresh()
    expect(await one.requests.open(acme, 'f00d', 'k1')).toBe('k1')
    await one.requests.close(acme, 'f00d', 'k1', 'answered')
    expect(await two.requests.open(acme, 'f00d', 'k2')).toBe('k2')
    await two.requests.close(acme, 'f00d', 'k2', 'broken')
    expect(await one.requests.open(fresh(), 'f00d', 'other')).toBe('other')
    expect(await three.requests.open(acme, 'f00d', 'k3')).toBe('k2')
    await three.requests.close(acme, 'f00d', 'k2', 'answered')
    expect(await one.requests.open(acme, 'f00d', 'k4')).toBe('k4')
  })

  test('two interrupted copies are two resends', async () => {
    const [one, two] = [replica(), replica()]
    const acme = fresh()
    for (const key of ['k1', 'k2']) await one.requests.open(acme, 'f00d', key)
    for (const key of ['k1', 'k2']) await one.requests.close(acme, 'f00d', key, 'broken')
    const again = [await two.requests.open(acme, 'f00d', 'k3'), await two.requests.open(acme, 'f00d', 'k4')]
    expect(again.sort()).toEqual(['k1', 'k2'])
    expect(await two.requests.open(acme, 'f00d', 'k5')).toBe('k5')
  })

  test('takes over a copy of a killed replica; a copy of a running one is another request', async () => {
    const [one, two] = [replica(), replica()]
    const acme = fresh()
    await one.requests.open(acme, 'f00d', 'k1')
    expect(await two.requests.open(acme, 'f00d', 'k2')).toBe('k2')
    await two.requests.close(acme, 'f00d', 'k2', 'answered')
    one.kill()
    expect(await two.requests.open(acme, 'f00d', 'k3')).toBe('k1')
  })

  test('a request that waits for another replica continues when that one ends first', async () => {
    const [one, two] = [replica(), replica()]
    const acme = fresh()
    await one.requests.open(acme, 'f00d', 'k1')
    const waiting = two.requests.open(acme, 'f00d', 'k2')
    await one.requests.close(acme, 'f00d', 'k1', 'broken')
    expect(await waiting).toBe('k1')
  })

  test('an answered request leaves nothing behind', async () => {
    const one = replica()
    const acme = fresh()
    await one.requests.open(acme, 'f00d', 'k1')
    await one.requests.close(acme, 'f00d', 'k1', 'answered')
    const redis = server.connect()
    expect(await redis.keys(`svc:resends:${acme}:*`)).toEqual([])
    redis.disconnect()
  })
})
