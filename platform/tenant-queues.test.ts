import { expect, test } from 'vitest'
import { TenantQueues } from './tenant-queues.ts'

function queuesOf(items: readonly string[]): TenantQueues<string> {
  const queues = new TenantQueues<string>()
  for (const item of items) queues.push(item.slice(0, 1), item)
  return queues
}

test('serves one item of each tenant in turn, each tenant in its own order', () => {
  const queues = queuesOf(['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
  const served = Array.from({ length: 7 }, () => queues.shift()?.item ?? null)
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', null])
  expect(queues.isEmpty).toBe(true)
})

test('skips a tenant that may not be served, and keeps its position', () => {
  const queues = queuesOf(['a1', 'b1', 'b2'])
  const notA = (tenant: string) => tenant !== 'a'
  expect([queues.shift(notA), queues.shift(), queues.shift(notA), queues.shift(notA)]).toEqual([
    { tenant: 'b', item: 'b1' },
    { tenant: 'a', item: 'a1' },
    { tenant: 'b', item: 'b2' },
    null,
  ])
})

test('removes an item once, and forgets a tenant that has none left', () => {
  const queues = queuesOf(['a1', 'a2'])
  expect([queues.remove('a', 'a1'), queues.remove('a', 'a1'), queues.lengthOf('a')]).toEqual([true, false, 1])
  expect([queues.remove('a', 'a2'), queues.isEmpty, queues.lengthOf('a')]).toEqual([true, true, 0])
})
