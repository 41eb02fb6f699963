import type { TenantId } from '../../platform/tenant.ts'

/** Sustained rates and bursts; all whole numbers from 1. */
export type BucketLimits = {
  readonly requestsPerSecond: number
  readonly requestsBurst: number
  readonly eventsPerSecond: number
  readonly eventsBurst: number
}

export type RateDecision =
  | { readonly allowed: true }
  /** `never`: more than a full bucket holds, so no waiting helps and `retryAfterSeconds` is 0. */
  | { readonly allowed: false; readonly retryAfterSeconds: number; readonly never: boolean }

/**
 * Two token buckets per tenant, one of requests and one of events, taken from together or not at all. A bucket starts
 * full. Changed limits apply from the next take on. Two implementations run `token-buckets-conformance.ts`.
 */
export interface TokenBuckets {
  consume(tenant: TenantId, limits: BucketLimits, requests: number, events: number): Promise<RateDecision>
}

/** A wait this short is a rounding error: a caller that returns after the announced seconds must be admitted. */
export const ROUNDING_MS = 0.001

const NEVER: RateDecision = { allowed: false, retryAfterSeconds: 0, never: true }

/** Refuses a request that no bucket can ever allow; called before any state is changed. */
export function refusedForEver(limits: BucketLimits, requests: number, events: number): RateDecision | null {
  return requests > limits.requestsBurst || events > limits.eventsBurst ? NEVER : null
}

export function refusedFor(waitMs: number): RateDecision {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)), never: false }
}
