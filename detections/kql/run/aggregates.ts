/**
 * Aggregate functions (Kusto documentation, Aggregation functions). Nulls are skipped. Distinct counts and percentiles,
 * which the service estimates, are exact.
 */
import { refuse } from '../fault.ts'
import type { Tree } from '../tree.ts'
import { type AggregateCall, type AggregateResult, type AggregateSpec, argumentOf } from './aggregate-spec.ts'
import { bagAggregates } from './bag-aggregates.ts'
import { cast, order } from './compare.ts'
import { textOf } from './convert.ts'
import { listAggregates } from './list-aggregates.ts'
import { numberAggregates } from './number-aggregates.ts'
import { type Accumulator, compileExpression, type Expr, type Scope } from './scope.ts'
import { nothing, type Row, type Value } from './value.ts'

const extremes: readonly [string, AggregateSpec][] = [
  ['min', { prefix: 'min', compile: (call) => extreme(call, -1) }],
  ['minif', { prefix: 'minif', condition: 1, compile: (call) => extreme(call, -1) }],
  ['max', { prefix: 'max', compile: (call) => extreme(call, 1) }],
  ['maxif', { prefix: 'maxif', condition: 1, compile: (call) => extreme(call, 1) }],
  ['take_any', { prefix: null, compile: anyValue }],
  ['take_anyif', { prefix: null, condition: 1, compile: anyValue }],
  ['any', { prefix: 'any', compile: anyValue }],
  ['anyif', { prefix: 'anyif', condition: 1, compile: anyValue }],
]

export const AGGREGATES: ReadonlyMap<string, AggregateSpec> = new Map([
  ...extremes,
  ...numberAggregates,
  ...listAggregates,
  ...bagAggregates,
])

export const isAggregate = (name: string): boolean => AGGREGATES.has(name)

/** Inside an expression of `summarize`: the aggregate's value is in a column of its own. */
export function compileAggregateCall(name: string, args: readonly Tree[], scope: Scope, at: number): Expr {
  const { aggregation } = scope
  const spec = AGGREGATES.get(name)
  if (!aggregation || !spec) return refuse(at, `${name} can only be used in summarize`)
  const exprs = args.map((arg) => compileExpression(arg, aggregation.input))
  const { make, type } = compileAggregate(name, exprs, scope, at)
  const place = aggregation.add(make, type)
  return { type, constant: false, name: columnName(spec, exprs), run: (row) => row[place] ?? nothing(type) }
}

/** `sum_x`, `percentile_x_95`. */
function columnName({ prefix, suffix }: AggregateSpec, exprs: readonly Expr[]): string {
  const inner = exprs[0]?.name ?? ''
  const last = suffix === undefined ? undefined : exprs[suffix]
  const name = prefix === null ? inner : `${prefix}_${inner}`
  return last === undefined ? name : `${name}_${textOf(last.run([]), last.type)}`
}

export function compileAggregate(name: string, exprs: readonly Expr[], scope: Scope, at: number): AggregateResult {
  const spec = AGGREGATES.get(name) ?? refuse(at, `${name} is not an aggregate function`)
  const condition = spec.condition === undefined ? undefined : exprs[spec.condition]
  if (spec.condition !== undefined && !condition) refuse(at, `${name} needs a condition`)
  const truth = condition ? cast(condition, 'bool').run : null
  const args = exprs.filter((_, i) => i !== spec.condition)
  const passes = truth ? (row: Row) => truth(row) === true : () => true
  return spec.compile({ name, args, at, budget: scope.run.budget, passes })
}

function extreme(call: AggregateCall, sign: number): AggregateResult {
  const { type, run } = argumentOf(call, 0)
  const make = (): Accumulator => {
    let best: Value = null
    return {
      add(row) {
        const value = call.passes(row) ? run(row) : null
        if (value !== null && (best === null || order(value, best) * sign > 0)) best = value
      },
      value: () => best,
    }
  }
  return { type, make }
}

function anyValue(call: AggregateCall): AggregateResult {
  const { type, run } = argumentOf(call, 0)
  const make = (): Accumulator => {
    let found: Value = null
    return {
      add(row) {
        if (found === null && call.passes(row)) found = run(row)
      },
      value: () => found,
    }
  }
  return { type, make }
}
