import { expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { Pace } from './sink-backpressure.ts'

/** Time moves only by waiting. */
function handClock(atMs: { now: number }, onWait: () => void = () => {}): Clock {
  return {
    now: () => atMs.now,
    wait: async (ms) => {
      atMs.now += ms
      onWait()
    },
  }
}

const never = new AbortController().signal

test('a stage that is not ahead continues at once', async () => {
  const at = { now: 0 }
  const pace = new Pace({ aheadMax: 10, stalledMs: 1000 }, handClock(at))
  pace.added(10)
  await pace.room(never)
  expect(at.now).toBe(0)
})

test('a stage that is ahead waits until enough rows are stored', async () => {
  const at = { now: 0 }
  const pace: Pace = new Pace(
    { aheadMax: 10, stalledMs: 1000 },
    handClock(at, () => pace.stored(1)),
  )
  pace.added(15)
  await pace.room(never)
  expect(at.now).toBe(25)
})

test('a stalled sink delays a stage no longer than its limit', async () => {
  const at = { now: 0 }
  const pace = new Pace({ aheadMax: 10, stalledMs: 1000 }, handClock(at))
  pace.added(11)
  await pace.room(never)
  expect(at.now).toBeGreaterThan(1000)
  expect(at.now).toBeLessThanOrEqual(1010)
  await pace.room(never)
  expect(at.now).toBeLessThanOrEqual(1010)
})
