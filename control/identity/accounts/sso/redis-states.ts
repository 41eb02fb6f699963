import type { Redis } from 'ioredis'
import { assert } from '../../../../platform/assert.ts'
import { askRedis } from '../../../../stores/redis/open.ts'
import {
  type SignInState,
  type SignInStates,
  STATE_MS,
  STATES_MAX,
  stateDigest,
  tooManySignIns,
} from './sign-in-states.ts'

/**
 * One script, so that replicas share the bound; it uses the server's clock, so that they agree. `index` holds the
 * digests by expiry: it is counted, after expired ones are removed.
 */
const PUT = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ${STATE_MS})
redis.call('ZADD', KEYS[1], now + ${STATE_MS}, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${STATE_MS})
return 1
`

const CONSUME_SCRIPT = `
redis.call('ZREM', KEYS[1], ARGV[1])
return redis.call('GETDEL', KEYS[2])
`

/** Shared by all replicas: a sign-in that began at one of them ends at any. */
export function redisStates(redis: Redis, max = STATES_MAX, prefix = 'svc:sso:'): SignInStates {
  const keys = (digest: string) => [`${prefix}index`, `${prefix}${digest}`]
  return {
    async put(id, state) {
      const digest = stateDigest(id)
      const kept = await askRedis(redis.eval(PUT, 2, ...keys(digest), digest, JSON.stringify(state), max))
      if (kept !== 1) throw tooManySignIns()
    },
    async consume(id) {
      const digest = stateDigest(id)
      const found = await askRedis(redis.eval(CONSUME_SCRIPT, 2, ...keys(digest), digest))
      return typeof found === 'string' ? toState(found) : null
    },
  }
}

/** Written by a replica of ours, which may be of another build. */
function toState(text: string): SignInState {
  const state = JSON.parse(text) as SignInState
  assert(['oidc', 'saml', 'passkey'].includes(state.provider), 'a kept state is of a provider')
  return state
}
