/**
 * Weights of the score from what people said of alerts: a logistic regression that begins with the weights that ship and
 * moves away from them as far as the verdicts carry it. How well it tells is measured on verdicts that it was not fitted
 * to, beside the weights that ship.
 */
import { FEATURES, SHIPPED, type Weights } from '../../pipeline/stages/fuse/weights.ts'

/** An alert with a verdict: its features in the order of `FEATURES`, unknown ones as 0. */
export type Judged = { readonly values: readonly number[]; readonly isAttack: boolean }

/** Alerts whose probability is in a tenth of the scale. */
export type Bin = {
  readonly from: number
  readonly to: number
  readonly alerts: number
  /** Mean of what was said; null: nobody is in it. */
  readonly predicted: number | null
  /** Part of them that were attacks. */
  readonly observed: number | null
}

export type Calibration = {
  readonly bins: readonly Bin[]
  /** Mean squared error of the probability; 0 is best, 0.25 what a coin says. */
  readonly brier: number
  /** Mean of what each verdict was worth in surprise; lower is better. */
  readonly logLoss: number
}

export type Fit = {
  readonly weights: Omit<Weights, 'version'>
  readonly shipped: Calibration
  /** Each verdict foretold by weights that were fitted to the others. */
  readonly fitted: Calibration
  readonly attacks: number
  readonly others: number
}

export const JUDGED_MIN = 50
export const OF_EACH_MIN = 10
const FOLDS = 5
/** How much a weight is held to the one that ships, as if so many verdicts spoke for it. */
const HOLD = 4
const STEPS = 2_000
const RATE = 0.5
const BINS = 10

/** Null: there are too few verdicts, or too few of one kind. The same for the same verdicts in the same order. */
export function fitWeights(judged: readonly Judged[]): Fit | null {
  const attacks = judged.filter(({ isAttack }) => isAttack).length
  const others = judged.length - attacks
  if (judged.length < JUDGED_MIN || attacks < OF_EACH_MIN || others < OF_EACH_MIN) return null
  const foretold = judged.map(() => 0)
  for (let fold = 0; fold < FOLDS; fold++) {
    const theta = descend(judged.filter((_, at) => at % FOLDS !== fold))
    for (const [at, { values }] of judged.entries()) if (at % FOLDS === fold) foretold[at] = probability(theta, values)
  }
  const [bias = 0, ...weights] = descend(judged).map((weight) => Math.round(weight * 1e4) / 1e4)
  const features = Object.fromEntries(FEATURES.map((name, at) => [name, weights[at]])) as Weights['features']
  return {
    weights: { bias, features },
    shipped: calibrationOf(
      judged,
      judged.map(({ values }) => probability(PRIOR, values)),
    ),
    fitted: calibrationOf(judged, foretold),
    attacks,
    others,
  }
}

const PRIOR = [SHIPPED.bias, ...FEATURES.map((name) => SHIPPED.features[name])]

/** Towards the most likely weights, those that ship being likely beforehand; the first is the bias. */
function descend(judged: readonly Judged[]): number[] {
  let theta = [...PRIOR]
  for (let step = 0; step < STEPS; step++) {
    const gradient = theta.map((weight, at) => HOLD * (weight - (PRIOR[at] as number)))
    for (const { values, isAttack } of judged) {
      const error = probability(theta, values) - Number(isAttack)
      gradient[0] = (gradient[0] as number) + error
      for (const [at, value] of values.entries()) gradient[at + 1] = (gradient[at + 1] as number) + error * value
    }
    theta = theta.map((weight, at) => weight - (RATE * (gradient[at] as number)) / (judged.length + HOLD))
  }
  return theta
}

function probability(theta: readonly number[], values: readonly number[]): number {
  const sum = values.reduce((total, value, at) => total + value * (theta[at + 1] as number), theta[0] as number)
  return 1 / (1 + Math.exp(-sum))
}

function calibrationOf(judged: readonly Judged[], said: readonly number[]): Calibration {
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const inside = judged.flatMap(({ isAttack }, at) => {
      const one = said[at] as number
      return Math.min(BINS - 1, Math.floor(one * BINS)) === bin ? [{ one, isAttack }] : []
    })
    const mean = (of: (each: { one: number; isAttack: boolean }) => number) =>
      inside.length === 0 ? null : inside.reduce((sum, each) => sum + of(each), 0) / inside.length
    return {
      ...{ from: bin / BINS, to: (bin + 1) / BINS, alerts: inside.length },
      ...{ predicted: mean(({ one }) => one), observed: mean(({ isAttack }) => Number(isAttack)) },
    }
  })
  const mean = (of: (said: number, truth: number) => number) =>
    judged.reduce((sum, { isAttack }, at) => sum + of(said[at] as number, Number(isAttack)), 0) / judged.length
  return {
    bins,
    brier: mean((one, truth) => (one - truth) ** 2),
    logLoss: mean((one, truth) => -Math.log(Math.max(1e-9, truth === 1 ? one : 1 - one))),
  }
}
