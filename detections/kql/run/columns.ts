/**
 * Helpers that operators on tables share: expressions over rows and their cost, names of columns, rows made of others.
 */
import type { Tree } from '../tree.ts'
import { cast } from './compare.ts'
import { type Cursor, compileExpression, type Expr, freeName, over, type Relation, type Scope } from './scope.ts'
import { type Column, type Row, UNTYPED } from './value.ts'

/** Cost of one row: the number of compiled parts, and one for the row. */
export function costOf<T>(scope: Scope, compile: () => T): { readonly made: T; readonly cost: number } {
  const { budget } = scope.run
  const before = budget.parts
  const made = compile()
  return { made, cost: 1 + ((budget.parts - before) >> 2) }
}

/** Returns a test of rows; a row whose condition is null fails it. */
export function compileCondition(tree: Tree, scope: Scope): (row: Row) => boolean {
  const { run } = cast(compileExpression(tree, scope), 'bool')
  return (row) => run(row) === true
}

export type Named = { readonly name: string; readonly expr: Expr }

/** `x = expr`, or an expression with a name of its own or a generated one. */
export function compileNamed(tree: Tree, scope: Scope, nameless: (at: number) => string, index: number): Named {
  if (tree.is === 'node' && tree.type === 'SimpleNamedExpression') {
    const [name, value] = tree.of
    if (name?.is === 'name' && value) return { name: name.name, expr: compileExpression(value, scope) }
  }
  const expr = compileExpression(tree, scope)
  return { name: expr.name === '' ? nameless(index) : expr.name, expr }
}

export function columnOf({ name, expr: { type, isUntyped } }: Named): Column {
  return { name, type, ...(isUntyped && type === 'dynamic' ? UNTYPED : {}) }
}

/** Makes each name differ from those before it. */
export function distinctNames(columns: readonly Column[]): readonly Column[] {
  const usedNames = new Set<string>()
  return columns.map((column) => {
    const free = freeName(column.name, usedNames)
    usedNames.add(free)
    return { ...column, name: free }
  })
}

/** Maps each row of a table by `make`; holds all rows when `make` reads neighbouring rows. */
export function mapped(
  input: Relation,
  cursor: Cursor,
  scope: Scope,
  cost: number,
  make: (row: Row) => Row,
): () => Iterable<Row> {
  const { budget } = scope.run
  if (!cursor.isUsed) {
    return function* () {
      for (const row of input.rows()) {
        budget.spend(cost)
        yield make(row)
      }
    }
  }
  return function* () {
    const rows = held(input, scope)
    for (const restart of cursor.restart) restart()
    const made = rows.map((row, index) => {
      budget.spend(cost)
      cursor.rows = rows
      cursor.index = index
      return make(row)
    })
    yield* made
  }
}

export const newCursor = (): Cursor => ({ rows: [], index: 0, restart: [], isUsed: false })

/** All rows at once, counted against the budget. */
export function held(input: Relation, scope: Scope): Row[] {
  const { budget } = scope.run
  const width = Math.max(1, input.columns.length)
  const rows: Row[] = []
  for (const row of input.rows()) {
    budget.hold(width)
    rows.push(row)
  }
  return rows
}

export const scopeOver = (scope: Scope, input: Relation, cursor: Cursor | null = null): Scope =>
  over(scope, input, cursor)

/** Returns a test of column names for a pattern that may hold `*`. */
export function namePattern(pattern: string): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern
  const parts = pattern.split('*')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
    let at = first.length
    for (const part of parts.slice(1, -1)) {
      const found = name.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return at <= name.length - last.length
  }
}
