/** `extend`, `project` and its relatives, `serialize`, `print`. */
import { refuse } from '../../fault.ts'
import type { Tree } from '../../tree.ts'
import {
  columnOf,
  compileNamed,
  costOf,
  distinctNames,
  mapped,
  type Named,
  namePattern,
  newCursor,
  scopeOver,
} from '../columns.ts'
import { askFor, CLOSED, checkColumns, NO_ROW, type Relation, type Scope } from '../scope.ts'
import type { Column, Row } from '../value.ts'
import type { Operator } from './spec.ts'

const columnNumber = (index: number): string => `Column${index}`

/** `project a, b = c, *`: the columns as they are listed. */
export function projected(parts: readonly Tree[], input: Relation, scope: Scope): Relation {
  const cursor = newCursor()
  const inner = scopeOver(scope, input, cursor)
  let nameless = 0
  const { made, cost } = costOf(scope, () =>
    parts.flatMap((part): readonly Named[] => {
      if (part.is === 'node' && part.type === 'StarExpression') return all(input)
      return [compileNamed(part, inner, () => columnNumber(++nameless), 0)]
    }),
  )
  const runs = made.map(({ expr }) => expr.run)
  return {
    columns: checkColumns(distinctNames(made.map(columnOf))),
    open: parts.some((part) => part.is === 'node' && part.type === 'StarExpression') ? input.open : CLOSED,
    rows: mapped(input, cursor, scope, cost, (row) => runs.map((run) => run(row))),
  }
}

function all(input: Relation): readonly Named[] {
  return input.columns.map((column, index) => ({
    name: column.name,
    expr: { ...column, constant: false, run: (row: Row) => row[index] ?? null },
  }))
}

export const project: Operator = (tree, input, scope) => projected(tree.of, input, scope)

/** An existing column is replaced in its position. Expressions see the previous columns. */
export const extend: Operator = (tree, input, scope) => {
  const cursor = newCursor()
  const inner = scopeOver(scope, input, cursor)
  let nameless = 0
  const compile = (part: Tree) => compileNamed(part, inner, () => columnNumber(++nameless), 0)
  const { made, cost } = costOf(scope, () => tree.of.map(compile))
  return extended(input, made, (make) => mapped(input, cursor, scope, cost, make))
}

type Rows = (make: (row: Row) => Row) => Relation['rows']

export function extended(input: Relation, made: readonly Named[], rows: Rows): Relation {
  const columns: Column[] = [...input.columns]
  const places = made.map(({ name, expr }) => {
    const at = columns.findIndex((column) => column.name === name)
    const place = at < 0 ? columns.length : at
    columns[place] = columnOf({ name, expr })
    return { place, expr }
  })
  const make = (row: Row): Row => {
    const out = row.slice()
    for (const { place, expr } of places) out[place] = expr.run(row)
    return out
  }
  return { columns: checkColumns(columns), open: input.open, rows: rows(make) }
}

export const print: Operator = (tree, _, scope) => {
  const inner: Scope = { ...scope, row: null }
  const made = tree.of.map((part, index) => compileNamed(part, inner, (i) => `print_${i}`, index))
  const runs = made.map(({ expr }) => expr.run)
  const columns = distinctNames(made.map(columnOf))
  return { columns, open: CLOSED, rows: () => [runs.map((run) => run(NO_ROW))] }
}

/** The columns at places of the ones before. */
function picked(input: Relation, places: readonly number[], names: readonly string[] = []): Relation {
  const columns = places.map((place, i) => ({
    ...(input.columns[place] ?? NO_COLUMN),
    ...(names[i] ? { name: names[i] } : {}),
  }))
  return {
    columns,
    open: CLOSED,
    *rows() {
      for (const row of input.rows()) yield places.map((place) => row[place] ?? null)
    },
  }
}

const NO_COLUMN: Column = { name: '', type: 'dynamic' }

function patternOf(tree: Tree): string {
  if (tree.is === 'name') return tree.name
  if (tree.is === 'node' && tree.type === 'StarExpression') return '*'
  const [inner] = tree.is === 'node' ? tree.of : []
  return inner ? patternOf(inner) : refuse(tree.at, 'expected a column')
}

/** Requests the named columns of an open table that are not known yet, so that they are kept or removed by name. */
function ask(parts: readonly Tree[], input: Relation, scope: Scope): void {
  for (const part of parts) {
    const name = patternOf(part)
    if (!name.includes('*') && !input.columns.some((column) => column.name === name)) askFor(name, input, scope.run)
  }
}

export const projectAway: Operator = (tree, input) => {
  const matches = tree.of.map((part) => namePattern(patternOf(part)))
  const keeps = input.columns.flatMap(({ name }, i) => (matches.some((matched) => matched(name)) ? [] : [i]))
  return { ...picked(input, keeps), open: input.open }
}

export const projectKeep: Operator = (tree, input, scope) => {
  ask(tree.of, input, scope)
  const matches = tree.of.map((part) => namePattern(patternOf(part)))
  return picked(
    input,
    input.columns.flatMap(({ name }, i) => (matches.some((matched) => matched(name)) ? [i] : [])),
  )
}

export const projectReorder: Operator = (tree, input, scope) => {
  ask(tree.of, input, scope)
  const order: number[] = []
  for (const part of tree.of) {
    const matched = namePattern(patternOf(part))
    const found = input.columns.flatMap(({ name }, i) => (matched(name) && !order.includes(i) ? [i] : []))
    order.push(...sortedByName(part, found, input))
  }
  const rest = input.columns.flatMap((_, i) => (order.includes(i) ? [] : [i]))
  return { ...picked(input, [...order, ...rest]), open: input.open }
}

function sortedByName(part: Tree, found: readonly number[], input: Relation): readonly number[] {
  const clause = part.is === 'node' ? part.of[1] : undefined
  const [word] = clause?.is === 'node' ? clause.words : []
  if (word !== 'asc' && word !== 'desc') return found
  const name = (i: number): string => input.columns[i]?.name ?? ''
  const sorted = found.toSorted((a, b) => (name(a) < name(b) ? -1 : 1))
  return word === 'asc' ? sorted : sorted.reverse()
}

export const projectRename: Operator = (tree, input, scope) => {
  const pairs = tree.of.map((part) => {
    const [to, from] = part.is === 'node' && part.type === 'SimpleNamedExpression' ? part.of : []
    return to?.is === 'name' && from?.is === 'name'
      ? { to: to.name, from }
      : refuse(part.at, 'expected new_name = old_name')
  })
  ask(
    pairs.map(({ from }) => from),
    input,
    scope,
  )
  const names = input.columns.map(({ name }) => pairs.find(({ from }) => from.name === name)?.to ?? name)
  for (const { from } of pairs) {
    const isKnown = input.open.length > 0 || input.columns.some(({ name }) => name === from.name)
    if (!isKnown) refuse(from.at, `there is no column ${from.name.slice(0, 80)}`)
  }
  return { ...picked(input, [...input.columns.keys()], names), open: input.open }
}
