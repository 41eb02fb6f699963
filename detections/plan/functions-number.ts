/** Functions of numbers; what is common to all functions stands in `functions.ts`. Not a finite number is unknown. */
import { parseEventTime } from '../../platform/event-time.ts'
import type { FunctionSpec } from './function-spec.ts'
import { finite, type LargeInteger, type Scalar, toExact, toNumber, toText } from './scalar.ts'

function ofNumbers(count: number, apply: (a: number, b: number) => number | null): FunctionSpec {
  return {
    kind: 'scalar',
    min: count,
    max: count,
    apply(args) {
      const [a = null, b = null] = args.map(toNumber)
      if (a === null || (count > 1 && b === null)) return null
      const answer = apply(a, b ?? 0)
      return answer === null ? null : finite(answer)
    },
  }
}

export const NUMBER_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  /** add, subtract, multiply(a, b): of IEEE 754 doubles, as all arithmetic. */
  add: ofNumbers(2, (a, b) => a + b),
  subtract: ofNumbers(2, (a, b) => a - b),
  multiply: ofNumbers(2, (a, b) => a * b),
  /** divide(a, b): the real quotient; unknown when b is 0. */
  divide: ofNumbers(2, (a, b) => (b === 0 ? null : a / b)),
  /** quotient(a, b): `divide`, cut towards zero when both are whole numbers. */
  quotient: ofNumbers(2, (a, b) => (b === 0 ? null : areWhole(a, b) ? Math.trunc(a / b) : a / b)),
  /** modulo(a, b): the rest of a divided by b, with the sign of a; unknown when b is 0. */
  modulo: ofNumbers(2, (a, b) => (b === 0 ? null : a % b)),
  /** floor(a): the greatest whole number not above a. */
  floor: ofNumbers(1, Math.floor),
  /** floorTo(a, step): the greatest multiple of step not above a; unknown when step is not positive. */
  floorTo: ofNumbers(2, (a, step) => (step > 0 ? Math.floor(a / step) * step : null)),
  /** abs(a): without its sign. */
  abs: ofNumbers(1, Math.abs),
  /**
   * number(a, base?): a text as a number: decimal, or whole in a base from 2 to 36 with an optional sign. A text that
   * begins with 0x is in base 16 unless another is named; an unknown base is none. Unknown when a is not such a text.
   */
  number: { kind: 'scalar', min: 1, max: 2, apply: ([value = null, base = null]) => parseNumber(value, base) },
  /** timeMs(a): Unix milliseconds of a time in any notation of `platform/event-time.ts`; unknown when a is no time. */
  timeMs: { kind: 'scalar', min: 1, max: 1, apply: ([value = null]) => timeMs(value) },
}

const areWhole = (a: number, b: number): boolean => Number.isInteger(a) && Number.isInteger(b)

function parseNumber(value: Scalar, base: Scalar): number | LargeInteger | null {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  const text = toText(value)?.trim().toLowerCase() ?? ''
  const [, sign = '', prefix = '', digits = ''] = /^([+-]?)(0x)?(.*)$/s.exec(text) ?? []
  const radix = toNumber(base) ?? (prefix === '' ? 10 : 16)
  if (radix === 10) return toExact(text)
  if (!Number.isInteger(radix) || radix < 2 || radix > 36) return null
  return wholeIn(radix, radix === 16 ? digits : prefix + digits, sign === '-' ? -1 : 1)
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

function wholeIn(radix: number, digits: string, sign: number): number | null {
  let value = 0
  for (const digit of digits) {
    const worth = DIGITS.indexOf(digit)
    if (worth < 0 || worth >= radix) return null
    value = value * radix + worth
  }
  return digits === '' ? null : finite(sign * value)
}

function timeMs(value: Scalar): number | null {
  return finite(parseEventTime(value))
}
