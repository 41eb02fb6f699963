import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { assert } from '../../../platform/assert.ts'
import { askRedis } from '../../../stores/redis/open.ts'
import {
  ACCOUNT,
  type Allowance,
  type Attempt,
  DELAY_MAX_MS,
  DELAY_MIN_MS,
  ELSEWHERE,
  KNOWN_MS,
  type LoginThrottle,
  SOURCE,
  tooEarly,
  WINDOW_MS,
} from './throttle.ts'

/**
 * One script, so that replicas cannot both allow the same guess; it uses the server's clock, so that they agree. KEYS
 * are the counters and, last, the mark of an address that the account knows: with that mark only the first counter
 * counts. It returns the milliseconds to wait and how many counters counted. A key expires with its last failure, which
 * bounds the number of keys.
 */
const ATTEMPT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local counters = #KEYS - 1
if redis.call('EXISTS', KEYS[#KEYS]) == 1 then counters = 1 end
local wait = 0
for i = 1, counters do
  local after, lock = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local state = redis.call('HMGET', KEYS[i], 'count', 'last')
  local count, last = tonumber(state[1]) or 0, tonumber(state[2]) or 0
  local pause = 0
  if lock > 0 and count >= lock then pause = ${WINDOW_MS}
  elseif count >= after then pause = math.min(${DELAY_MAX_MS}, ${DELAY_MIN_MS} * 2 ^ (count - after)) end
  wait = math.max(wait, last + pause - now)
end
if wait > 0 then return { wait, 0 } end
for i = 1, counters do
  redis.call('HINCRBY', KEYS[i], 'count', 1)
  redis.call('HSET', KEYS[i], 'last', string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[i], ${WINDOW_MS})
end
return { 0, counters }
`

/** KEYS: the counters that counted, the account's own first, and the mark. */
const SUCCEEDED = `
redis.call('DEL', KEYS[1])
for i = 2, #KEYS - 1 do
  if redis.call('EXISTS', KEYS[i]) == 1 and redis.call('HINCRBY', KEYS[i], 'count', -1) <= 0 then redis.call('DEL', KEYS[i]) end
end
redis.call('SET', KEYS[#KEYS], '1', 'PX', ${KNOWN_MS})
return 0
`

type Counter = { readonly key: string; readonly allowance: Allowance }

/**
 * Shared by all replicas. Without Redis every attempt is refused with `unavailable`, so that no guess goes uncounted.
 */
export function redisThrottle(redis: Redis, prefix = 'svc:login:'): LoginThrottle {
  const keyOf = (kind: string, ...of: string[]) => `${prefix}${kind}:${digest(of.join('\0'))}`
  const countersOf = ({ account, source, device }: Attempt): Counter[] =>
    device !== null
      ? [{ key: keyOf('device', account, device), allowance: ACCOUNT }]
      : [
          { key: keyOf('account', account, source), allowance: ACCOUNT },
          { key: keyOf('source', source), allowance: SOURCE },
          { key: keyOf('elsewhere', account), allowance: ELSEWHERE },
        ]
  return {
    async attempt(attempt) {
      const counters = countersOf(attempt)
      const known = keyOf('known', attempt.account, attempt.source)
      const keys = counters.map(({ key }) => key)
      const limits = counters.flatMap(({ allowance }) => [allowance.delayAfter, allowance.lockAfter ?? 0])
      const answer = await askRedis(redis.eval(ATTEMPT, keys.length + 1, ...keys, known, ...limits))
      assert(Array.isArray(answer), 'the script answers a wait and a number of counters')
      const [waitMs, counted] = answer.map(Number)
      if (waitMs) throw tooEarly(waitMs)
      return {
        async succeeded() {
          const counting = keys.slice(0, counted)
          await askRedis(redis.eval(SUCCEEDED, counting.length + 1, ...counting, known))
        },
      }
    },
  }
}

/** A key of fixed length without the address in it. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
