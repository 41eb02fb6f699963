import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitingQueue } from './waiting-queue.ts'

test('queued items arrive in order, never more than the bound, and the source is unsubscribed at the end', async () => {
  const step = fc.constantFrom('push', 'push', 'read', 'end')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), async (steps, max) => {
      let [following, ended, overflowed, pushed, waiting] = [0, 0, 0, 0, 0]
      let push: (item: number) => void = () => undefined
      const follow = (value: typeof push) => {
        following++
        push = value
        return () => void following--
      }
      const queue = waitingQueue<number>(follow, { max, onOverflow: () => overflowed++, onEnd: () => ended++ })
      const reads: Promise<IteratorResult<number, undefined>>[] = []
      for (const one of steps) {
        if (one === 'push') push(pushed++)
        else if (one === 'read') reads.push(queue.next())
        else queue.end()
        waiting = ended > 0 ? 0 : pushed - reads.length
        expect(waiting).toBeLessThanOrEqual(max)
      }
      queue.end()
      const values = (await Promise.all(reads)).flatMap(({ done, value }) => (done ? [] : [value]))
      expect(values).toEqual(values.map((_, i) => i))
      expect([following, ended, overflowed <= 1]).toEqual([0, 1, true])
      expect(await queue.next()).toEqual({ done: true, value: undefined })
    }),
  )
})

test('a source that refuses the subscription ends the queue with its error', () => {
  let ended = 0
  const refuse = () => {
    throw new Error('full')
  }
  expect(() => waitingQueue(refuse, { max: 1, onOverflow: () => undefined, onEnd: () => ended++ })).toThrow('full')
  expect(ended).toBe(1)
})
