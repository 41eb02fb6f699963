import { assert } from '../../platform/assert.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { type BucketLimits, ROUNDING_MS, refusedFor, refusedForEver, type TokenBuckets } from './token-buckets.ts'

type Level = { requests: number; events: number; atMs: number }

export type InProcessOptions = {
  /** A clock that never goes back. */
  readonly nowMs?: () => number
  /**
   * Largest number of tenants; beyond it the least recently served one is forgotten, and starts again with full
   * buckets.
   */
  readonly tenantsMax?: number
}

/** For a single replica. State: at most `tenantsMax` pairs of numbers, in the order of their last use. */
export function inProcessBuckets(options: InProcessOptions = {}): TokenBuckets {
  const { nowMs = () => performance.now(), tenantsMax = 10_000 } = options
  assert(tenantsMax > 0, 'buckets may remember some tenant')
  const levels = new Map<TenantId, Level>()
  return {
    async consume(tenant, limits, requests, events) {
      const never = refusedForEver(limits, requests, events)
      if (never) return never
      const level = refilled(levels.get(tenant), limits, nowMs())
      remember(levels, tenant, level, tenantsMax)
      const waitMs = Math.max(
        (1000 * (requests - level.requests)) / limits.requestsPerSecond,
        (1000 * (events - level.events)) / limits.eventsPerSecond,
      )
      if (waitMs > ROUNDING_MS) return refusedFor(waitMs)
      level.requests -= requests
      level.events -= events
      return { allowed: true }
    },
  }
}

function refilled(level: Level | undefined, limits: BucketLimits, atMs: number): Level {
  if (level === undefined) return { requests: limits.requestsBurst, events: limits.eventsBurst, atMs }
  const seconds = (atMs - level.atMs) / 1000
  return {
    requests: Math.min(limits.requestsBurst, level.requests + seconds * limits.requestsPerSecond),
    events: Math.min(limits.eventsBurst, level.events + seconds * limits.eventsPerSecond),
    atMs,
  }
}

function remember(levels: Map<TenantId, Level>, tenant: TenantId, level: Level, tenantsMax: number): void {
  levels.delete(tenant) // re-insert: map order is the order of last use
  levels.set(tenant, level)
  if (levels.size > tenantsMax) {
    const [oldest] = levels.keys()
    if (oldest !== undefined) levels.delete(oldest)
  }
}
