/** The compiled parts of a query, and the scope in which names are resolved. */
import { refuse } from '../fault.ts'
import type { Tree, TreeNode } from '../tree.ts'
import { type Budget, overrun } from './budget.ts'
import { RUN_LIMITS } from './limits.ts'
import type { Column, KqlType, Row, Value } from './value.ts'

/** A scalar expression over the rows of one relation. */
export type Expr = {
  readonly type: KqlType
  readonly run: (row: Row) => Value
  /** The same for every row; `run` may be called with no columns. */
  readonly constant: boolean
  /** Name of an unnamed column with this expression; '' when its position determines the name. */
  readonly name: string
  /** The expression is a column of unknown type. */
  readonly isUntyped?: true
}

/** A table as operators see it. `rows` may be called several times, with the same result. */
export type Relation = {
  readonly columns: readonly Column[]
  /** Tables to which an unknown column may belong, those to the left first; none when all columns are known. */
  readonly open: readonly string[]
  readonly rows: () => Iterable<Row>
}

/**
 * Data that a query may name. `columns` are always shown; an open table also has the columns that the query requests.
 * `read` returns the raw cell, which is converted to the column's type.
 */
export type KqlSource<R = unknown> = {
  readonly columns: readonly Column[]
  readonly open: boolean
  /**
   * Open tables only: the type of a named column, null when the table has no such column. All are dynamic without it.
   */
  readonly typeOf?: (column: string) => KqlType | null
  readonly records: Iterable<R>
  /**
   * Used instead of `records` where some may be left out: those of which no row passes all conditions behind the table.
   */
  readonly recordsFor?: (conditions: readonly Condition[]) => Iterable<R>
  readonly read: (record: R, column: string) => unknown
}

export type Database = {
  readonly table: (name: string) => KqlSource | null
  /** Tables that `union *` and similar forms include. */
  readonly names: readonly string[]
}

/** A condition on the rows of a table, and the scope of its names. */
export type Condition = { readonly tree: Tree; readonly scope: Scope }

/** Returns the same relation, which may lack rows that fail the conditions behind it. */
export type Narrow = (conditions: readonly Condition[]) => Relation

/** One run of one query. */
export type Run = {
  readonly budget: Budget
  readonly database: Database
  readonly nowTicks: bigint
  /** Entry points of the compiler: every module needs them, and none can import them without a cycle. */
  readonly compilers: Compilers
  /** Columns of open tables that the query is known to use. */
  readonly columnsByTable: ReadonlyMap<string, Set<string>>
  /** Columns that were discovered during compilation: the query is compiled again with them. */
  readonly missing: Map<string, Set<string>>
  /** Relations that are a table, or the rows of one that pass some conditions. */
  readonly narrowings: WeakMap<Relation, Narrow>
}

export type Compilers = {
  readonly expression: (tree: Tree, scope: Scope) => Expr
  readonly table: (tree: Tree, scope: Scope) => Relation
  /** An operator over a table: `where ...`, or several of them in a pipe. */
  readonly operator: (tree: Tree, input: Relation, scope: Scope) => Relation
  readonly isTable: (tree: Tree, scope: Scope) => boolean
  readonly bindLet: (statement: Tree, scope: Scope) => Scope
}

export const compileExpression = (tree: Tree, scope: Scope): Expr => scope.run.compilers.expression(tree, scope)
export const compileTable = (tree: Tree, scope: Scope): Relation => scope.run.compilers.table(tree, scope)
export const isTabular = (tree: Tree, scope: Scope): boolean => scope.run.compilers.isTable(tree, scope)

export type Binding =
  | {
      readonly kind: 'scalar'
      readonly expr: Expr
      /** True when computing its value reads no table. */
      readonly isKnown: boolean
    }
  | { readonly kind: 'table'; readonly relation: () => Relation }
  | { readonly kind: 'function'; readonly declared: TreeNode; readonly scope: Scope }

type Names = { readonly name: string; readonly binding: Binding; readonly next: Names | null }

/** Where an aggregate registers while the rest of its expression is compiled. */
export type Aggregation = {
  /** Returns the position of its value in the row over which the rest runs. */
  add(make: () => Accumulator, type: KqlType): number
  readonly input: Scope
}

/** One figure over the rows of one group. */
export type Accumulator = { add(row: Row): void; value(): Value }

/** The position of window functions: all rows in their order, and the index of the current one. */
export type Cursor = { rows: readonly Row[]; index: number; readonly restart: (() => void)[]; isUsed: boolean }

export type Scope = {
  readonly run: Run
  readonly names: Names | null
  readonly row: Pick<Relation, 'columns' | 'open'> | null
  readonly aggregation: Aggregation | null
  readonly cursor: Cursor | null
  readonly depth: number
}

/** Open tables of a relation whose columns are all known. */
export const CLOSED: readonly string[] = []

/**
 * The open tables of several relations side by side; a table joined with itself is listed twice, so that it counts as
 * several.
 */
export function openTables(relations: readonly Pick<Relation, 'open'>[]): readonly string[] {
  const tables = [...new Set(relations.flatMap(({ open }) => open))]
  const [only] = tables
  const isTwice = tables.length === 1 && relations.filter(({ open }) => open.length > 0).length > 1
  return isTwice && only !== undefined ? [only, only] : tables
}

/**
 * Requests a column from the open tables; one that a join would number (`User1`) also under its original name. Returns
 * false when it was requested from all of them before.
 */
export function askFor(name: string, { open }: Pick<Relation, 'open'>, { columnsByTable, missing }: Run): boolean {
  const [, base] = (open.length > 1 && /^(.*\D)\d{1,3}$/s.exec(name)) || []
  let isNew = false
  for (const table of open) {
    for (const column of base === undefined ? [name] : [name, base]) {
      if (columnsByTable.get(table)?.has(column)) continue
      missing.set(table, (missing.get(table) ?? new Set()).add(column))
      isNew = true
    }
  }
  return isNew
}

export function bind(scope: Scope, name: string, binding: Binding): Scope {
  return { ...scope, names: { name, binding, next: scope.names } }
}

export function bindingOf(scope: Scope, name: string): Binding | null {
  for (let names = scope.names; names !== null; names = names.next) if (names.name === name) return names.binding
  return null
}

/** The scope of expressions over the rows of a relation. */
export function over(
  scope: Scope,
  row: Pick<Relation, 'columns' | 'open'> | null,
  cursor: Cursor | null = null,
): Scope {
  return { ...scope, row, cursor, aggregation: null }
}

export function deeper(scope: Scope, tree: Tree): Scope {
  scope.run.budget.compilePart()
  if (scope.depth >= RUN_LIMITS.depth) refuse(tree.at, `the query is nested more than ${RUN_LIMITS.depth} deep`)
  return { ...scope, depth: scope.depth + 1 }
}

export const NO_ROW: Row = []

/** The value of an expression that no row changes. */
export function constantValue(expr: Expr, at: number, what: string): Value {
  if (!expr.constant) refuse(at, `${what} must be a constant`)
  return expr.run(NO_ROW)
}

/** A constant is computed once, on first use. */
export function folded(expr: Expr): Expr {
  if (!expr.constant) return expr
  let known: { readonly value: Value } | null = null
  return {
    ...expr,
    run: () => {
      known ??= { value: expr.run(NO_ROW) }
      return known.value
    },
  }
}

export function literal(value: Value, type: KqlType): Expr {
  return { type, run: () => value, constant: true, name: '' }
}

export function checkColumns(columns: readonly Column[]): readonly Column[] {
  if (columns.length > RUN_LIMITS.columns) overrun(`a table has more than ${RUN_LIMITS.columns} columns`)
  return columns
}

/** A name that is not taken: `a`, `a1`, `a2`. */
export function freeName(name: string, usedNames: ReadonlySet<string>): string {
  if (!usedNames.has(name)) return name
  let number = 1
  while (usedNames.has(`${name}${number}`)) number++
  return `${name}${number}`
}
