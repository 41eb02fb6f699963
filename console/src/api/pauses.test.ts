import { expect, test } from 'vitest'
import { pausesOf } from './pauses.ts'

test('a pause lasts until the last waiting request continues', () => {
  const pauses = pausesOf()
  let calls = 0
  const leave = pauses.follow(() => calls++)
  const [first, second] = [pauses.begin(5_000), pauses.begin(3_000)]
  expect(pauses.until()).toBe(5_000)
  first()
  expect(pauses.until()).toBe(3_000)
  second()
  second()
  expect(pauses.until()).toBeNull()
  expect(calls).toBe(4)
  leave()
  pauses.begin(1)
  expect(calls).toBe(4)
})
