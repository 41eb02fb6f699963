/** Aggregates that give lists: `make_list`, `make_set` and their forms. */
import { type AggregateCall, type AggregateResult, type AggregateSpec, argumentOf, limitOf } from './aggregate-spec.ts'
import { toJson } from './convert.ts'
import { jsonText } from './json.ts'
import { RUN_LIMITS } from './limits.ts'
import { isArray, type Json, type Row } from './value.ts'

/** The service's own limit is ten times higher; entries beyond the limit are dropped in both. */
const ENTRIES_MAX = RUN_LIMITS.listEntries

export const listAggregates: readonly [string, AggregateSpec][] = [
  ['make_list', { prefix: 'list', compile: (call) => list(call, { keepsNulls: false }) }],
  ['makelist', { prefix: 'list', compile: (call) => list(call, { keepsNulls: false }) }],
  ['make_list_if', { prefix: 'list', condition: 1, compile: (call) => list(call, { keepsNulls: false }) }],
  ['make_list_with_nulls', { prefix: 'list', compile: (call) => list(call, { keepsNulls: true }) }],
  ['make_set', { prefix: 'set', compile: set }],
  ['makeset', { prefix: 'set', compile: set }],
  ['make_set_if', { prefix: 'set', condition: 1, compile: set }],
]

function list(call: AggregateCall, { keepsNulls }: { keepsNulls: boolean }): AggregateResult {
  const { type, run } = argumentOf(call, 0)
  const max = limitOf(call, 1, ENTRIES_MAX)
  const make = () => {
    const values: Json[] = []
    return {
      add(row: Row) {
        if (values.length >= max || !call.passes(row)) return
        const value = run(row)
        if (value === null && !keepsNulls) return
        call.budget.hold(1)
        values.push(toJson(value, type))
      },
      value: () => values,
    }
  }
  return { type: 'dynamic', make }
}

/** Values of a list are its elements. */
function set(call: AggregateCall): AggregateResult {
  const { type, run } = argumentOf(call, 0)
  const max = limitOf(call, 1, ENTRIES_MAX)
  const make = () => {
    const values = new Map<string, Json>()
    const put = (value: Json): void => {
      if (value === null || values.size >= max) return
      const key = jsonText(value)
      if (values.has(key)) return
      call.budget.hold(1)
      values.set(key, value)
    }
    return {
      add(row: Row) {
        if (!call.passes(row)) return
        const value = toJson(run(row), type)
        for (const one of isArray(value) ? value : [value]) put(one)
      },
      value: () => [...values.values()],
    }
  }
  return { type: 'dynamic', make }
}
