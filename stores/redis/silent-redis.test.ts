import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Link } from '../../test/chaos/link.ts'
import { until } from '../../test/e2e/until.ts'
import { openRedis } from './open.ts'
import { hasRedisServer, type TestRedis, withTestRedis } from './test-redis.ts'

const hasRedis = hasRedisServer('connections to Redis that fall silent')

describe.skipIf(!hasRedis)('a connection to Redis', () => {
  let server: TestRedis
  let link: Link
  beforeAll(async () => {
    server = await withTestRedis()
    link = await Link.to(Number(new URL(server.url).port))
  })
  afterAll(async () => {
    await link.close()
    await server.close()
  })

  test.each(['half-open', 'unanswered'] as const)(
    'that is %s is opened again when the network is back',
    async (kind) => {
      const redis = openRedis(link.through(server.url))
      expect(await redis?.ping()).toBe('PONG')
      link.begin({ kind })
      await expect(redis?.ping()).rejects.toThrow('Command timed out')
      await link.restore()
      // The client does not learn that its connection is gone, except by requests without an answer.
      await until('an answer', async () => (await redis?.ping().catch(() => null)) === 'PONG')
      redis?.disconnect()
    },
  )
})
