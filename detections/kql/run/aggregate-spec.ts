/** The specification of an aggregate function, and helpers that all of them use. */
import { refuse } from '../fault.ts'
import type { Budget } from './budget.ts'
import { cast } from './compare.ts'
import { type Accumulator, constantValue, type Expr, literal } from './scope.ts'
import type { KqlType, Row } from './value.ts'

export type AggregateCall = {
  readonly name: string
  readonly args: readonly Expr[]
  readonly at: number
  readonly budget: Budget
  /** True when the row counts, by the condition of the function's `if` form. */
  readonly passes: (row: Row) => boolean
}

export type AggregateResult = { readonly type: KqlType; readonly make: () => Accumulator }
export type AggregateSpec = {
  /** Prefix of the column's name, before its argument's name; null when it has the argument's own name. */
  readonly prefix: string | null
  /** Index of a constant argument that ends the column's name. */
  readonly suffix?: number
  /** Index of the condition among the arguments; null when the function takes none. */
  readonly condition?: number
  readonly compile: (call: AggregateCall) => AggregateResult
}

export function argumentOf(call: AggregateCall, index: number): Expr {
  return call.args[index] ?? refuse(call.at, `${call.name} needs more arguments`)
}

/** A limit of entries, which is a constant. */
export function limitOf({ args, at, name }: AggregateCall, index: number, fallback: number): number {
  const [expr] = args.slice(index)
  const limit = Number(
    constantValue(cast(expr ?? literal(BigInt(fallback), 'long'), 'long'), at, `the limit of ${name}`),
  )
  return limit > 0 ? Math.min(limit, fallback) : fallback
}
