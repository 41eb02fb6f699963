import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('a wait ends with its time', async () => {
  const before = systemClock.now()
  await systemClock.wait(5, new AbortController().signal)
  expect(systemClock.now()).toBeGreaterThan(before)
})

test('a wait ends at once when it is stopped, before it began or in the middle', async () => {
  const stop = new AbortController()
  const waiting = systemClock.wait(2 ** 30, stop.signal)
  stop.abort()
  await waiting
  await systemClock.wait(2 ** 30, stop.signal)
})
