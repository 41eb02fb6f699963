import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactSum, TERM_MAX } from './exact-sum.ts'

const terms = fc.array(fc.double({ min: -TERM_MAX, max: TERM_MAX, noNaN: true }), { maxLength: 30 })

function sumOf(numbers: readonly number[]): number {
  const sum = new ExactSum()
  for (const number of numbers) sum.add(number)
  return sum.value() + 0 // one zero
}

test('the order of the terms does not change the sum', () => {
  const holds = (numbers: number[]) => {
    expect(sumOf(numbers.toReversed())).toBe(sumOf(numbers))
  }
  fc.assert(fc.property(terms, holds))
})

test('a removed term leaves no trace in the sum', () => {
  const holds = (stay: number[], go: number[]) => {
    expect(sumOf([...stay, ...go, ...go.map((x) => -x)])).toBe(sumOf(stay))
  }
  fc.assert(fc.property(terms, terms, holds))
})

test('a sum is the double nearest to the true one', () => {
  const holds = (whole: number[]) => {
    expect(sumOf(whole)).toBe(Number(whole.reduce((a, b) => a + BigInt(b), 0n)))
  }
  fc.assert(fc.property(fc.array(fc.maxSafeInteger(), { maxLength: 30 }), holds))
})

test('terms that doubles would round one by one are added exactly', () => {
  expect(sumOf(new Array<number>(10).fill(0.1))).toBe(1)
  expect(sumOf([1e100, 1, -1e100])).toBe(1)
})
