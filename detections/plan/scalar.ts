import { codeAt } from '../../platform/code-at.ts'
import { wholeNumber } from '../../platform/exact-json.ts'

/**
 * The values that expressions compute with, and what it means for two of them to be equal or ordered. A list is an
 * array of values; an object is known by its members only and is `null`, unknown, wherever a scalar is wanted.
 */
export type Scalar = string | number | LargeInteger | boolean | null

/** A whole number beyond 2^53 written in digits, which a double cannot represent exactly. */
export type LargeInteger = bigint

/** Longer texts are not created: a function returns `null` instead. */
export const TEXT_MAX = 1024 * 1024

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

export function toScalar(value: unknown): Scalar {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'bigint' ? value : null
}

/** Numbers and booleans by their JSON text. */
export function toText(value: Scalar): string | null {
  return value === null ? null : String(value)
}

/**
 * A number, or a text that is a decimal number and nothing else but surrounding whitespace; everything else is null. A
 * large integer becomes the double that is nearest to it.
 */
export function toNumber(value: Scalar): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return finite(Number(value))
  if (typeof value !== 'string') return null
  const text = value.trim()
  return DECIMAL.test(text) ? finite(Number(text)) : null
}

/** As `toNumber`, with all digits of a large integer. */
export function toExact(value: Scalar): number | LargeInteger | null {
  if (typeof value === 'bigint') return value
  const number = toNumber(value)
  return number === null || typeof value !== 'string' ? number : wholeNumber(value.trim(), number)
}

/**
 * Below, at or above zero. Numbers with the same nearest double are told apart by their digits; those of a double are
 * what JavaScript writes, and from 1e21 on it has none.
 */
export function compareNumbers(left: number | LargeInteger, right: number | LargeInteger): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const order = Number(left) - Number(right)
  if (order !== 0) return order
  const [a, b] = [digitsOf(left), digitsOf(right)]
  if (a === null || b === null || a === b) return 0
  return a < b ? -1 : 1
}

/** Digits of a whole number; null for one that is too large. */
function digitsOf(number: number | LargeInteger): LargeInteger | null {
  if (typeof number === 'bigint') return number
  return Math.abs(number) < 1e21 ? BigInt(number.toString()) : null
}

export const isNumber = (value: unknown): value is number | LargeInteger =>
  typeof value === 'number' || typeof value === 'bigint'

/** True when a double may be the nearest one of several whole numbers. */
export function isLarge(number: number | LargeInteger): boolean {
  return number > Number.MAX_SAFE_INTEGER || number < Number.MIN_SAFE_INTEGER
}

export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Equal as numbers when either is a number, by their JSON text otherwise. */
export function areEqual(left: Scalar, right: Scalar): boolean | null {
  if (left === null || right === null) return null
  if (!isNumber(left) && !isNumber(right)) return String(left) === String(right)
  const [a, b] = [toExact(left), toExact(right)]
  return a !== null && b !== null && compareNumbers(a, b) === 0
}

/** Below, at or above zero; by number when either is one, by code point otherwise. NaN when they have no order. */
export function compare(left: Scalar, right: Scalar): number | null {
  if (left === null || right === null) return null
  if (!isNumber(left) && !isNumber(right)) return compareText(String(left), String(right))
  const [a, b] = [toExact(left), toExact(right)]
  return a === null || b === null ? Number.NaN : compareNumbers(a, b)
}

/** By code point, as UTF-8 sorts: JavaScript's own order puts characters beyond U+FFFF before U+E000. */
function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let i = 0; i < length; i++) {
    const [a, b] = [codeAt(left, i), codeAt(right, i)]
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** An unpaired surrogate sorts after every whole character. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

/** Null or missing; for a list, that it has elements and all of them are null. */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isNothing)
  return value === null || value === undefined
}

/**
 * Reads a value as a condition. A list holds when any of its elements does, and is unknown when it has elements and all
 * of them are; a value that is neither unknown nor true is false.
 */
export function truth(value: unknown): boolean | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return value === true || value === 'true'
  const held = value.map(truth)
  if (held.includes(true)) return true
  return held.length > 0 && !held.includes(false) ? null : false
}
