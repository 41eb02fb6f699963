import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import type { BucketLimits, TokenBuckets } from './token-buckets.ts'

export type BucketsUnderTest = {
  readonly buckets: TokenBuckets
  /** Resolves when the buckets' own clock has advanced by at least this much. */
  pass(ms: number): Promise<void>
}

/** A refill rate too low to matter during a test. */
const SLOW = { requestsPerSecond: 1, requestsBurst: 1000, eventsPerSecond: 1, eventsBurst: 100_000 }
const newTenant = () => tenantId(`t-${randomUUID()}`)

/** The contract of both implementations. */
export function tokenBucketsConformance(open: () => BucketsUnderTest): void {
  const takeTokens = (limits: Partial<BucketLimits>, requests: number, events: number, tenant = newTenant()) =>
    open().buckets.consume(tenant, { ...SLOW, ...limits }, requests, events)

  test('a bucket starts full and gives its burst, no more', async () => {
    const tenant = newTenant()
    expect(await takeTokens({}, 1, 100_000, tenant)).toEqual({ allowed: true })
    expect(await takeTokens({}, 1, 1000, tenant)).toMatchObject({ allowed: false, never: false })
  })

  test('either bucket refuses, and a refusal takes from neither', async () => {
    const limits = { requestsBurst: 2, eventsBurst: 1000 }
    const tenant = newTenant()
    expect(await takeTokens(limits, 1, 600, tenant)).toEqual({ allowed: true })
    expect(await takeTokens(limits, 1, 900, tenant)).toMatchObject({ allowed: false })
    expect(await takeTokens(limits, 1, 400, tenant)).toEqual({ allowed: true })
    expect(await takeTokens({ ...limits, eventsBurst: 100_000 }, 1, 0, tenant)).toMatchObject({ allowed: false })
  })

  test('announces the wait in whole seconds, rounded up', async () => {
    const tenant = newTenant()
    const limits = { eventsPerSecond: 100, eventsBurst: 100_000 }
    await takeTokens(limits, 1, 100_000, tenant)
    const refused = await takeTokens(limits, 1, 99_950, tenant)
    expect(refused).toMatchObject({ allowed: false, never: false })
    // 999.5 s at most, less what passed since; a slow machine may be some seconds behind.
    const waits = refused.allowed ? 0 : refused.retryAfterSeconds
    expect(Number.isInteger(waits)).toBe(true)
    expect(waits).toBeGreaterThan(900)
    expect(waits).toBeLessThanOrEqual(1000)
  })

  test('the shortest wait is a second', async () => {
    const tenant = newTenant()
    const limits = { requestsPerSecond: 2, requestsBurst: 500 }
    await takeTokens(limits, 500, 0, tenant)
    expect(await takeTokens(limits, 1, 0, tenant)).toEqual({ allowed: false, retryAfterSeconds: 1, never: false })
  })

  test('more than a bucket holds is refused for ever, and costs nothing', async () => {
    const tenant = newTenant()
    const never = { allowed: false, retryAfterSeconds: 0, never: true }
    expect(await takeTokens({}, 1, 100_001, tenant)).toEqual(never)
    expect(await takeTokens({}, 1001, 1, tenant)).toEqual(never)
    expect(await takeTokens({}, 1000, 100_000, tenant)).toEqual({ allowed: true })
  })

  test('tenants do not share', async () => {
    await takeTokens({}, 1000, 100_000)
    expect(await takeTokens({}, 1000, 100_000)).toEqual({ allowed: true })
  })

  test('time refills at the rate, up to the burst', async () => {
    const { buckets, pass } = open()
    const tenant = newTenant()
    const limits = { ...SLOW, eventsPerSecond: 10_000, eventsBurst: 1000 }
    expect(await buckets.consume(tenant, limits, 1, 1000)).toEqual({ allowed: true })
    await pass(100)
    expect(await buckets.consume(tenant, limits, 1, 1000)).toEqual({ allowed: true })
    await pass(1500)
    expect(await buckets.consume(tenant, limits, 1, 1000)).toEqual({ allowed: true })
    const slow = { ...limits, eventsPerSecond: 1 }
    expect(await buckets.consume(tenant, slow, 1, 1000)).toMatchObject({ allowed: false })
  })

  test('a smaller burst holds at once', async () => {
    const tenant = newTenant()
    await takeTokens({}, 1, 1, tenant)
    expect(await takeTokens({ eventsBurst: 10 }, 1, 10, tenant)).toEqual({ allowed: true })
    expect(await takeTokens({ eventsBurst: 10 }, 1, 9, tenant)).toMatchObject({ allowed: false })
  })

  test('many at once get the burst together', async () => {
    const tenant = newTenant()
    const all = await Promise.all(Array.from({ length: 50 }, () => takeTokens({ eventsBurst: 1000 }, 1, 100, tenant)))
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(10)
  })

  test('never grants more than burst plus refill', async () => {
    const asks = fc.array(
      fc.record({ requests: fc.integer({ min: 0, max: 4 }), events: fc.integer({ min: 0, max: 40 }) }),
      { maxLength: 30 },
    )
    const limits = { ...SLOW, requestsBurst: 20, eventsBurst: 100 }
    const property = fc.asyncProperty(asks, async (batches) => {
      const tenant = newTenant()
      const startMs = Date.now()
      const granted = { requests: 0, events: 0 }
      for (const { requests, events } of batches) {
        const decision = await open().buckets.consume(tenant, limits, requests, events)
        if (decision.allowed) {
          granted.requests += requests
          granted.events += events
        }
      }
      const refill = (Date.now() - startMs) / 1000 + 0.1
      expect(granted.requests).toBeLessThanOrEqual(20 + refill)
      expect(granted.events).toBeLessThanOrEqual(100 + refill)
    })
    await fc.assert(property, { numRuns: 30 })
  })
}
