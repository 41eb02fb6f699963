import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast, type Decided, figuresOf } from './figures.ts'
import { breachesOf, refusalsOf } from './judge-grant.ts'

const many = (count: number, verdict: string, label: string): Decided[] =>
  Array.from({ length: count }, () => ({ verdict, label }))

describe('figures', () => {
  test('leave abstentions out of agreement, and count them as misses of attacks', () => {
    const all = [
      ...many(40, 'true_positive', 'true_positive'),
      ...many(10, 'needs_review', 'true_positive'),
      ...many(45, 'benign', 'benign_true_positive'),
      ...many(5, 'false_positive', 'benign'),
      ...many(7, 'benign', 'unlabeled'),
    ]
    expect(figuresOf(all)).toMatchObject({
      ...{ decisions: 100, answered: 90, agreed: 85, malicious: 50, maliciousFound: 40, abstained: 10 },
      ...{ agreement: 85 / 90, maliciousRecall: 0.8, abstention: 0.1 },
    })
  })

  test('without anything to divide by are not measured, which is not 0', () => {
    expect(figuresOf([])).toMatchObject({
      agreement: null,
      maliciousRecall: null,
      abstention: null,
      agreementAtLeast: null,
    })
    expect(figuresOf(many(3, 'benign', 'benign'))).toMatchObject({ agreement: 1, maliciousRecall: null })
    expect(figuresOf(many(3, '', 'benign'))).toMatchObject({ agreement: null, abstention: 1 })
  })

  test('a bound is below its rate, and comes nearer with every decision', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, share) => {
        const successes = Math.floor(trials * share)
        const bound = atLeast(successes, trials) ?? Number.NaN
        expect(bound).toBeGreaterThanOrEqual(0)
        expect(bound).toBeLessThanOrEqual(successes / trials)
        if (successes > 0 && successes < trials) expect(atLeast(successes * 10, trials * 10)).toBeGreaterThan(bound)
      }),
      { numRuns: 200 },
    )
  })

  test('a bound that is checked after every decision is wrong as rarely as it promises', () => {
    // 400 runs of 300 decisions, each with a true rate of 0.85: how many ever say that it is more.
    let seed = 7
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return seed / 2 ** 32
    }
    let wrong = 0
    for (let run = 0; run < 400; run++) {
      let successes = 0
      for (let n = 1; n <= 300; n++) {
        if (random() < 0.85) successes++
        if (n % 10 === 0 && (atLeast(successes, n) ?? 0) > 0.85) {
          wrong++
          break
        }
      }
    }
    expect(wrong / 400).toBeLessThanOrEqual(0.05)
  })
})

describe('a grant', () => {
  const good = [...many(40, 'true_positive', 'true_positive'), ...many(80, 'benign', 'benign')]
  const measured = (window: readonly Decided[], trailing: readonly Decided[] = window.slice(0, 50)) => ({
    window: figuresOf(window),
    trailing: figuresOf(trailing),
  })

  test('is earned by figures that pass every check', () => {
    expect(refusalsOf(measured(good))).toEqual([])
    expect(breachesOf(measured(good))).toEqual([])
  })

  test('is refused with every failed check, and a missing measurement fails', () => {
    expect(refusalsOf(measured([]))).toEqual([
      '0 closed decisions, 100 are needed',
      '0 closed as malicious, 30 are needed',
      'agreement is not measured, at least 95 % is needed',
      'malicious recall is not measured, at least 90 % is needed',
      'abstention is not measured, at most 30 % is allowed',
    ])
    const missed = [
      ...many(26, 'true_positive', 'true_positive'),
      ...many(6, 'benign', 'true_positive'),
      ...good.slice(40),
    ]
    expect(refusalsOf(measured(missed, good))).toEqual([
      'agreement is 94.6 %, at least 95 % is needed',
      'malicious recall is 81.3 %, at least 90 % is needed',
    ])
  })

  test('ends below the floors of the window or of the most recent decisions, not for a missing measurement', () => {
    expect(breachesOf(measured([]))).toEqual([])
    const declined = many(10, 'benign', 'true_positive')
    expect(breachesOf(measured(good, declined))).toEqual([
      'of the most recent decisions agreement is 0 %, below 90 %',
      'of the most recent decisions malicious recall is 0 %, below 80 %',
    ])
    expect(refusalsOf(measured(good, declined))).toHaveLength(2)
    expect(breachesOf(measured([...good, ...many(80, 'needs_review', 'benign')], good))).toEqual([
      'abstention is 40 %, above 30 %',
    ])
  })
})
