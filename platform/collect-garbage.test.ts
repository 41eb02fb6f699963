import { getHeapSpaceStatistics } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { collectGarbage, GARBAGE_LIMITS, GarbageWatch } from './collect-garbage.ts'

const MB = 1024 * 1024

afterEach(() => void vi.useRealTimers())

function open(kept: number) {
  const heap = { used: kept, collected: 0 }
  const collect = () => {
    heap.collected++
    heap.used = kept
  }
  return { heap, watch: new GarbageWatch({ usedBytes: () => heap.used, collect }) }
}

function openAfterStart(kept: number) {
  const { heap, watch } = open(kept)
  watch.look()
  heap.collected = 0
  return { heap, watch }
}

test('collects the garbage of the start at the first check only', () => {
  const { heap, watch } = open(30 * MB)
  heap.used = 46 * MB
  watch.look()
  expect([heap.collected, heap.used]).toEqual([1, 30 * MB])
  heap.used = 46 * MB
  for (let minute = 0; minute < 10; minute++) watch.look()
  expect(heap.collected).toBe(1)
})

test('collects a growing heap each time it has grown by the limit', () => {
  const { heap, watch } = openAfterStart(80 * MB)
  const seen: number[] = []
  for (let minute = 0; minute < 60; minute++) {
    heap.used += 12 * MB
    seen.push(heap.used)
    watch.look()
  }
  expect(heap.collected).toBe((60 * 12 * MB) / GARBAGE_LIMITS.grownBytes)
  expect(Math.max(...seen)).toBeLessThanOrEqual(80 * MB + GARBAGE_LIMITS.grownBytes)
})

test('leaves a heap alone that V8 collects, or that does not grow', () => {
  const { heap, watch } = openAfterStart(80 * MB)
  for (let minute = 0; minute < 10; minute++) {
    heap.used += 100 * MB
    watch.collected()
    watch.look()
  }
  for (let minute = 0; minute < 10; minute++) watch.look()
  expect(heap.collected).toBe(0)
})

test('does not collect again and again a heap whose live data has grown', () => {
  const { heap, watch } = open(80 * MB)
  heap.used = 300 * MB
  watch.collected()
  watch.look()
  for (let minute = 0; minute < 10; minute++) watch.look()
  expect(heap.collected).toBe(0)
})

test('once a process is quiet after its start, the new space that grew meanwhile is given back', () => {
  vi.useFakeTimers()
  const newSpace = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
  let isQuiet = false
  collectGarbage(() => isQuiet)
  const kept: number[][] = []
  for (let n = 0; n < 400_000; n++) kept.push([n, n])
  expect(kept).toHaveLength(400_000)
  const grown = newSpace()
  kept.length = 0
  vi.advanceTimersByTime(GARBAGE_LIMITS.afterStartMs)
  expect(newSpace(), 'a busy process is left alone').toBe(grown)
  isQuiet = true
  vi.advanceTimersByTime(GARBAGE_LIMITS.afterStartMs)
  expect(newSpace()).toBeLessThan(grown / 2)
})

test('it can be started in a thread', () => {
  expect(() => collectGarbage()).not.toThrow()
})
