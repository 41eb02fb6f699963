import { expect, test } from 'vitest'
import { FEATURES, SHIPPED } from '../../../pipeline/stages/fuse/weights.ts'
import { fitWeights, type Judged } from './fit-weights.ts'

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}

/** Alerts of a tenant where only this decides. */
function tenant(count: number, chanceOf: (values: readonly number[]) => number): Judged[] {
  const random = numbers(42)
  return Array.from({ length: count }, () => {
    const values = FEATURES.map(() => Math.round(random() * 10) / 10)
    return { values, isAttack: random() < chanceOf(values) }
  })
}

const at = (name: (typeof FEATURES)[number]) => FEATURES.indexOf(name)

test('weights follow people’s verdicts, and predict other verdicts better than the shipped weights', () => {
  // Here many sources mean a known scanner, and severity says little.
  const fit = fitWeights(
    tenant(
      1_000,
      (values) => 1 / (1 + Math.exp(4 * (values[at('sources')] as number) - 2 * (values[at('rules')] as number))),
    ),
  )
  expect(fit?.weights.features.sources).toBeLessThan(0)
  expect(fit?.weights.features.rules).toBeGreaterThan(0.5)
  expect(fit?.weights.features.severity).toBeLessThan(SHIPPED.features.severity)
  expect(fit?.fitted.logLoss).toBeLessThan((fit?.shipped.logLoss as number) - 0.05)
  expect(fit?.fitted.brier).toBeLessThan(fit?.shipped.brier as number)
})

test('the predicted rate of a bin equals the observed one when the weights fit', () => {
  const fit = fitWeights(tenant(4_000, (values) => values[at('severity')] as number))
  const fullBins = fit?.fitted.bins.filter(({ alerts }) => alerts >= 100) ?? []
  expect(fullBins.length).toBeGreaterThan(3)
  for (const { predicted, observed } of fullBins)
    expect(Math.abs((predicted as number) - (observed as number))).toBeLessThan(0.12)
  expect(fit?.fitted.bins.reduce((sum, { alerts }) => sum + alerts, 0)).toBe(4_000)
})

test('no weights are fitted to few verdicts, or to verdicts of one kind', () => {
  expect(fitWeights(tenant(49, () => 0.5))).toBeNull()
  expect(fitWeights(tenant(500, () => 0))).toBeNull()
  expect(fitWeights(tenant(500, () => 1))).toBeNull()
})

test('the fitted weights are the most likely ones: no small change makes the verdicts likelier', () => {
  const judged = tenant(300, (values) => values[at('severity')] as number)
  const fit = fitWeights(judged)
  const names = [null, ...FEATURES]
  const prior = [SHIPPED.bias, ...FEATURES.map((name) => SHIPPED.features[name])]
  const theta = [fit?.weights.bias as number, ...FEATURES.map((name) => fit?.weights.features[name] as number)]
  // The cost sums the surprise of each verdict and the distance from the shipped weights, which weighs as four
  // verdicts.
  const cost = (weights: readonly number[]) =>
    judged.reduce(
      (sum, { values, isAttack }) => {
        const logit = values.reduce(
          (total, value, n) => total + value * (weights[n + 1] as number),
          weights[0] as number,
        )
        return sum + Math.log(1 + Math.exp(logit)) - (isAttack ? logit : 0)
      },
      weights.reduce((sum, weight, n) => sum + 2 * (weight - (prior[n] as number)) ** 2, 0),
    )
  for (const n of names.keys())
    for (const by of [0.05, -0.05])
      expect(cost(theta.map((weight, m) => (m === n ? weight + by : weight)))).toBeGreaterThan(cost(theta))
})
