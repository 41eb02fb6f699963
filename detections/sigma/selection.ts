/**
 * A search identifier: a map requires all of its fields, a list any of its items, and a text alone is searched
 * anywhere.
 */
import type { Expr } from '../plan/expr.ts'
import { and, not, or } from '../plan/expr.ts'
import type { RuleContext } from './context.ts'
import { Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'
import { type FieldKey, fieldKey } from './modifiers.ts'
import { compileValue } from './values.ts'

const KEYWORD: FieldKey = fieldKey('')

export function compileSelection(value: unknown, context: RuleContext, depth = 0): Expr {
  if (depth > LIMITS.yamlDepth) throw new Refusal('lists are nested too deeply')
  if (Array.isArray(value)) {
    if (value.length === 0) throw new Refusal('the list is empty')
    return or(...value.map((item, i) => at(context, i, () => compileSelection(item, context, depth + 1))))
  }
  if (typeof value !== 'object' || value === null) return compileValue(value, KEYWORD, context)
  const entries = Object.entries(value)
  if (entries.length === 0) throw new Refusal('the map is empty')
  return and(...entries.map(([key, values]) => at(context, key, () => compileField(key, values, context))))
}

function compileField(source: string, value: unknown, context: RuleContext): Expr {
  context.budget.key(source.length)
  const key = fieldKey(source)
  const isAlone = !Array.isArray(value) || value.length === 1
  if (key.all && isAlone) throw new Refusal('the modifier all needs a list of several values')
  const matched = Array.isArray(value) ? compileList(value, key, context) : compileValue(value, key, context)
  return key.negated ? not(matched) : matched
}

function compileList(values: readonly unknown[], key: FieldKey, context: RuleContext): Expr {
  if (values.length === 0) throw new Refusal('the list is empty')
  const each = values.map((value, i) => at(context, i, () => compileItem(value, key, context)))
  return key.all ? and(...each) : or(...each)
}

/** By the specification null has no type in common with other values, so it must be alone in a selection. */
function compileItem(value: unknown, key: FieldKey, context: RuleContext): Expr {
  if (value === null) throw new Refusal('null cannot be one of a list of values')
  return compileValue(value, key, context)
}

/** When `read` refuses, the path stays unchanged, because it gives the location. */
function at<T>(context: RuleContext, step: string | number, read: () => T): T {
  context.path.push(step)
  const result = read()
  context.path.pop()
  return result
}
