/** Decimal numbers, exact to 34 digits: a whole number, and the number of its digits after the point. */

export type Decimal = { readonly units: bigint; readonly scale: number }

const DIGITS_MAX = 34
const DIGITS_LIMIT = 10n ** BigInt(DIGITS_MAX)

export const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'units' in value && typeof value.units === 'bigint'

/** Cuts digits beyond the 34th, as long as they are behind the point. */
function bounded(units: bigint, scale: number): Decimal {
  let [left, places] = [units, scale]
  while (places > 0 && (left >= DIGITS_LIMIT || left <= -DIGITS_LIMIT)) {
    left /= 10n
    places--
  }
  return { units: left, scale: places }
}

/** Null for a text that is no number, and for exponents that no decimal has. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > 900) return null
  const match = /^\s*([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:[eE]([+-]?\d{1,3}))?\s*$/.exec(text)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? []
  if (!match || whole + fraction === '') return null
  const units = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? bounded(units * 10n ** BigInt(-scale), 0) : bounded(units, scale)
}

export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const cut = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${scale > 0 ? `.${digits.slice(cut)}` : ''}`
}

export const decimalNumber = (value: Decimal): number => Number(decimalText(value))
export const decimalOf = (whole: bigint): Decimal => ({ units: whole, scale: 0 })

function aligned(a: Decimal, b: Decimal): { readonly left: bigint; readonly right: bigint; readonly scale: number } {
  const scale = Math.max(a.scale, b.scale)
  return { left: a.units * 10n ** BigInt(scale - a.scale), right: b.units * 10n ** BigInt(scale - b.scale), scale }
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const { left, right, scale } = aligned(a, b)
  return bounded(left + right, scale)
}

export const negateDecimal = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => bounded(a.units * b.units, a.scale + b.scale)

/** Null for a division by zero. Trailing zeros of the quotient are removed. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null
  const { left, right } = aligned(a, b)
  const scale = DIGITS_MAX - 6
  return trimmed(bounded((left * 10n ** BigInt(scale)) / right, scale))
}

function trimmed({ units, scale }: Decimal): Decimal {
  let [left, places] = [units, scale]
  while (places > 0 && left % 10n === 0n) {
    left /= 10n
    places--
  }
  return { units: left, scale: places }
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const { left, right } = aligned(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Rounds halves away from zero. */
export function roundDecimal(value: Decimal, places: number): Decimal {
  if (places >= value.scale) return value
  const unit = 10n ** BigInt(value.scale - places)
  const half = value.units < 0n ? -unit / 2n : unit / 2n
  return { units: (value.units + half) / unit, scale: places }
}
