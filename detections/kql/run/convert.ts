/** Conversions between types (Kusto documentation, Conversion functions). An impossible conversion gives null. */
import { decimalNumber, decimalOf, decimalText, isDecimal, parseDecimal } from './decimal.ts'
import { jsonText, parseJson } from './json.ts'
import { asDatetime, datetimeText, parseDatetime, parseTimespan, ticksOfMs, timespanText } from './time.ts'
import { type Json, type KqlType, type Value, wrapped } from './value.ts'

/** No number has more significant characters. */
const NUMBER_CHARS_MAX = 400
const LONG_MAX = 2 ** 63
const INT_MAX = 2n ** 31n

/** A value of type `from` as one of type `to`. */
export function converted(value: Value, from: KqlType, to: KqlType): Value {
  if (value === null) return to === 'string' ? '' : null
  if (from === to) return value
  if (from === 'dynamic') return ofJson(value as Json, to)
  switch (to) {
    case 'string':
      return textOf(value, from)
    case 'bool':
      return toBool(value, from)
    case 'int':
      return inInt(toWhole(value, from))
    case 'long':
      return toWhole(value, from)
    case 'real':
      return toReal(value, from)
    case 'decimal':
      return toDecimal(value, from)
    case 'datetime':
      return toDatetime(value, from)
    case 'timespan':
      return toTimespan(value, from)
    case 'guid':
      return from === 'string' ? toGuid(String(value)) : null
    case 'dynamic':
      return toJson(value, from)
  }
}

/** As `tostring` writes it: true is `true`, a number its shortest text. */
export function textOf(value: Value, type: KqlType): string {
  if (value === null) return ''
  if (type === 'datetime') return datetimeText(value as bigint)
  if (type === 'timespan') return timespanText(value as bigint)
  if (isDecimal(value)) return decimalText(value)
  if (type === 'real') return realText(value as number)
  if (type === 'dynamic') return typeof value === 'string' ? value : jsonText(value as Json)
  return String(value)
}

export function realText(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? String(value) : value > 0 ? 'Infinity' : '-Infinity'
}

/** Converts a value to JSON for a dynamic: numbers, texts and booleans stay, everything else becomes its text. */
export function toJson(value: Value, type: KqlType): Json {
  if (value === null) return null
  if (type === 'int' || type === 'long') return smallest(value as bigint)
  if (type === 'real') return Number.isFinite(value) ? (value as number) : realText(value as number)
  if (isDecimal(value)) return decimalText(value)
  if (type === 'dynamic' || type === 'bool' || type === 'string') return value as Json
  return textOf(value, type)
}

/** Uses JavaScript's number for JSON where that loses no digits. */
export function smallest(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function ofJson(value: Json, to: KqlType): Value {
  if (to === 'string') return typeof value === 'string' ? value : jsonText(value)
  if (typeof value === 'string') return converted(value, 'string', to)
  if (typeof value === 'boolean') return converted(value, 'bool', to)
  if (typeof value === 'bigint') return converted(value, 'long', to)
  if (typeof value !== 'number') return null
  return Number.isSafeInteger(value) ? converted(BigInt(value), 'long', to) : converted(value, 'real', to)
}

function toBool(value: Value, from: KqlType): boolean | null {
  if (from === 'string') {
    const text = String(value).trim().toLowerCase()
    if (text === 'true' || text === '1') return true
    return text === 'false' || text === '0' ? false : null
  }
  if (typeof value === 'bigint') return value !== 0n
  return typeof value === 'number' ? value !== 0 : null
}

const inInt = (value: bigint | null): bigint | null =>
  value === null || value >= INT_MAX || value < -INT_MAX ? null : value

function toWhole(value: Value, from: KqlType): bigint | null {
  if (from === 'string') return parseWhole(String(value))
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'bigint') return value
  if (isDecimal(value)) return toWhole(decimalNumber(value), 'real')
  if (typeof value !== 'number' || !(Math.abs(value) < LONG_MAX)) return null
  return BigInt(Math.trunc(value))
}

/** A text with a fraction is no whole number; a hexadecimal one is. */
function parseWhole(text: string): bigint | null {
  const trimmed = text.trim()
  if (!/^(?:[+-]?\d{1,19}|0[xX][0-9a-fA-F]{1,16})$/.test(trimmed)) return null
  const value = BigInt(trimmed.replace(/^\+/, ''))
  return /^0[xX]/.test(trimmed) ? wrapped(value) : wrapped(value) === value ? value : null
}

function toReal(value: Value, from: KqlType): number | null {
  if (from === 'string') return parseReal(String(value))
  if (isDecimal(value)) return decimalNumber(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : null
}

function parseReal(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed.length > NUMBER_CHARS_MAX) return null
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed)) return Number(trimmed)
  if (/^0x[0-9a-f]{1,16}$/i.test(trimmed)) return Number(trimmed)
  if (/^nan$/i.test(trimmed)) return Number.NaN
  const infinite = /^([+-]?)inf(?:inity)?$/i.exec(trimmed)
  return infinite ? (infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) : null
}

function toDecimal(value: Value, from: KqlType): Value {
  if (from === 'string') return parseDecimal(String(value))
  if (typeof value === 'bigint') return decimalOf(value)
  return typeof value === 'number' ? parseDecimal(String(value)) : null
}

/** A number is read as ticks. */
function toDatetime(value: Value, from: KqlType): bigint | null {
  if (from === 'string') return parseDatetime(String(value))
  return typeof value === 'bigint' ? asDatetime(value) : null
}

function toTimespan(value: Value, from: KqlType): bigint | null {
  if (from === 'string') return parseTimespan(String(value))
  return typeof value === 'bigint' ? value : null
}

function toGuid(text: string): string | null {
  const digits = text
    .trim()
    .replace(/^\{(.*)\}$/, '$1')
    .toLowerCase()
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(digits)) return digits
  const plain = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits)
  return plain ? plain.slice(1).join('-') : null
}

/** Converts a value from outside (a field of an event, a cell of a table) to a column's type. */
export function fromOutside(value: unknown, type: KqlType): Value {
  if (value === undefined || value === null) return type === 'string' ? '' : null
  if (value instanceof Date) return converted(ticksOfMs(value.getTime()), 'datetime', type)
  if (typeof value === 'object') return type === 'dynamic' ? (value as Json) : converted(value as Json, 'dynamic', type)
  if (typeof value === 'string') return type === 'dynamic' ? value : converted(value, 'string', type)
  if (typeof value === 'boolean') return converted(value, 'bool', type)
  if (typeof value === 'bigint') return converted(value, 'long', type)
  if (typeof value !== 'number') return null
  if (type === 'datetime') return Number.isFinite(value) ? asDatetime(ticksOfMs(value)) : null
  return type === 'dynamic' ? value : converted(value, Number.isSafeInteger(value) ? 'dynamic' : 'real', type)
}

/** Makes a dynamic of a text: JSON is parsed, any other text stays a text. */
export function parsedJson(text: string): Json {
  const value = parseJson(text)
  return value === undefined ? text : value
}
