import { expect, test } from 'vitest'
import { InFlightBytes } from './in-flight.ts'

const refused = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 2 })

/** Takes bytes one request at a time until one is refused; returns their number. */
function takeAll(all: InFlightBytes, tenant: string): number {
  for (let reserved = 0; ; reserved++) {
    try {
      all.hold(tenant).add(1)
    } catch (error) {
      expect(error).toEqual(refused)
      return reserved
    }
  }
}

test('a single tenant gets half, the next one half of the rest, and another one always finds space', () => {
  const all = new InFlightBytes(120)
  expect(takeAll(all, 'a')).toBe(60)
  expect(takeAll(all, 'b')).toBe(30)
  expect(takeAll(all, 'a'), 'it has its share').toBe(0)
  expect(takeAll(all, 'c')).toBe(15)
  expect(all.held).toBe(105)
})

test('bytes of a finished request are free for every tenant', () => {
  const all = new InFlightBytes(100)
  const hold = all.hold('a')
  hold.add(50)
  expect(() => hold.add(1)).toThrow(refused)
  expect(() => all.hold('a').expect(1)).toThrow(refused)
  all.hold('b').expect(25)
  hold.release()
  expect(all.held).toBe(0)
  all.hold('a').add(50)
})

test('does not count refused bytes, and counts the others until the append settles', async () => {
  const all = new InFlightBytes(10)
  const hold = all.hold('a')
  expect(() => hold.add(6)).toThrow(refused)
  expect(all.held).toBe(0)
  hold.add(5)
  const appending = Promise.withResolvers<void>()
  hold.keepUntil(appending.promise)
  hold.release()
  expect(all.held).toBe(5)
  appending.resolve()
  await appending.promise
  await Promise.resolve()
  expect(all.held).toBe(0)
})
