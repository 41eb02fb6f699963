import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { askRedis } from '../../stores/redis/open.ts'
import {
  ACCOUNT,
  type Allowance,
  DELAY_MAX_MS,
  DELAY_MIN_MS,
  type LoginThrottle,
  SOURCE,
  tooEarly,
  WINDOW_MS,
} from './throttle.ts'

/**
 * One script, so that replicas cannot both allow the same guess; the server's clock, so that they agree. It answers 0,
 * or the milliseconds to wait. A key lives as long as its last failure counts, which bounds their number by time.
 */
const ATTEMPT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local wait = 0
for i = 1, 2 do
  local after, lock = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local state = redis.call('HMGET', KEYS[i], 'count', 'last')
  local count, last = tonumber(state[1]) or 0, tonumber(state[2]) or 0
  local pause = 0
  if count >= lock then pause = ${WINDOW_MS}
  elseif count >= after then pause = math.min(${DELAY_MAX_MS}, ${DELAY_MIN_MS} * 2 ^ (count - after)) end
  wait = math.max(wait, last + pause - now)
end
if wait > 0 then return wait end
for i = 1, 2 do
  redis.call('HINCRBY', KEYS[i], 'count', 1)
  redis.call('HSET', KEYS[i], 'last', string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[i], ${WINDOW_MS})
end
return 0
`

const SUCCEEDED = `
redis.call('DEL', KEYS[1])
if redis.call('EXISTS', KEYS[2]) == 1 and redis.call('HINCRBY', KEYS[2], 'count', -1) <= 0 then redis.call('DEL', KEYS[2]) end
return 0
`

/** Shared by all replicas. Without Redis the answer is `unavailable`: nobody guesses uncounted. */
export function redisThrottle(redis: Redis, prefix = 'svc:login:'): LoginThrottle {
  const limits = [ACCOUNT, SOURCE].flatMap(({ delayAfter, lockAfter }: Allowance) => [delayAfter, lockAfter])
  const keys = (account: string, source: string) => [
    `${prefix}account:${digest(account)}`,
    `${prefix}source:${digest(source)}`,
  ]
  return {
    async attempt(account, source) {
      const waitMs = Number(await askRedis(redis.eval(ATTEMPT, 2, ...keys(account, source), ...limits)))
      if (waitMs > 0) throw tooEarly(waitMs)
    },
    async succeeded(account, source) {
      await askRedis(redis.eval(SUCCEEDED, 2, ...keys(account, source)))
    },
  }
}

/** A key of one length whatever was sent, with no address in it. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
