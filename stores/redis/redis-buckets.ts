import type { Redis } from 'ioredis'
import { askRedis } from './open.ts'
import { ROUNDING_MS, refusedFor, refusedForEver, type TokenBuckets } from './token-buckets.ts'

/**
 * One script, so that a take is atomic; uses the server's clock, so that replicas agree. Returns 0, or the milliseconds
 * to wait. A key expires when both buckets would be full again, which is what a missing key means, so memory is bounded
 * by the tenants active within that time. Numbers are stored as text with 17 digits, because Lua's own conversion has
 * 14.
 */
const CONSUME_SCRIPT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local rate = { tonumber(ARGV[1]), tonumber(ARGV[3]) }
local burst = { tonumber(ARGV[2]), tonumber(ARGV[4]) }
local want = { tonumber(ARGV[5]), tonumber(ARGV[6]) }
local state = redis.call('HMGET', KEYS[1], 'requests', 'events', 'at')
local at = tonumber(state[3]) or now
local level, wait = {}, 0
for i = 1, 2 do
  local before = tonumber(state[i]) or burst[i]
  level[i] = math.min(burst[i], before + math.max(0, now - at) * rate[i] / 1000)
  wait = math.max(wait, (want[i] - level[i]) * 1000 / rate[i])
end
if wait > ${ROUNDING_MS} then return string.format('%.17g', wait) end
local full = 0
for i = 1, 2 do
  level[i] = level[i] - want[i]
  full = math.max(full, (burst[i] - level[i]) * 1000 / rate[i])
end
redis.call('HSET', KEYS[1], 'requests', string.format('%.17g', level[1]), 'events', string.format('%.17g', level[2]),
  'at', string.format('%.17g', math.max(at, now)))
redis.call('PEXPIRE', KEYS[1], math.ceil(full) + 1000)
return '0'
`

export function redisBuckets(redis: Redis, prefix = 'svc:buckets:'): TokenBuckets {
  return {
    async consume(tenant, limits, requests, events) {
      const never = refusedForEver(limits, requests, events)
      if (never) return never
      const { requestsPerSecond, requestsBurst, eventsPerSecond, eventsBurst } = limits
      const numbers = [requestsPerSecond, requestsBurst, eventsPerSecond, eventsBurst, requests, events]
      const waitMs = Number(await askRedis(redis.eval(CONSUME_SCRIPT, 1, `${prefix}${tenant}`, ...numbers)))
      return waitMs > 0 ? refusedFor(waitMs) : { allowed: true }
    },
  }
}
