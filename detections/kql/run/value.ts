/**
 * Values of the language while a query runs (Kusto documentation, Scalar data types). Every type except string has a
 * null, which is JavaScript's null; a missing string is ''.
 */
import type { Decimal } from './decimal.ts'

export type KqlType =
  | 'bool'
  | 'int'
  | 'long'
  | 'real'
  | 'decimal'
  | 'string'
  | 'datetime'
  | 'timespan'
  | 'guid'
  | 'dynamic'

/** The content of a dynamic. Whole numbers beyond 2^53 are bigints, every other number is a number. */
export type Json =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** A datetime counts ticks of 100 ns since the beginning of year 1, a timespan ticks. */
export type ScalarTypes = {
  readonly bool: boolean
  readonly int: bigint
  readonly long: bigint
  readonly real: number
  readonly decimal: Decimal
  readonly string: string
  readonly datetime: bigint
  readonly timespan: bigint
  readonly guid: string
  readonly dynamic: Json
}

export type Value = ScalarTypes[KqlType] | null

export type Row = readonly Value[]

export type Column = {
  readonly name: string
  readonly type: KqlType
  /** True for columns of events, which are dynamic here: their types in Microsoft's table are not known. */
  readonly isUntyped?: true
}

export const UNTYPED: Pick<Column, 'isUntyped'> = { isUntyped: true }

const TYPES: Readonly<Record<string, KqlType>> = {
  bool: 'bool',
  boolean: 'bool',
  int: 'int',
  int32: 'int',
  long: 'long',
  int64: 'long',
  real: 'real',
  double: 'real',
  decimal: 'decimal',
  string: 'string',
  datetime: 'datetime',
  date: 'datetime',
  timespan: 'timespan',
  time: 'timespan',
  guid: 'guid',
  uniqueid: 'guid',
  uuid: 'guid',
  dynamic: 'dynamic',
}

export function typeNamed(name: string): KqlType | null {
  return Object.hasOwn(TYPES, name) ? (TYPES[name] ?? null) : null
}

export const isWhole = (type: KqlType): boolean => type === 'int' || type === 'long'
export const isNumber = (type: KqlType): boolean => isWhole(type) || type === 'real' || type === 'decimal'

/** The null of a type: the value of a missing column. */
export const nothing = (type: KqlType): Value => (type === 'string' ? '' : null)

export const isBag = (value: unknown): value is { readonly [key: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value)

/** Whole numbers have 64 bits; larger ones wrap around, as in Kusto. */
export const wrapped = (value: bigint): bigint => BigInt.asIntN(64, value)
