/** Values of a plan, written short. */
import type { Value } from '../plan/expr.ts'
import { foldCase } from '../plan/fold.ts'
import type { Scalar } from '../plan/scalar.ts'

export const call = (name: string, ...args: readonly Value[]): Value => ({ kind: 'call', name, args })
export const literal = (value: Scalar): Value => ({ kind: 'literal', value })

/** A literal is folded here, once. */
export function fold(value: Value): Value {
  if (value.kind !== 'literal') return call('fold', value)
  return typeof value.value === 'string' ? literal(foldCase(value.value)) : value
}
