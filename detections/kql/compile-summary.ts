/** `summarize` of a rule: its grouping, and its figures as measures of a window. */
import type { Expr } from '../plan/expr.ts'
import type { Aggregate, Bound } from '../plan/plan.ts'
import { compileCondition } from './compile-condition.ts'
import { constantsOf } from './constants.ts'
import { refuse } from './fault.ts'
import { callOf, fieldOf, type Scope } from './scope.ts'
import type { Tree, TreeNode } from './tree.ts'

/** A measure of a window; with a `condition` only matching events count. */
export type Figure = { readonly measure: Aggregate['measure']; readonly condition: Expr | null }

export type Summary = {
  readonly groupBy: Aggregate['groupBy']
  /** Names of the columns that the query groups by. */
  readonly keys: ReadonlySet<string>
  /** By their names in the query; figures that a window cannot measure are left out. */
  readonly figures: ReadonlyMap<string, Figure>
  /** Sets whose sizes are figures: `array_length(set) > 5`. */
  readonly sets: ReadonlyMap<string, Figure>
  /** Null when the summary covers the whole period that the query looks back. */
  readonly binMs: number | null
}

export type Bounded = { readonly figure: Figure; readonly bound: Bound }

export function summaryOf(operator: TreeNode, scope: Scope): Summary {
  const by = operator.of.find((part) => part.is === 'node' && part.type === 'SummarizeByClause')
  const parts = by?.is === 'node' ? by.of : []
  const bins = parts.map((key) => binMs(key, scope))
  const grouped = parts.filter((_, i) => bins[i] === null).map((key) => keyOf(key, scope))
  const made = operator.of.flatMap((part) => (part === by ? [] : (figureOf(part, scope) ?? [])))
  const named = (isSet: boolean) =>
    new Map(made.filter((one) => one.isSet === isSet).map((one) => [one.name, one.figure]))
  return {
    groupBy: grouped.map(({ field }) => ({ name: field, fields: [field] })),
    keys: new Set(grouped.map(({ name }) => name)),
    figures: named(false),
    sets: named(true),
    binMs: bins.find((ms) => ms !== null) ?? null,
  }
}

function keyOf(key: Tree, scope: Scope): { readonly name: string; readonly field: string } {
  const field = fieldOf(expressionOf(key), scope) ?? refuse(key.at, 'summarize can group only by columns')
  const [first] = key.is === 'node' && key.type === 'SimpleNamedExpression' ? key.of : [key]
  return { name: first?.is === 'name' ? first.name : field, field }
}

function binMs(key: Tree, scope: Scope): number | null {
  const call = callOf(expressionOf(key))
  const [span] = (call?.name === 'bin' && call.args[1] && constantsOf(call.args[1], scope)) || []
  return typeof span === 'object' && span !== null ? span.spanMs : null
}

function expressionOf(tree: Tree): Tree {
  return (tree.is === 'node' && tree.type === 'SimpleNamedExpression' && tree.of[1]) || tree
}

type Made = { readonly name: string; readonly figure: Figure; readonly isSet: boolean }

const DISTINCT = new Set(['dcount', 'count_distinct', 'dcountif', 'count_distinctif'])
const SETS = new Set(['make_set', 'makeset', 'make_set_if'])
const OF_NUMBERS: Readonly<Record<string, 'sum' | 'avg' | 'min' | 'max'>> = {
  ...{ sum: 'sum', sumif: 'sum', avg: 'avg', avgif: 'avg', min: 'min', minif: 'min', max: 'max', maxif: 'max' },
}
const PREFIXES: Readonly<Record<string, string>> = { make_set: 'set', makeset: 'set', make_set_if: 'set' }

/** Null for figures that no window can measure; the query may only show these. */
function figureOf(part: Tree, scope: Scope): Made | null {
  const call = callOf(expressionOf(part))
  if (!call) return null
  const [first] = part.is === 'node' && part.type === 'SimpleNamedExpression' ? part.of : []
  const field = call.args[0] ? fieldOf(call.args[0], scope) : null
  const prefix = PREFIXES[call.name] ?? call.name
  const name = first?.is === 'name' ? first.name : `${prefix}_${call.args[0]?.is === 'name' ? call.args[0].name : ''}`
  const measure = measureOf(call.name, call.args, field, scope)
  if (measure === null) return null
  const test = /if$/.test(call.name) ? call.args[call.name === 'countif' ? 0 : 1] : undefined
  const condition = test ? compileCondition(test, scope) : null
  return { name, figure: { measure, condition }, isSet: SETS.has(call.name) }
}

function measureOf(
  name: string,
  args: readonly Tree[],
  field: string | null,
  scope: Scope,
): Aggregate['measure'] | null {
  if (name === 'count' || name === 'countif') return { of: 'count' }
  if (field === null) return null
  if (DISTINCT.has(name) || SETS.has(name)) return { of: 'distinct', fields: [field] }
  const of = Object.hasOwn(OF_NUMBERS, name) ? OF_NUMBERS[name] : undefined
  if (of) return { of, fields: [field] }
  const [percentile] = (name === 'percentile' && args[1] && constantsOf(args[1], scope)) || []
  return typeof percentile === 'number' ? { of: 'percentile', fields: [field], percentile } : null
}

const BOUNDS: Readonly<Record<string, Bound['op']>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '==': 'eq',
  '!=': 'neq',
}

/** `count_ > 5`, `array_length(set_IP) >= 3`. */
export function boundOf(tree: Tree, { figures, sets }: Summary, scope: Scope): Bounded {
  const [subject, limit] = tree.is === 'node' ? tree.of : []
  const op = tree.is === 'node' ? BOUNDS[tree.words[0] ?? ''] : undefined
  const call = subject ? callOf(subject) : null
  const set = call?.name === 'array_length' ? call.args[0] : undefined
  const figure =
    subject?.is === 'name' ? figures.get(subject.name) : set?.is === 'name' ? sets.get(set.name) : undefined
  const [value] = (limit && constantsOf(limit, scope)) ?? []
  if (op === undefined || figure === undefined || typeof value !== 'number')
    return refuse(tree.at, 'after summarize, a rule must compare one of its aggregates with a number')
  return { figure, bound: { op, value } }
}

/** Names in an expression that refer to columns. */
export function columnsIn(tree: Tree): readonly string[] {
  if (tree.is === 'name') return [tree.name]
  if (tree.is === 'literal') return []
  const call = callOf(tree)
  return (call?.args ?? tree.of).flatMap(columnsIn)
}
