/** Computes an aggregate's measure from some entries alone, and tests it against a bound. */
import type { Aggregate, Bound } from '../plan/plan.ts'
import type { Entry } from './columns.ts'
import { ExactSum } from './exact-sum.ts'

export type Measure = Aggregate['measure']

/**
 * Null when there is no entry to measure: the count and the sum of nothing are 0, the average of nothing is unknown.
 */
export function measured(measure: Measure, entries: readonly Entry[]): number | null {
  if (measure.of === 'count') return entries.length
  if (measure.of === 'distinct') return new Set(entries.map((entry) => entry.value)).size
  const numbers = entries.map((entry) => entry.value as number)
  if (measure.of === 'sum') return sumOf(numbers)
  if (numbers.length === 0) return null
  if (measure.of === 'avg') return sumOf(numbers) / numbers.length
  if (measure.of === 'max') return numbers.reduce((a, b) => Math.max(a, b))
  if (measure.of === 'percentile') return percentileOf(measure.percentile, numbers)
  return numbers.reduce((a, b) => Math.min(a, b))
}

export function meets(figure: number, bounds: readonly Bound[]): boolean {
  for (const bound of bounds) if (!meetsOne(figure, bound)) return false
  return true
}

function meetsOne(figure: number, { op, value }: Bound): boolean {
  if (op === 'gt') return figure > value
  if (op === 'gte') return figure >= value
  if (op === 'lt') return figure < value
  if (op === 'lte') return figure <= value
  return (figure === value) === (op === 'eq')
}

/** True when more matches can only bring the figure closer to its bounds, or keep it there. */
export function isRising({ measure, bounds }: Aggregate): boolean {
  if (measure.of === 'avg' || measure.of === 'percentile') return false
  const growing = measure.of === 'min' ? ['lt', 'lte'] : ['gt', 'gte']
  return bounds.every(({ op }) => growing.includes(op))
}

function sumOf(numbers: readonly number[]): number {
  const sum = new ExactSum()
  for (const number of numbers) sum.add(number)
  return sum.value()
}

/**
 * Between the two nearest ranks: type 7 of R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical Packages" (1996),
 * which is ClickHouse's `quantileExactInclusive`.
 */
function percentileOf(percentile: number, numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort()
  const rank = (percentile / 100) * (sorted.length - 1)
  const below = sorted[Math.floor(rank)] as number
  const above = sorted[Math.ceil(rank)] as number
  return below + (above - below) * (rank - Math.floor(rank))
}
