import { expect, test } from 'vitest'
import { Facts } from './facts.ts'

test('a result for one event is not reused for the next, even if event numbers restart', () => {
  const facts = new Facts(3)
  expect(facts.begin()).toBe(false)
  facts.add(1)
  facts.add(1)
  expect(facts.hitCount).toBe(1)
  facts.begin()
  expect(facts.marks[1]).not.toBe(facts.epoch)
  facts.epoch = 0x7fffffee
  expect(facts.begin()).toBe(true)
  expect([facts.epoch, facts.hitCount, ...facts.marks]).toEqual([2, 0, 0, 0, 0])
  facts.add(1)
  expect(facts.marks[1]).toBe(facts.epoch)
})
