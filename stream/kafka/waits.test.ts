import { expect, test } from 'vitest'
import { Waits } from './waits.ts'

/** A call that waits until the test resolves it. */
function waiting() {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  return { promise, came: () => resolve(true) }
}

test('makes at most `max` waiting calls at a time', async () => {
  const waits = new Waits(1)
  const [first, second] = [waiting(), waiting()]
  let calls = 0
  const held = waits.within(60_000, () => first.promise)
  await waits.within(1, () => Promise.resolve(++calls > 0))
  expect(calls).toBe(0)
  first.came()
  await held
  const again = waits.within(60_000, () => second.promise)
  second.came()
  await again
})

test('a failed call releases its thread', async () => {
  const waits = new Waits(1)
  await expect(waits.within(1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  let calls = 0
  await waits.within(1, () => Promise.resolve(++calls > 0))
  expect(calls).toBe(1)
})

test('does not repeat at once a call that returned nothing at once', async () => {
  const waits = new Waits(1)
  const since = performance.now()
  await waits.within(20, () => Promise.resolve(false))
  expect(performance.now() - since).toBeGreaterThan(15)
})
