/** Equality, order and keys of values (Kusto documentation, Null values). */
import { toExact } from '../../plan/scalar.ts'
import { refuse } from '../fault.ts'
import { converted, textOf } from './convert.ts'
import { compareDecimals, type Decimal, isDecimal } from './decimal.ts'
import { jsonText } from './json.ts'
import type { Expr } from './scope.ts'
import { isNumber, isWhole, type Json, type KqlType, type Value } from './value.ts'

/** The type in which two values are compared; null when they cannot be. */
export function commonType(a: KqlType, b: KqlType): KqlType | null {
  if (a === b) return a
  if (a === 'dynamic') return b
  if (b === 'dynamic') return a
  if (isNumber(a) && isNumber(b)) return wider(a, b)
  if ((a === 'bool' && isWhole(b)) || (b === 'bool' && isWhole(a))) return 'long'
  if (a === 'string' || b === 'string') return a === 'string' ? b : a
  return null
}

export function wider(a: KqlType, b: KqlType): KqlType {
  if (a === 'decimal' || b === 'decimal') return 'decimal'
  if (a === 'real' || b === 'real') return 'real'
  return a === 'int' && b === 'int' ? 'int' : 'long'
}

/** Below, equal, above; NaN is below everything. Neither is null. */
export function order(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  if (isDecimal(a) && isDecimal(b)) return compareDecimals(a, b)
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (typeof a === 'object' || typeof b === 'object') return order(jsonText(a as Json), jsonText(b as Json))
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : 1
  return Number(a !== null && b !== null && a > b) - Number(a !== null && b !== null && a < b)
}

/** Order of dynamic values of different types: booleans, numbers, texts, lists and objects. */
function rank(value: Value): number {
  if (typeof value === 'object' && !isDecimal(value)) return 3
  return typeof value === 'string' ? 2 : typeof value === 'boolean' ? 0 : 1
}

export function equal(a: Value, b: Value): boolean | null {
  if (a === null || b === null) return a === null && b === null ? null : false
  return order(a, b) === 0
}

/** Converts an expression to another type, without checking whether that makes sense. */
export function cast(expr: Expr, type: KqlType): Expr {
  const { type: from, run } = expr
  if (from === type || (from === 'int' && type === 'long')) return from === type ? expr : { ...expr, type }
  if (expr.constant) {
    let known: { readonly value: Value } | null = null
    const once = (): Value => {
      known ??= { value: converted(run([]), from, type) }
      return known.value
    }
    return { ...expr, type, run: once }
  }
  return { ...expr, type, run: (row) => converted(run(row), from, type) }
}

const ORDERED: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
}

export function compileComparison(word: string, left: Expr, right: Expr, at: number): Expr {
  const type = commonType(left.type, right.type)
  if (type === null) return refuse(at, `${left.type} and ${right.type} cannot be compared`)
  const isNumeric = isWhole(type) || type === 'real'
  const isRead = ({ type: own }: Expr) => isNumeric && (own === 'dynamic' || own === 'string')
  const as = (side: Expr) => (isRead(side) ? numberOf(side) : cast(side, type)).run
  const [a, b] = [as(left), as(right)]
  const constant = left.constant && right.constant
  const made = { type: 'bool', constant, name: '' } as const
  if (word === '==') return { ...made, run: (row) => equal(a(row), b(row)) }
  if (word === '!=' || word === '<>') {
    return {
      ...made,
      run: (row) => {
        const same = equal(a(row), b(row))
        return same === null ? null : !same
      },
    }
  }
  const holds = ORDERED[word] ?? refuse(at, `unknown operator ${word}`)
  return {
    ...made,
    run: (row) => {
      const [x, y] = [a(row), b(row)]
      if (x === null || y === null || Number.isNaN(x) || Number.isNaN(y)) return null
      return holds(order(x, y))
    },
  }
}

/**
 * Reads a dynamic or a text as a number with its fraction, as rules read it: a field of any type may come as a text.
 */
function numberOf({ run }: Expr): Pick<Expr, 'run'> {
  return {
    run: (row) => {
      const value = run(row)
      if (typeof value === 'string') return toExact(value)
      return typeof value === 'number' ? value : converted(value, 'dynamic', 'long')
    },
  }
}

/** Texts that are the same exactly where values of one type are; nulls are the same among themselves. */
export function keyOf(value: Value, type: KqlType): string {
  if (value === null) return '\0'
  if (type === 'decimal') return canonical(value as Decimal)
  if (type === 'dynamic') return jsonText(value as Json)
  return typeof value === 'string' ? value : textOf(value, type === 'datetime' || type === 'timespan' ? 'long' : type)
}

function canonical({ units, scale }: Decimal): string {
  let [left, places] = [units, scale]
  while (places > 0 && left % 10n === 0n) {
    left /= 10n
    places--
  }
  return `${left}e-${places}`
}

/** The key of several values: each with its length, so that no two lists share one. */
export function keysOf(values: readonly Value[], types: readonly KqlType[]): string {
  let key = ''
  for (let i = 0; i < types.length; i++) {
    const one = keyOf(values[i] ?? null, types[i] ?? 'dynamic')
    key += `${one.length}:${one}`
  }
  return key
}

/** Three-valued logic: `false and null` is false, `true or null` is true. */
export function compileLogic(word: 'and' | 'or', left: Expr, right: Expr): Expr {
  const [a, b] = [cast(left, 'bool').run, cast(right, 'bool').run]
  const decides = word === 'or'
  return {
    type: 'bool',
    constant: left.constant && right.constant,
    name: '',
    run: (row) => {
      const x = a(row)
      if (x === decides) return x
      const y = b(row)
      if (y === decides) return y
      return x === null || y === null ? null : !decides
    },
  }
}
