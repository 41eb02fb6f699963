import type { Redis } from 'ioredis'
import { askRedis } from './open.ts'
import { type RequestWindows, WINDOW_MS } from './request-windows.ts'

/** One script, so that no counter is left without an end. Keys go with their window: memory is bounded by who is active. */
const COUNT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ${WINDOW_MS}) end
return { count, redis.call('PTTL', KEYS[1]) }
`

/** Shared by all replicas. */
export function redisWindows(redis: Redis, prefix = 'svc:requests:'): RequestWindows {
  return {
    async count(key) {
      const answer = (await askRedis(redis.eval(COUNT, 1, `${prefix}${key}`))) as [number, number]
      return { count: answer[0], resetSeconds: Math.max(1, Math.ceil(answer[1] / 1000)) }
    },
  }
}
