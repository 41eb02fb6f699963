/**
 * The closed list of functions that a `computed` condition may call, whatever language the rule was written in. Both
 * targets of a plan implement exactly what stands here, so a name, its arguments and its answers never change meaning.
 *
 * Common to all:
 * - `null` is unknown. Unless said otherwise a function of an unknown argument is unknown.
 * - Where a scalar is wanted and a list is given, the function is applied to each element and gives the list of the
 *   answers; of several lists, to each combination. At most `SPREAD_MAX` answers are made, in order; the rest is not.
 * - A field with one value is that value, in an array or not; arrays inside arrays are opened.
 * - A position and a length count Unicode code points from zero. Comparison of text is exact: a caller that wants
 *   another case to be equal folds both sides.
 * - Numbers and booleans stand for their JSON text where text is wanted. A text stands for a number when it is a decimal
 *   number and nothing else but surrounding whitespace.
 */
import type { FunctionSpec } from './function-spec.ts'
import { LIST_FUNCTIONS } from './functions-list.ts'
import { NUMBER_FUNCTIONS } from './functions-number.ts'
import { PATTERN_FUNCTIONS } from './functions-pattern.ts'
import { TEXT_FUNCTIONS } from './functions-text.ts'

/** Answers made of one call whose arguments are lists. */
export const SPREAD_MAX = 4096
/** Arguments of one call. */
export const ARGUMENTS_MAX = 1024

const form = (min: number, max: number): FunctionSpec => ({ kind: 'form', min, max })

const FORMS: Readonly<Record<string, FunctionSpec>> = {
  /** and(a, b, ...): false when any is false; else unknown when any is unknown; else true. */
  and: form(1, ARGUMENTS_MAX),
  /** or(a, b, ...): true when any is true; else unknown when any is unknown; else false. */
  or: form(1, ARGUMENTS_MAX),
  /** not(a): the opposite; unknown of unknown. A list holds when any of its elements does. */
  not: form(1, 1),
  /** isNull(a): true or false, never unknown. A list is when it has elements and all of them are. */
  isNull: form(1, 1),
  /** coalesce(a, b, ...): the first that is not null. */
  coalesce: form(1, ARGUMENTS_MAX),
  /** case(c1, v1, c2, v2, ..., else): the value after the first condition that is true; `else`, or null without one. */
  case: form(2, ARGUMENTS_MAX),
  /**
   * arrayCount(list, 'x', condition): for how many elements the condition is true, in which a field `x` or `x.path` is
   * the element or its member. A value that is not a list is a list of one.
   */
  arrayCount: form(3, 3),
  /** arraySearch(list, 'x', condition): whether the condition is true for any element, as `arrayCount`. */
  arraySearch: form(3, 3),
}

const TABLE: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.entries({ ...FORMS, ...TEXT_FUNCTIONS, ...NUMBER_FUNCTIONS, ...LIST_FUNCTIONS, ...PATTERN_FUNCTIONS }),
)

export const FUNCTION_NAMES: readonly string[] = [...TABLE.keys()].sort()

export function functionNamed(name: string): FunctionSpec | null {
  return TABLE.get(name) ?? null
}
