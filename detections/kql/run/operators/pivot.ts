/**
 * `evaluate pivot(column [, figure [, key ...]])`: one row per key, one column per value of `column`, and in each cell
 * the figure over the rows of both (Kusto documentation, pivot plugin). The default figure is a count; by default all
 * other columns are keys. Columns appear in the order in which their values first occur, and a cell without rows holds
 * the figure of no rows.
 */
import { refuse } from '../../fault.ts'
import type { Tree } from '../../tree.ts'
import { compileNamed, distinctNames, held, type Named, scopeOver } from '../columns.ts'
import { cast, keysOf } from '../compare.ts'
import {
  type Accumulator,
  CLOSED,
  checkColumns,
  compileExpression,
  type Expr,
  type Relation,
  type Scope,
} from '../scope.ts'
import type { KqlType, Row, Value } from '../value.ts'
import type { Plugin } from './spec.ts'

type Slot = { readonly make: () => Accumulator; readonly type: KqlType }
type Figure = { readonly slots: readonly Slot[]; readonly expr: Expr }
type Group = { readonly key: readonly Value[]; readonly cells: Map<string, readonly Accumulator[]> }

export const pivot: Plugin = (list, input, scope) => {
  const [turned, figureTree, ...keyTrees] = list.of
  if (turned?.is !== 'name') return refuse(list.at, 'pivot needs a column')
  const inner = scopeOver(scope, input)
  const text = cast(compileExpression(turned, inner), 'string')
  const figure = figureTree ? figureOf(figureTree, inner) : COUNT
  const spent = new Set([turned.name, ...namesIn(figureTree)])
  const keys = keyTrees.length > 0 ? keyTrees.map((tree, at) => keyOf(tree, inner, at)) : others(input, spent)
  // Reads the rows during compilation, because the next operators must know the columns.
  const rows = scope.run.missing.size > 0 ? [] : held(input, scope)
  const names = [...new Set(rows.map((row) => String(text.run(row) ?? '')))]
  const columns = [
    ...keys.map(({ name, expr }) => ({ name, type: expr.type })),
    ...names.map((name) => ({ name, type: figure.expr.type })),
  ]
  const groups = grouped(rows, keys, text, figure, scope)
  return {
    columns: distinctNames(checkColumns(columns)),
    open: CLOSED,
    rows: () => groups.map(({ key, cells }) => [...key, ...names.map((name) => cellOf(cells.get(name), figure))]),
  }
}

function figureOf(tree: Tree, inner: Scope): Figure {
  const slots: Slot[] = []
  const add = (make: () => Accumulator, type: KqlType) => slots.push({ make, type }) - 1
  const expr = compileExpression(tree, { ...inner, row: null, aggregation: { input: inner, add } })
  return { slots, expr }
}

const COUNT: Figure = {
  slots: [{ type: 'long', make: rowCount }],
  expr: { type: 'long', name: '', constant: false, run: (values) => values[0] ?? null },
}

function rowCount(): Accumulator {
  let rows = 0n
  return {
    add: () => void rows++,
    value: () => rows,
  }
}

function keyOf(tree: Tree, inner: Scope, at: number): Named {
  return compileNamed(tree, inner, () => `Column${at + 1}`, at)
}

function others({ columns }: Relation, spent: ReadonlySet<string>): readonly Named[] {
  return columns.flatMap(({ name, type }, at) =>
    spent.has(name) ? [] : [{ name, expr: { type, name, constant: false, run: (row: Row) => row[at] ?? null } }],
  )
}

function namesIn(tree: Tree | undefined): readonly string[] {
  if (tree?.is === 'name') return [tree.name]
  return tree?.is === 'node' ? tree.of.flatMap(namesIn) : []
}

/** In the order of their first rows. */
function grouped(rows: readonly Row[], keys: readonly Named[], text: Expr, figure: Figure, { run }: Scope): Group[] {
  const types = keys.map(({ expr }) => expr.type)
  const groups = new Map<string, Group>()
  for (const row of rows) {
    run.budget.spend(1)
    const key = keys.map(({ expr }) => expr.run(row))
    const name = keysOf(key, types)
    const group = groups.get(name) ?? { key, cells: new Map() }
    groups.set(name, group)
    const column = String(text.run(row) ?? '')
    let cell = group.cells.get(column)
    if (!cell) {
      run.budget.hold(4 + 2 * figure.slots.length)
      group.cells.set(column, (cell = figure.slots.map(({ make }) => make())))
    }
    for (const one of cell) one.add(row)
  }
  return [...groups.values()]
}

function cellOf(cell: readonly Accumulator[] | undefined, { slots, expr }: Figure): Value {
  const figures = cell ?? slots.map(({ make }) => make())
  return expr.run(figures.map((one) => one.value()))
}
