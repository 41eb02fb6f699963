/** Resolves names at a position of a query: constants, columns made by `extend`, columns of the table. */
import type { Value } from '../plan/expr.ts'
import { isNumber } from '../plan/scalar.ts'
import type { Expansion } from './expansion.ts'
import { literalValue } from './literal.ts'
import type { KqlTable } from './tables.ts'
import type { Tree } from './tree.ts'

export type Scope = {
  readonly table: KqlTable
  readonly lets: ReadonlyMap<string, Tree>
  /** Defined by `extend` and `project`: another name for a field, or an expression. */
  readonly columns: ReadonlyMap<string, Tree>
  /** Defined by `parse`: values extracted from a text. */
  readonly cuts: ReadonlyMap<string, Value>
  /** One for the whole query. */
  readonly expansion: Expansion
}

/** Calls that change only the type of a value and not its text, which is all that a test reads. */
const CASTS = new Set(['tostring', 'toint', 'tolong', 'todouble', 'toreal', 'todynamic', 'parse_json'])

/** A name or a call as it is written: `f(x)` is f and its arguments; null when it is no call. */
export function callOf(tree: Tree): { readonly name: string; readonly args: readonly Tree[] } | null {
  if (tree.is !== 'node' || tree.type !== 'FunctionCallExpression') return null
  const [name, list] = tree.of
  if (name?.is !== 'name' || list?.is !== 'node') return null
  return { name: name.name, args: list.of }
}

export function unwrapped(tree: Tree): Tree {
  if (tree.is === 'node' && tree.type === 'ParenthesizedExpression' && tree.of[0]) return unwrapped(tree.of[0])
  const call = callOf(tree)
  const [first] = call?.args ?? []
  return call && first && CASTS.has(call.name) ? unwrapped(first) : tree
}

/** The field that a column or a path into one stands for; null when it is something else. */
export function fieldOf(tree: Tree, scope: Scope): string | null {
  scope.expansion.spend(tree.at)
  const one = unwrapped(tree)
  if (one.is === 'name') return columnOf(one.name, scope)
  if (one.is !== 'node' || (one.type !== 'PathExpression' && one.type !== 'ElementExpression')) return null
  const [base, step] = one.of
  const start = base ? fieldOf(base, scope) : null
  const member = step ? memberOf(step) : null
  return start === null || member === null ? null : member === '' ? start : `${start}.${member}`
}

/** An element of a list means any of its elements: a test of a field is true when it is true for one of its values. */
function memberOf(tree: Tree): string | null {
  if (tree.is === 'name') return tree.name
  if (tree.is === 'literal') {
    const value = literalValue(tree.text, tree.at)
    return typeof value === 'string' ? value : isNumber(value) ? '' : null
  }
  return tree.of[0] ? memberOf(tree.of[0]) : null
}

function columnOf(name: string, scope: Scope): string | null {
  if (scope.lets.has(name) || scope.cuts.has(name)) return null
  const made = scope.columns.get(name)
  if (made) return fieldOf(made, { ...scope, columns: without(scope.columns, name) })
  return Object.hasOwn(scope.table.columns, name) ? (scope.table.columns[name] ?? name) : name
}

/** `extend A = A.b` refers to the previous column. */
export function without(columns: ReadonlyMap<string, Tree>, name: string): ReadonlyMap<string, Tree> {
  return new Map([...columns].filter(([other]) => other !== name))
}
