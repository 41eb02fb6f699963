import type { FastifyReply } from 'fastify'
import type { Principal } from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'
import { sourceOf } from '../../platform/http/source-address.ts'
import { type ApiDeps, RATE_LIMITS } from '../deps.ts'

export type Limiter = {
  principal(reply: FastifyReply, principal: Principal): Promise<void>
  /**
   * Counts unidentified requests by address and `what`: a flood of one thing refuses nothing else to the same address.
   */
  address(reply: FastifyReply, ip: string, what: string): Promise<void>
}

/**
 * Counts requests a minute over all replicas together. Headers of the answer give the limit, the remaining requests and
 * the seconds until it resets; above the limit the answer is `rate_limited` with Retry-After.
 */
export function limiter({ windows, rateLimits: limits = RATE_LIMITS }: ApiDeps): Limiter {
  const count = async (reply: FastifyReply, key: string, limit: number) => {
    const { count: used, resetSeconds } = await windows.count(key)
    reply.header('x-ratelimit-limit', limit)
    reply.header('x-ratelimit-remaining', Math.max(0, limit - used))
    reply.header('x-ratelimit-reset', resetSeconds)
    if (used <= limit) return
    throw new AppError('rate_limited', `more than ${limit} requests a minute`, { retryAfterSeconds: resetSeconds })
  }
  return {
    principal(reply, { kind, id, tenantId }) {
      if (kind === 'user') return count(reply, `user:${id}`, limits.user)
      return count(reply, kind === 'api_key' ? `key:${id}` : `${kind}:${tenantId}`, limits.key)
    },
    address: (reply, ip, what) => count(reply, `address:${what}:${sourceOf(ip)}`, limits.address),
  }
}
