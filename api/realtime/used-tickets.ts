/** Remembers used tickets: each opens one stream, on any replica. */
import type { Redis } from 'ioredis'
import { AppError } from '../../platform/errors.ts'
import { askRedis } from '../../stores/redis/open.ts'

export interface UsedTickets {
  /** True at the first use of a ticket. A used one is remembered until it expires. */
  use(id: string, expiresMs: number): Promise<boolean>
}

/** Tickets used in their lifetime; past it `unavailable`, because a forgotten one could be used again. */
const USED_MAX = 100_000

/** For a single replica. */
export function inProcessUsedTickets(nowMs: () => number, usedMax = USED_MAX): UsedTickets {
  /**
   * All lifetimes are equal, so the order of insertion is nearly that of expiry, and the oldest entries are checked
   * first.
   */
  const used = new Map<string, number>()
  const forgetExpired = () => {
    for (const [id, expiresMs] of used) {
      if (expiresMs > nowMs()) return
      used.delete(id)
    }
  }
  return {
    async use(id, expiresMs) {
      forgetExpired()
      if (used.has(id)) return false
      if (used.size >= usedMax) throw new AppError('unavailable', 'too many tickets', { retryAfterSeconds: 10 })
      used.set(id, expiresMs)
      return true
    },
  }
}

/** Shared by all replicas. A moment longer than the ticket, for clocks that differ. */
export function redisUsedTickets(redis: Redis, nowMs: () => number, prefix = 'svc:ticket:'): UsedTickets {
  return {
    async use(id, expiresMs) {
      const keepMs = Math.max(1, expiresMs - nowMs()) + 60_000
      return (await askRedis(redis.set(`${prefix}${id}`, '1', 'PX', keepMs, 'NX'))) === 'OK'
    },
  }
}
