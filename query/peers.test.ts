import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf, PEERS_MIN, peerScore } from './peers.ts'

test('with too few peers the comparison is unknown, not zero', () => {
  const few = figuresOf([1, 2, 3, 4], 0)
  expect(few).toEqual({ state: 'learning', members: 4, median: null, mad: null, meanDeviation: null })
  expect(peerScore(0, few)).toBeNull()
  expect(figuresOf([1], 4).state).toBe('stale')
})

test('the score is that of Iglewicz and Hoaglin', () => {
  const figures = figuresOf([2.1, 2.6, 2.4, 2.5, 2.3, 2.1, 2.3, 2.6, 8.2, 8.3], 0)
  expect(figures.median).toBeCloseTo(2.45, 9)
  expect(figures.mad).toBeCloseTo(0.15, 9)
  expect(peerScore(8.3, figures)).toBeCloseTo((0.6745 * 5.85) / 0.15, 6)
  // Most values are equal, so the mean deviation is used.
  expect(peerScore(10, figuresOf([0, 0, 0, 0, 5], 0))).toBeCloseTo(10 / 1.253314, 6)
  expect(peerScore(10, figuresOf([0, 0, 0, 0, 0], 0))).toBeNull()
})

test('it does not depend on the order or the unit of the values', () => {
  const values = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: PEERS_MIN, maxLength: 40 })
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 2000 }), (means, value) => {
      const score = peerScore(value, figuresOf(means, 0))
      expect(peerScore(value, figuresOf(means.toReversed(), 0))).toEqual(score)
      const scaled = peerScore(
        value * 8,
        figuresOf(
          means.map((mean) => mean * 8),
          0,
        ),
      )
      if (score === null) expect(scaled).toBeNull()
      else expect(scaled).toBeCloseTo(score, 6)
    }),
  )
})
