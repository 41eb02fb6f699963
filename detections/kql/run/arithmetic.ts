/** `+ - * / %` and the minus sign (Kusto documentation, Numerical operators, Datetime / timespan arithmetic). */
import { refuse } from '../fault.ts'
import { cast, wider } from './compare.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalOf,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
} from './decimal.ts'
import type { Expr } from './scope.ts'
import { asDatetime } from './time.ts'
import { isNumber, isWhole, type KqlType, type Value, wrapped } from './value.ts'

type Operation = (a: Value, b: Value) => Value

export function compileArithmetic(word: string, left: Expr, right: Expr, at: number): Expr {
  const [one, two] = [besideTime(left, right, word), besideTime(right, left, word)]
  const times = ofTimes(word, one, two)
  if (times) return applied(times.type, one, two, times.apply)
  const [a, b] = [asNumber(left), asNumber(right)]
  if (!a || !b) return refuse(at, `${word} is not defined for ${left.type} and ${right.type}`)
  const type = wholeAsLong(wider(a.type, b.type))
  return applied(type, cast(a, type), cast(b, type), OPERATIONS[type]?.[word] ?? refuse(at, `unknown operator ${word}`))
}

/** A dynamic beside a datetime is one where they are subtracted, and a span of time where they are added. */
function besideTime(expr: Expr, other: Expr, word: string): Expr {
  if (expr.type !== 'dynamic' || (other.type !== 'datetime' && other.type !== 'timespan')) return expr
  const isSpan = other.type === 'timespan' ? word !== '+' && word !== '-' : word === '+'
  return cast(expr, isSpan ? 'timespan' : 'datetime')
}

const wholeAsLong = (type: KqlType): KqlType => (type === 'int' ? 'long' : type)

/** A dynamic in a sum counts as the number that it holds; a text in one is an error. */
function asNumber(expr: Expr): Expr | null {
  if (isNumber(expr.type)) return expr
  return expr.type === 'dynamic' ? cast(expr, 'real') : null
}

function applied(type: KqlType, left: Expr, right: Expr, apply: Operation): Expr {
  return {
    type,
    constant: left.constant && right.constant,
    name: '',
    run: (row) => {
      const [a, b] = [left.run(row), right.run(row)]
      return a === null || b === null ? null : apply(a, b)
    },
  }
}

const whole =
  (apply: (a: bigint, b: bigint) => bigint | null): Operation =>
  (a, b) => {
    const result = apply(a as bigint, b as bigint)
    return result === null ? null : wrapped(result)
  }
const real =
  (apply: (a: number, b: number) => number): Operation =>
  (a, b) =>
    apply(a as number, b as number)
const exact =
  (apply: (a: Decimal, b: Decimal) => Decimal | null): Operation =>
  (a, b) =>
    apply(a as Decimal, b as Decimal)

/** Never negative, whatever the signs: 0 <= N % D < abs(D). */
function modulo(a: bigint, b: bigint): bigint | null {
  if (b === 0n) return null
  const rest = a % b
  return rest < 0n ? rest + (b < 0n ? -b : b) : rest
}

function realModulo(a: number, b: number): number {
  const rest = a % b
  return rest < 0 ? rest + Math.abs(b) : rest
}

function decimalModulo(a: Decimal, b: Decimal): Decimal | null {
  const quotient = divideDecimals(a, b)
  if (quotient === null) return null
  const times = decimalOf(quotient.units / 10n ** BigInt(quotient.scale))
  const rest = addDecimals(a, negateDecimal(multiplyDecimals(times, b)))
  if (compareDecimals(rest, decimalOf(0n)) >= 0) return rest
  return addDecimals(rest, b.units < 0n ? negateDecimal(b) : b)
}

const OPERATIONS: Partial<Record<KqlType, Readonly<Record<string, Operation>>>> = {
  long: {
    '+': whole((a, b) => a + b),
    '-': whole((a, b) => a - b),
    '*': whole((a, b) => a * b),
    '/': whole((a, b) => (b === 0n ? null : a / b)),
    '%': whole(modulo),
  },
  real: {
    '+': real((a, b) => a + b),
    '-': real((a, b) => a - b),
    '*': real((a, b) => a * b),
    '/': real((a, b) => a / b),
    '%': real(realModulo),
  },
  decimal: {
    '+': exact(addDecimals),
    '-': exact((a, b) => addDecimals(a, negateDecimal(b))),
    '*': exact(multiplyDecimals),
    '/': exact(divideDecimals),
    '%': exact(decimalModulo),
  },
}

const datetime = (ticks: bigint): Value => asDatetime(ticks)

/** Null when neither side is a time. */
function ofTimes(
  word: string,
  { type: left }: Expr,
  { type: right }: Expr,
): { type: KqlType; apply: Operation } | null {
  const kind = `${short(left)} ${word} ${short(right)}`
  switch (kind) {
    case 'datetime + timespan':
    case 'timespan + datetime':
      return { type: 'datetime', apply: (a, b) => datetime((a as bigint) + (b as bigint)) }
    case 'datetime - timespan':
      return { type: 'datetime', apply: (a, b) => datetime((a as bigint) - (b as bigint)) }
    case 'datetime - datetime':
    case 'timespan - timespan':
      return { type: 'timespan', apply: whole((a, b) => a - b) }
    case 'timespan + timespan':
      return { type: 'timespan', apply: whole((a, b) => a + b) }
    case 'timespan / timespan':
      return { type: 'real', apply: (a, b) => Number(a) / Number(b) }
    case 'timespan % timespan':
    case 'datetime % timespan':
      return { type: 'timespan', apply: whole(modulo) }
    case 'timespan * number':
      return { type: 'timespan', apply: (a, b) => scaled(a as bigint, b, right) }
    case 'number * timespan':
      return { type: 'timespan', apply: (a, b) => scaled(b as bigint, a, left) }
    case 'timespan / number':
      return { type: 'timespan', apply: (a, b) => divided(a as bigint, b) }
    default:
      return null
  }
}

const short = (type: KqlType): string => (isWhole(type) || type === 'real' ? 'number' : type)

function scaled(ticks: bigint, by: Value, type: KqlType): Value {
  return isWhole(type) ? wrapped(ticks * (by as bigint)) : ticksOf(Number(ticks) * Number(by))
}

function divided(ticks: bigint, by: Value): Value {
  if (typeof by === 'bigint') return by === 0n ? null : ticks / by
  return ticksOf(Number(ticks) / Number(by))
}

const ticksOf = (ticks: number): Value => (Math.abs(ticks) < 2 ** 63 ? BigInt(Math.round(ticks)) : null)

export function compileSign(word: string, operand: Expr, at: number): Expr {
  if (word === '+') return operand
  const { type, run } = operand.type === 'dynamic' ? cast(operand, 'real') : operand
  if (!isNumber(type) && type !== 'timespan') return refuse(at, `a ${type} cannot have a sign`)
  const negate = (value: Value): Value => {
    if (typeof value === 'bigint') return wrapped(-value)
    return typeof value === 'number' ? -value : value === null ? null : negateDecimal(value as Decimal)
  }
  return { type: wholeAsLong(type), constant: operand.constant, name: '', run: (row) => negate(run(row)) }
}
