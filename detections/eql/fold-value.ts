import { call, literal, type Value } from '../plan/expr.ts'
import { foldCase } from '../plan/fold.ts'

/** A literal is folded here, once. */
export function fold(value: Value): Value {
  if (value.kind !== 'literal') return call('fold', value)
  return typeof value.value === 'string' ? literal(foldCase(value.value)) : value
}
