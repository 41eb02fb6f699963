/**
 * Fits the weights of the score to people's verdicts: a logistic regression that starts from the shipped weights and
 * moves away from them as far as the verdicts justify. Its quality is measured on verdicts outside the fit, next to
 * that of the shipped weights.
 */
import { FEATURES, SHIPPED, type Weights } from '../../../pipeline/stages/fuse/weights.ts'

/** An alert with a verdict: its features in the order of `FEATURES`, unknown ones as 0. */
export type Judged = { readonly values: readonly number[]; readonly isAttack: boolean }

/** Alerts whose predicted probability is in one tenth of the scale. */
export type Bin = {
  readonly from: number
  readonly to: number
  readonly alerts: number
  /** Mean of the predictions; null when no alert is in the bin. */
  readonly predicted: number | null
  /** Part of them that were attacks. */
  readonly observed: number | null
}

export type Calibration = {
  readonly bins: readonly Bin[]
  /** Mean squared error of the probability; 0 is best, a coin toss has 0.25. */
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
/** Strength of the prior: a shipped weight counts like this many verdicts. */
const HOLD = 4
/** Newton's method converges in about ten steps; halved steps prevent overshooting. */
const STEPS_MAX = 100
const HALVES_MAX = 30
/** Squared length of a step at which the fit has converged. */
const THERE = 1e-18
const BINS = 10

/**
 * Null when there are too few verdicts, or too few of one kind. Deterministic: the same verdicts in the same order give
 * the same weights.
 */
export function fitWeights(judged: readonly Judged[]): Fit | null {
  const attacks = judged.filter(({ isAttack }) => isAttack).length
  const others = judged.length - attacks
  if (judged.length < JUDGED_MIN || attacks < OF_EACH_MIN || others < OF_EACH_MIN) return null
  const foretold = judged.map(() => 0)
  for (let fold = 0; fold < FOLDS; fold++) {
    const theta = fitted(judged.filter((_, at) => at % FOLDS !== fold))
    for (const [at, { values }] of judged.entries()) if (at % FOLDS === fold) foretold[at] = probability(theta, values)
  }
  const [bias = 0, ...weights] = fitted(judged).map((weight) => Math.round(weight * 1e4) / 1e4)
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

/**
 * Maximum a posteriori weights with the shipped ones as prior; the first is the bias. Newton's method (iteratively
 * reweighted least squares): the objective is convex, and `HOLD` makes its curvature positive everywhere.
 */
function fitted(judged: readonly Judged[]): number[] {
  let theta = [...PRIOR]
  let cost = costOf(judged, theta)
  for (let step = 0; step < STEPS_MAX; step++) {
    const move = newtonStep(judged, theta)
    let scale = 1
    let next = moved(theta, move, scale)
    let nextCost = costOf(judged, next)
    for (let halves = 0; nextCost > cost && halves < HALVES_MAX; halves++) {
      scale /= 2
      next = moved(theta, move, scale)
      nextCost = costOf(judged, next)
    }
    if (nextCost > cost) return theta
    theta = next
    cost = nextCost
    if (scale * scale * move.reduce((sum, one) => sum + one * one, 0) < THERE) return theta
  }
  return theta
}

function moved(theta: readonly number[], move: readonly number[], scale: number): number[] {
  return theta.map((weight, at) => weight - scale * (move[at] as number))
}

function costOf(judged: readonly Judged[], theta: readonly number[]): number {
  const penalty = theta.reduce((sum, weight, at) => sum + (HOLD / 2) * (weight - (PRIOR[at] as number)) ** 2, 0)
  return judged.reduce((sum, { values, isAttack }) => {
    const logit = logitOf(theta, values)
    // log(1 + e^x) without overflow.
    return sum + Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit))) - (isAttack ? logit : 0)
  }, penalty)
}

function newtonStep(judged: readonly Judged[], theta: readonly number[]): number[] {
  const size = theta.length
  const gradient = theta.map((weight, at) => HOLD * (weight - (PRIOR[at] as number)))
  const curvature = theta.map((_, row) => theta.map((__, column) => (row === column ? HOLD : 0)))
  for (const { values, isAttack } of judged) {
    const chance = probability(theta, values)
    const error = chance - Number(isAttack)
    const weight = chance * (1 - chance)
    for (let row = 0; row < size; row++) {
      const value = row === 0 ? 1 : (values[row - 1] as number)
      gradient[row] = (gradient[row] as number) + error * value
      const line = curvature[row] as number[]
      for (let column = 0; column <= row; column++)
        line[column] = (line[column] as number) + weight * value * (column === 0 ? 1 : (values[column - 1] as number))
    }
  }
  return solved(curvature, gradient)
}

/** Solves Ax = b by Cholesky's factors. The matrix is symmetric and positive definite, and given by its lower half. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const size = right.length
  const lower: number[][] = []
  const x: number[] = []
  for (let row = 0; row < size; row++) {
    const line: number[] = []
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]?.[column] as number
      for (let k = 0; k < column; k++)
        sum -= (line[k] as number) * ((column === row ? line : lower[column])?.[k] as number)
      line.push(column === row ? Math.sqrt(sum) : sum / (lower[column]?.[column] as number))
    }
    lower.push(line)
    let sum = right[row] as number
    for (let k = 0; k < row; k++) sum -= (line[k] as number) * (x[k] as number)
    x.push(sum / (line[row] as number))
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = x[row] as number
    for (let k = row + 1; k < size; k++) sum -= (lower[k]?.[row] as number) * (x[k] as number)
    x[row] = sum / (lower[row]?.[row] as number)
  }
  return x
}

function probability(theta: readonly number[], values: readonly number[]): number {
  return 1 / (1 + Math.exp(-logitOf(theta, values)))
}

function logitOf(theta: readonly number[], values: readonly number[]): number {
  return values.reduce((total, value, at) => total + value * (theta[at + 1] as number), theta[0] as number)
}

function calibrationOf(judged: readonly Judged[], counts: readonly number[]): Calibration {
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const inside = judged.flatMap(({ isAttack }, at) => {
      const one = counts[at] as number
      return Math.min(BINS - 1, Math.floor(one * BINS)) === bin ? [{ one, isAttack }] : []
    })
    const mean = (of: (each: { one: number; isAttack: boolean }) => number) =>
      inside.length === 0 ? null : inside.reduce((sum, each) => sum + of(each), 0) / inside.length
    return {
      ...{ from: bin / BINS, to: (bin + 1) / BINS, alerts: inside.length },
      ...{ predicted: mean(({ one }) => one), observed: mean(({ isAttack }) => Number(isAttack)) },
    }
  })
  const mean = (of: (predicted: number, truth: number) => number) =>
    judged.reduce((sum, { isAttack }, at) => sum + of(counts[at] as number, Number(isAttack)), 0) / judged.length
  return {
    bins,
    brier: mean((one, truth) => (one - truth) ** 2),
    logLoss: mean((one, truth) => -Math.log(Math.max(1e-9, truth === 1 ? one : 1 - one))),
  }
}
