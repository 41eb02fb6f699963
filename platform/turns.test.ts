import { expect, test } from 'vitest'
import { atOnce, inTurns } from './turns.ts'

function* steps(count: number, done: { steps: number }): Generator<void, string> {
  for (; done.steps < count; done.steps++) yield
  return 'done'
}

test('long work in turns lets others run before it ends, and returns its result', async () => {
  const done = { steps: 0 }
  const seen: number[] = []
  const work = inTurns(steps(100_000, done))
  while (done.steps < 100_000) {
    seen.push(done.steps)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await work).toBe('done')
  expect(seen.length).toBeGreaterThan(50)
})

test('small work is done at once', () => {
  const done = { steps: 0 }
  expect(atOnce(steps(1000, done))).toBe('done')
  expect(done.steps).toBe(1000)
})
