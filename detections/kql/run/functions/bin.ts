/** `bin` and `floor`: values rounded down to a multiple (Kusto documentation, bin function). */
import { refuse } from '../../fault.ts'
import { cast, wider } from '../compare.ts'
import { addDecimals, type Decimal, decimalNumber, multiplyDecimals, negateDecimal, parseDecimal } from '../decimal.ts'
import { argument, argumentCount, type Call, type FunctionSpec, made } from '../function-spec.ts'
import type { Expr } from '../scope.ts'
import { asDatetime, floorDivide } from '../time.ts'
import { isNumber, isWhole, type KqlType, type Value } from '../value.ts'

/** The multiple of `size`, counted from `start`, that is at `value` or below; null for sizes that are not above zero. */
function binned(type: KqlType, value: Value, size: Value, start: Value): Value {
  if (typeof value === 'bigint' && typeof size === 'bigint' && typeof start === 'bigint') {
    if (size <= 0n) return null
    const bin = floorDivide(value - start, size) * size + start
    return type === 'datetime' ? asDatetime(bin) : bin
  }
  if (typeof value === 'number' && typeof size === 'number' && typeof start === 'number')
    return size > 0 ? Math.floor((value - start) / size) * size + start : null
  return type === 'decimal' ? decimalBin(value as Decimal, size as Decimal, start as Decimal) : null
}

function decimalBin(value: Decimal, size: Decimal, start: Decimal): Value {
  if (size.units <= 0n) return null
  const steps = Math.floor(decimalNumber(addDecimals(value, negateDecimal(start))) / decimalNumber(size))
  const times = parseDecimal(String(steps))
  return times === null ? null : addDecimals(multiplyDecimals(times, size), start)
}

function typesOf(value: Expr, size: Expr, { at, name }: Call): { readonly type: KqlType; readonly by: KqlType } {
  if (value.type === 'datetime') return { type: 'datetime', by: 'timespan' }
  if (value.type === 'timespan') return { type: 'timespan', by: 'timespan' }
  if (value.type === 'dynamic') {
    if (size.type === 'timespan') return { type: 'datetime', by: 'timespan' }
    return isWhole(size.type) ? { type: 'long', by: 'long' } : { type: 'real', by: 'real' }
  }
  if (!isNumber(value.type) || !isNumber(size.type))
    return refuse(at, `${name} cannot round a ${value.type} by a ${size.type}`)
  const type = wider(value.type, size.type)
  return type === 'int' ? { type: 'int', by: 'int' } : { type, by: type }
}

function zeroOf(type: KqlType): Value {
  return type === 'real' ? 0 : type === 'decimal' ? { units: 0n, scale: 0 } : 0n
}

const bin: FunctionSpec = (call) => {
  argumentCount(call, 2, 2)
  const [value, size] = [argument(call, 0), argument(call, 1)]
  const { type, by } = typesOf(value, size, call)
  const [of, step] = [cast(value, type).run, cast(size, by).run]
  const start = zeroOf(type)
  return made(call.args, type, (row) => {
    const [one, two] = [of(row), step(row)]
    return one === null || two === null ? null : binned(type, one, two, start)
  })
}

const binAt: FunctionSpec = (call) => {
  argumentCount(call, 3, 3)
  const [value, size, from] = [argument(call, 0), argument(call, 1), argument(call, 2)]
  const { type, by } = typesOf(value, size, call)
  const [of, step, start] = [cast(value, type).run, cast(size, by).run, cast(from, type).run]
  return made(call.args, type, (row) => {
    const values = [of(row), step(row), start(row)] as const
    return values.includes(null) ? null : binned(type, ...values)
  })
}

export const binFunctions: Readonly<Record<string, FunctionSpec>> = { bin, floor: bin, bin_at: binAt }
