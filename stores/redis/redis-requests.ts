/** States of requests that replicas of the ingest service share, so that a resend to another one is known. */
import type { Redis } from 'ioredis'
import { askRedis } from './open.ts'

/** `shared` is asked for requests that the process has not seen itself; a request is a name without meaning. */
export type SharedRequests = {
  /** The text that was kept for it; null when there is none. */
  get(tenant: string, request: string): Promise<string | null>
  put(tenant: string, request: string, state: string, keptMs: number): Promise<void>
}

export function redisRequests(redis: Redis, prefix = 'svc:resends:'): SharedRequests {
  return {
    get: (tenant, request) => askRedis(redis.get(`${prefix}${tenant}:${request}`)),
    async put(tenant, request, state, keptMs) {
      await askRedis(redis.set(`${prefix}${tenant}:${request}`, state, 'PX', keptMs))
    },
  }
}
