/** Numbers (Kusto documentation, Mathematical functions, Binary functions). */
import { refuse } from '../../fault.ts'
import { cast } from '../compare.ts'
import { type Decimal, decimalNumber, isDecimal, roundDecimal } from '../decimal.ts'
import { argument, argumentCount, type FunctionSpec, fn, fnOf, made } from '../function-spec.ts'
import { isNumber, isWhole, type KqlType, type Value, wrapped } from '../value.ts'

const real = (apply: (x: number) => number): FunctionSpec => fn(['real'], 'real', apply)
const bits = (apply: (a: bigint, b: bigint) => bigint): FunctionSpec =>
  fn(['long', 'long'], 'long', (a, b) => wrapped(apply(a, b)))

/** A function of any numeric type that keeps the type. */
const kept =
  (apply: (value: bigint | number | Decimal) => Value): FunctionSpec =>
  (call) => {
    argumentCount(call, 1, 1)
    const arg = argument(call, 0)
    const type: KqlType = isWhole(arg.type) ? 'long' : arg.type === 'dynamic' ? 'real' : arg.type
    if (!isNumber(type) && type !== 'timespan') refuse(call.at, `${call.name} needs a number`)
    const { run } = cast(arg, type)
    return made(call.args, type, (row) => {
      const value = run(row)
      return value === null ? null : apply(value as bigint | number | Decimal)
    })
  }

const abs = kept((value) => {
  if (typeof value === 'bigint') return value < 0n ? -value : value
  if (typeof value === 'number') return Math.abs(value)
  return value.units < 0n ? { ...value, units: -value.units } : value
})

const sign = kept((value) => {
  if (typeof value === 'bigint') return value < 0n ? -1n : value > 0n ? 1n : 0n
  return Math.sign(isDecimal(value) ? decimalNumber(value) : value)
})

/** Halves go to the even neighbour, as .NET does. */
function rounded(value: number, places: number): number {
  const scale = 10 ** places
  const scaled = value * scale
  const floor = Math.floor(scaled)
  const isHalf = Math.abs(scaled - floor - 0.5) < 1e-9
  return (isHalf ? (floor % 2 === 0 ? floor : floor + 1) : Math.round(scaled)) / scale
}

const round: FunctionSpec = (call) => {
  argumentCount(call, 1, 2)
  if (argument(call, 0).type !== 'decimal')
    return fn(['real', 'long'], 'real', (x, n = 0n) => rounded(x, places(n)), 1)(call)
  return fn(['decimal', 'long'], 'decimal', (x, n = 0n) => roundDecimal(x, Math.max(0, places(n))), 1)(call)
}

const places = (n: bigint): number => Number(n > 15n ? 15n : n < -15n ? -15n : n)

/** Without an argument from 0 up to 1, with one a whole number below it; the same in each run of the query. */
const random: FunctionSpec = (call) => {
  argumentCount(call, 0, 1)
  const limit = call.args[0] ? cast(call.args[0], 'real').run : null
  const { budget } = call.run
  const run = (row: readonly Value[]): number => {
    const below = limit === null ? 1 : Number(limit(row))
    return limit === null ? budget.random() : Math.floor(budget.random() * below)
  }
  return { type: 'real', constant: false, name: '', run }
}

const shift = (by: bigint): bigint => (by < 0n || by > 63n ? 64n : by)

function onesIn(value: bigint): bigint {
  let ones = 0n
  for (let left = BigInt.asUintN(64, value); left > 0n; left &= left - 1n) ones++
  return ones
}

export const mathFunctions: Readonly<Record<string, FunctionSpec>> = {
  abs,
  sign,
  round,
  ceiling: kept((value) => (typeof value === 'number' ? Math.ceil(value) : value)),
  sqrt: real(Math.sqrt),
  exp: real(Math.exp),
  exp2: real((x) => 2 ** x),
  exp10: real((x) => 10 ** x),
  log: real(Math.log),
  log2: real(Math.log2),
  log10: real(Math.log10),
  sin: real(Math.sin),
  cos: real(Math.cos),
  tan: real(Math.tan),
  cot: real((x) => 1 / Math.tan(x)),
  asin: real(Math.asin),
  acos: real(Math.acos),
  atan: real(Math.atan),
  atan2: fn(['real', 'real'], 'real', Math.atan2),
  degrees: real((x) => (x * 180) / Math.PI),
  radians: real((x) => (x * Math.PI) / 180),
  pow: fn(['real', 'real'], 'real', (x, y) => x ** y),
  pi: fn([], 'real', () => Math.PI),
  rand: random,
  isnan: fn(['real'], 'bool', Number.isNaN),
  isinf: fn(['real'], 'bool', (x) => Math.abs(x) === Number.POSITIVE_INFINITY),
  isfinite: fn(['real'], 'bool', Number.isFinite),
  around: fn(['real', 'real', 'real'], 'bool', (value, center, delta) => Math.abs(value - center) <= delta),
  binary_and: bits((a, b) => a & b),
  binary_or: bits((a, b) => a | b),
  binary_xor: bits((a, b) => a ^ b),
  binary_not: fn(['long'], 'long', (a) => ~a),
  binary_shift_left: bits((a, b) => BigInt.asUintN(64, a) << shift(b)),
  binary_shift_right: bits((a, b) => BigInt.asUintN(64, a) >> shift(b)),
  bitset_count_ones: fn(['long'], 'long', onesIn),
  tohex: fnOf(
    ['long', 'long'],
    'string',
    () =>
      (a, width = 0n) => {
        return BigInt.asUintN(64, a)
          .toString(16)
          .padStart(Math.min(64, Number(width)), '0')
      },
    1,
  ),
}
