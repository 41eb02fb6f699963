import { expect, test } from 'vitest'
import { runIntervalMs } from './run-interval.ts'

test('runs in many tenants are read together no more often than the API allows one person', () => {
  expect(runIntervalMs(1)).toBe(1_500)
  for (const runs of [1, 4, 50, 500]) expect((runs * 60_000) / runIntervalMs(runs)).toBeLessThan(100)
})
