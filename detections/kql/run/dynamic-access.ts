/** Members and elements of dynamic values; a missing one is null. */
import { refuse } from '../fault.ts'
import { cast } from './compare.ts'
import type { Expr } from './scope.ts'
import { isArray, isBag, type Json, type Value } from './value.ts'

/** `a.b`; the column it makes is called `a_b`. */
export function member(from: Expr, key: string, at: number): Expr {
  return { ...accessed(from, at, (value) => memberOf(value, key)), name: joined(from, key) }
}

/** `a["b"]`, `a[0]`; -1 is the last element. */
export function element(from: Expr, index: Expr, at: number): Expr {
  const isKey = index.type === 'string'
  const { run } = isKey || index.type === 'dynamic' ? index : cast(index, 'long')
  const name = index.constant ? joined(from, String(run([]))) : ''
  const made = accessed(from, at, (value, row) => {
    const key = run(row)
    return typeof key === 'string' ? memberOf(value, key) : elementOf(value, Number(key))
  })
  return { ...made, constant: from.constant && index.constant, name }
}

const joined = ({ name }: Expr, key: string): string => (name === '' ? '' : `${name}_${key}`)

function accessed(from: Expr, at: number, get: (value: Json, row: readonly Value[]) => Json): Expr {
  if (from.type !== 'dynamic' && from.type !== 'string')
    return refuse(at, `only a dynamic value has members, not a ${from.type}`)
  return { type: 'dynamic', constant: from.constant, name: '', run: (row) => get(from.run(row) as Json, row) }
}

export function memberOf(value: Json, key: string): Json {
  return isBag(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null
}

function elementOf(value: Json, index: number): Json {
  return isArray(value) ? (value.at(index) ?? null) : null
}
