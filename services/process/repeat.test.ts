import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work that outlasts its interval is not started twice, and failed work is started again', async () => {
  const begun: PromiseWithResolvers<void>[] = []
  repeat(10, () => {
    const work = Promise.withResolvers<void>()
    begun.push(work)
    return work.promise
  })
  await vi.advanceTimersByTimeAsync(35)
  expect(begun).toHaveLength(1)
  begun[0]?.resolve()
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toHaveLength(2)
  begun[1]?.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toHaveLength(3)
})
