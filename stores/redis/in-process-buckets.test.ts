import { describe, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { inProcessBuckets } from './in-process-buckets.ts'
import { tokenBucketsConformance } from './token-buckets-conformance.ts'

const limits = { requestsPerSecond: 1, requestsBurst: 10, eventsPerSecond: 1, eventsBurst: 10 }

describe('in-process buckets', () => {
  let nowMs = 0
  const buckets = inProcessBuckets({ nowMs: () => nowMs })
  const pass = async (ms: number) => {
    nowMs += ms
  }
  tokenBucketsConformance(() => ({ buckets, pass }))
})

test('a caller that waits the announced seconds is admitted', async () => {
  let nowMs = 0
  const buckets = inProcessBuckets({ nowMs: () => nowMs })
  const tenant = tenantId('a')
  for (let n = 1; n <= 300; n++) {
    const odd = { requestsPerSecond: 3, requestsBurst: 7, eventsPerSecond: 0.1 + n / 7, eventsBurst: 100 }
    const decision = await buckets.consume(tenant, odd, 1, 33)
    if (decision.allowed) continue
    nowMs += decision.retryAfterSeconds * 1000
    expect(await buckets.consume(tenant, odd, 1, 33)).toEqual({ allowed: true })
  }
})

test('beyond the bound the least recently served tenant is forgotten', async () => {
  const buckets = inProcessBuckets({ nowMs: () => 0, tenantsMax: 2 })
  const [a, b, c] = [tenantId('a'), tenantId('b'), tenantId('c')]
  for (const tenant of [a, b]) await buckets.consume(tenant, limits, 10, 10)
  await buckets.consume(a, limits, 1, 1)
  await buckets.consume(c, limits, 10, 10)
  expect(await buckets.consume(a, limits, 1, 1)).toMatchObject({ allowed: false })
  expect(await buckets.consume(b, limits, 10, 10)).toEqual({ allowed: true })
})
