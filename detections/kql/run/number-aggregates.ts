/** Aggregates that give numbers: counts, sums, means, spreads, percentiles. */
import { refuse } from '../fault.ts'
import { type AggregateCall, type AggregateResult, type AggregateSpec, argumentOf } from './aggregate-spec.ts'
import { cast, keyOf, order } from './compare.ts'
import { toJson } from './convert.ts'
import { addDecimals, type Decimal, decimalOf, divideDecimals } from './decimal.ts'
import { type Accumulator, constantValue, type Expr, literal } from './scope.ts'
import { isArray, isWhole, type Json, type KqlType, type Row, type Value, wrapped } from './value.ts'

type Compile = AggregateSpec['compile']

/** A function and its form with a condition, which is the last argument by default. */
function both(name: string, compile: Compile, condition = 1): [string, AggregateSpec][] {
  return [
    [name, { prefix: name, compile }],
    [`${name}if`, { prefix: `${name}if`, condition, compile }],
  ]
}

export const numberAggregates: readonly [string, AggregateSpec][] = [
  ...both('count', counted, 0),
  ['cnt', { prefix: 'cnt', compile: counted }],
  ...both('sum', summed),
  ...both('avg', averaged),
  ...both('dcount', distinct),
  ...both('count_distinct', distinct),
  ...both('stdev', (call) => spread(call, { isSample: true, isRoot: true })),
  ...both('stdevp', (call) => spread(call, { isSample: false, isRoot: true })),
  ...both('variance', (call) => spread(call, { isSample: true, isRoot: false })),
  ...both('variancep', (call) => spread(call, { isSample: false, isRoot: false })),
  ['percentile', { prefix: 'percentile', suffix: 1, compile: percentile }],
  ['percentiles_array', { prefix: 'percentiles', compile: percentileList }],
  ['binary_all_and', { prefix: null, compile: (call) => bits(call, (a, b) => a & b) }],
  ['binary_all_or', { prefix: null, compile: (call) => bits(call, (a, b) => a | b) }],
  ['binary_all_xor', { prefix: null, compile: (call) => bits(call, (a, b) => a ^ b) }],
]

function accumulate<S>(
  state: () => S,
  add: (state: S, row: Row) => void,
  value: (state: S) => Value,
): () => Accumulator {
  return () => {
    const own = state()
    return { add: (row) => add(own, row), value: () => value(own) }
  }
}

function counted({ passes }: AggregateCall): AggregateResult {
  const make = accumulate(
    () => ({ count: 0 }),
    (state, row) => {
      if (passes(row)) state.count++
    },
    ({ count }) => BigInt(count),
  )
  return { type: 'long', make }
}

/** A dynamic or a boolean counts in a sum as a real number. */
function summand(call: AggregateCall): Expr {
  const expr = argumentOf(call, 0)
  if (expr.type === 'int') return cast(expr, 'long')
  if (['long', 'real', 'decimal', 'timespan', 'datetime'].includes(expr.type)) return expr
  if (expr.type === 'dynamic') return cast(expr, 'real')
  return refuse(call.at, `${call.name} needs numbers, not ${expr.type}`)
}

function zero(type: KqlType): Value {
  return type === 'real' ? 0 : type === 'decimal' ? decimalOf(0n) : 0n
}

function plus(a: Value, b: Value): Value {
  if (typeof a === 'bigint') return a + (b as bigint)
  return typeof a === 'number' ? a + Number(b) : addDecimals(a as Decimal, b as Decimal)
}

/** The sum of no values is zero. */
function summed(call: AggregateCall): AggregateResult {
  const { type, run } = summand(call)
  if (type === 'datetime') return refuse(call.at, 'datetimes cannot be summed')
  const make = accumulate(
    () => ({ sum: zero(type) }),
    (state, row) => {
      const value = call.passes(row) ? run(row) : null
      if (value !== null) state.sum = plus(state.sum, value)
    },
    ({ sum }) => (typeof sum === 'bigint' ? wrapped(sum) : sum),
  )
  return { type, make }
}

/** The mean of no numbers is NaN, of no times null. */
function averaged(call: AggregateCall): AggregateResult {
  const { type, run } = summand(call)
  const isTime = type === 'timespan' || type === 'datetime'
  const make = accumulate(
    () => ({ sum: zero(type), count: 0 }),
    (state, row) => {
      const value = call.passes(row) ? run(row) : null
      if (value === null) return
      state.sum = plus(state.sum, value)
      state.count++
    },
    ({ sum, count }) => mean(sum, count, isTime),
  )
  return { type: isWhole(type) ? 'real' : type, make }
}

function mean(sum: Value, count: number, isTime: boolean): Value {
  if (count === 0) return typeof sum === 'object' || isTime ? null : Number.NaN
  if (isTime) return (sum as bigint) / BigInt(count)
  return typeof sum === 'object' ? divideDecimals(sum as Decimal, decimalOf(BigInt(count))) : Number(sum) / count
}

function distinct(call: AggregateCall): AggregateResult {
  const { type, run } = argumentOf(call, 0)
  const make = accumulate(
    () => new Set<string>(),
    (seen, row) => {
      const value = call.passes(row) ? run(row) : null
      if (value === null) return
      const { size } = seen
      seen.add(keyOf(value, type))
      if (seen.size > size) call.budget.hold(1)
    },
    ({ size }) => BigInt(size),
  )
  return { type: 'long', make }
}

/** Welford's method. 0 for no rows, as for one. */
function spread(call: AggregateCall, how: { isSample: boolean; isRoot: boolean }): AggregateResult {
  const { run } = cast(argumentOf(call, 0), 'real')
  const make = accumulate(
    () => ({ count: 0, mean: 0, squares: 0 }),
    (state, row) => {
      const value = call.passes(row) ? run(row) : null
      if (typeof value !== 'number') return
      state.count++
      const delta = value - state.mean
      state.mean += delta / state.count
      state.squares += delta * (value - state.mean)
    },
    ({ count, squares }) => {
      const of = how.isSample ? count - 1 : count
      const variance = of > 0 ? squares / of : 0
      return how.isRoot ? Math.sqrt(variance) : variance
    },
  )
  return { type: 'real', make }
}

/** The value at a share of the rows, by nearest rank. */
export function rankedAt(sorted: readonly Value[], percent: number): Value {
  const rank = Math.ceil((Math.min(100, Math.max(0, percent)) / 100) * sorted.length)
  return sorted[Math.max(1, rank) - 1] ?? null
}

function collected(call: AggregateCall, value: (sorted: readonly Value[]) => Value): () => Accumulator {
  const { run } = argumentOf(call, 0)
  return accumulate(
    (): Value[] => [],
    (values, row) => {
      const one = call.passes(row) ? run(row) : null
      if (one === null) return
      call.budget.hold(1)
      values.push(one)
    },
    (values) => value(values.toSorted(order)),
  )
}

function percentile(call: AggregateCall): AggregateResult {
  const { type } = argumentOf(call, 0)
  const percent = Number(constantValue(cast(argumentOf(call, 1), 'real'), call.at, 'the share'))
  return { type: type === 'int' ? 'long' : type, make: collected(call, (sorted) => rankedAt(sorted, percent)) }
}

function percentileList(call: AggregateCall): AggregateResult {
  const { type } = argumentOf(call, 0)
  const shares = call.args.slice(1).flatMap((arg) => {
    const value = constantValue(cast(arg, 'dynamic'), call.at, 'a share')
    return (isArray(value) ? value : [value as Json]).map(Number)
  })
  const list = (sorted: readonly Value[]): Value => shares.map((share) => toJson(rankedAt(sorted, share), type))
  return { type: 'dynamic', make: collected(call, list) }
}

function bits(call: AggregateCall, combine: (a: bigint, b: bigint) => bigint): AggregateResult {
  const { run } = cast(call.args[0] ?? literal(null, 'long'), 'long')
  const make = accumulate(
    (): { bits: bigint | null } => ({ bits: null }),
    (state, row) => {
      const value = run(row)
      if (typeof value === 'bigint') state.bits = state.bits === null ? value : combine(state.bits, value)
    },
    (state) => state.bits,
  )
  return { type: 'long', make }
}
