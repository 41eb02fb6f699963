/** Arrays as sets (Kusto documentation, set functions, jaccard_index). Values with the same text are equal. */
import { cast } from '../compare.ts'
import { toJson } from '../convert.ts'
import { argument, type FunctionSpec, fn, made } from '../function-spec.ts'
import { jsonText } from '../json.ts'
import { isArray, type Json, type Value } from '../value.ts'

const keyed = (list: readonly Json[]): Map<string, Json> => new Map(list.map((one) => [jsonText(one), one]))

const combines =
  (combine: (a: Map<string, Json>, b: Map<string, Json>) => readonly Json[]): FunctionSpec =>
  (call) => {
    argument(call, 1)
    const runs = call.args.map((arg) => cast(arg, 'dynamic').run)
    const { budget } = call.run
    return made(call.args, 'dynamic', (row): Value => {
      const lists = runs.map((run) => run(row))
      if (!lists.every(isArray)) return null
      budget.entries(lists.reduce((sum, list) => sum + list.length, 0))
      const [first = [], ...rest] = lists as readonly (readonly Json[])[]
      return rest.reduce((all, list) => combine(keyed(all), keyed(list)), [...keyed(first).values()] as readonly Json[])
    })
  }

const intersection = (a: Map<string, Json>, b: Map<string, Json>): readonly Json[] =>
  [...a].flatMap(([key, one]) => (b.has(key) ? [one] : []))
const difference = (a: Map<string, Json>, b: Map<string, Json>): readonly Json[] =>
  [...a].flatMap(([key, one]) => (b.has(key) ? [] : [one]))
const union = (a: Map<string, Json>, b: Map<string, Json>): readonly Json[] => [...new Map([...a, ...b]).values()]

const hasElement: FunctionSpec = (call) => {
  const [list, wanted] = [cast(argument(call, 0), 'dynamic'), argument(call, 1)]
  return made(call.args, 'bool', (row) => {
    const values = list.run(row)
    return isArray(values) ? keyed(values).has(jsonText(toJson(wanted.run(row), wanted.type))) : null
  })
}

function jaccard(a: Json, b: Json): number | null {
  if (!isArray(a) || !isArray(b)) return null
  const [x, y] = [keyed(a), keyed(b)]
  return intersection(x, y).length / union(x, y).length
}

export const setFunctions: Readonly<Record<string, FunctionSpec>> = {
  set_intersect: combines(intersection),
  set_difference: combines(difference),
  set_union: combines(union),
  set_has_element: hasElement,
  jaccard_index: fn(['dynamic', 'dynamic'], 'real', jaccard),
}
