/** Tabular expressions of the tree as relations. */
import { refuse } from '../fault.ts'
import type { Tree, TreeNode } from '../tree.ts'
import { held } from './columns.ts'
import { fromOutside } from './convert.ts'
import { isKnown } from './known-value.ts'
import { OPERATORS } from './operators/all.ts'
import { compileDatatable, compileRange } from './operators/make.ts'
import { print } from './operators/project.ts'
import { compileSearchSource } from './operators/search.ts'
import { compileUnion } from './operators/union.ts'
import {
  bind,
  bindingOf,
  CLOSED,
  checkColumns,
  compileExpression,
  deeper,
  type Narrow,
  over,
  type Relation,
  type Scope,
} from './scope.ts'
import { callTableFunction, entered } from './user-function.ts'
import { type Column, type Row, UNTYPED } from './value.ts'

const NOTHING: Relation = { columns: [], open: CLOSED, rows: () => [] }

/** Other modules call it through `scope.ts`. */
export function tableOf(tree: Tree, outer: Scope): Relation {
  const scope = deeper(outer, tree)
  if (tree.is === 'literal') return refuse(tree.at, 'expected a table')
  if (tree.is === 'name') return namedTable(tree.name, tree.at, scope)
  const [first, second] = tree.of
  switch (tree.type) {
    case 'PipeExpression':
      return piped(tree, scope)
    case 'ParenthesizedExpression':
    case 'ExpressionStatement':
      return tableOf(first ?? refuse(tree.at, 'expected a table'), scope)
    case 'MaterializeExpression':
      return materialized(tableOf(first ?? refuse(tree.at, 'expected a table'), scope), scope)
    case 'DataTableExpression':
      return compileDatatable(tree, scope)
    case 'RangeOperator':
      return compileRange(tree, scope)
    case 'PrintOperator':
      return print(tree, NOTHING, scope)
    case 'UnionOperator':
      return compileUnion(tree, null, scope)
    case 'SearchOperator':
      return compileSearchSource(tree, scope)
    case 'FunctionCallExpression':
      return calledTable(tree, scope)
    case 'PathExpression':
      return second?.is === 'name' ? namedTable(second.name, second.at, scope) : refuse(tree.at, 'expected a table')
    case 'ExternalDataExpression':
      return refuse(tree.at, 'externaldata is not supported: queries cannot load data from other places')
    default:
      return refuse(tree.at, `${tree.words[0] ?? tree.type} is not supported`)
  }
}

/** Names defined by `as` are visible further to the right, also in the tables of joins. */
function piped(tree: TreeNode, scope: Scope): Relation {
  const stages: Tree[] = []
  let source: Tree = tree
  while (source.is === 'node' && source.type === 'PipeExpression') {
    const [before, operator]: readonly Tree[] = source.of
    if (!before || !operator) return refuse(source.at, 'expected a table before the pipe and an operator after it')
    stages.push(operator)
    source = before
  }
  let inner = scope
  let relation = tableOf(source, scope)
  for (const operator of stages.reverse()) {
    const named = operator.is === 'node' && operator.type === 'AsOperator' ? operator.of[0] : undefined
    if (named?.is === 'name') {
      const known = materialized(relation, scope)
      relation = known
      inner = bind(inner, named.name, { kind: 'table', relation: () => known })
    } else relation = operated(operator, relation, inner)
  }
  return relation
}

/** One operator, or a pipe of operators that begins without a table. */
export function operated(tree: Tree, input: Relation, outer: Scope): Relation {
  const scope = deeper(outer, tree)
  if (tree.is !== 'node') return refuse(tree.at, 'expected an operator after the pipe')
  const [before, after] = tree.of
  if (tree.type === 'PipeExpression' && before && after) return operated(after, operated(before, input, scope), scope)
  const operator = Object.hasOwn(OPERATORS, tree.type) ? OPERATORS[tree.type] : undefined
  if (!operator) return refuse(tree.at, `the operator ${tree.words[0] ?? tree.type} is not supported`)
  const made = operator(tree, input, scope)
  checkColumns(made.columns)
  return made
}

/** Evaluated once, on first use. */
function materialized(relation: Relation, scope: Scope): Relation {
  let known: readonly Row[] | null = null
  return {
    ...relation,
    rows: () => {
      known ??= held(relation, scope)
      return known
    },
  }
}

function namedTable(name: string, at: number, scope: Scope): Relation {
  const binding = bindingOf(scope, name)
  if (binding?.kind === 'table') return binding.relation()
  if (binding?.kind === 'function') return callTableFunction(binding, [], scope, at)
  if (binding) return refuse(at, `${name.slice(0, 80)} is not a table`)
  const source = scope.run.database.table(name)
  if (!source) return refuse(at, `there is no table ${name.slice(0, 80)}`)
  const known = new Set(source.columns.map((column) => column.name))
  const neededColumns = [...(scope.run.columnsByTable.get(name) ?? [])].flatMap((column): readonly Column[] => {
    const type = source.typeOf ? source.typeOf(column) : 'dynamic'
    return type === null || known.has(column)
      ? []
      : [{ name: column, type, ...(source.open && type === 'dynamic' ? UNTYPED : {}) }]
  })
  const columns = [...source.columns, ...neededColumns]
  const open = source.open ? [name] : CLOSED
  const narrow: Narrow = (conditions) => ({
    columns: checkColumns(columns),
    open,
    *rows() {
      for (const record of source.recordsFor?.(conditions) ?? source.records) {
        scope.run.budget.spend(1 + columns.length)
        yield columns.map((column) => fromOutside(source.read(record, column.name), column.type))
      }
    },
  })
  const relation = narrow([])
  if (source.recordsFor) scope.run.narrowings.set(relation, narrow)
  return relation
}

function calledTable(tree: TreeNode, scope: Scope): Relation {
  const [callee, list] = tree.of
  if (callee?.is !== 'name' || list?.is !== 'node') return refuse(tree.at, 'expected a table')
  const binding = bindingOf(scope, callee.name)
  if (binding?.kind === 'function') return callTableFunction(binding, list.of, scope, tree.at)
  const [first] = list.of
  if (callee.name !== 'table' || !first)
    return refuse(tree.at, `there is no function ${callee.name.slice(0, 80)} that returns a table`)
  const name = compileExpression(first, over(scope, null))
  return namedTable(String(name.run([])), first.at, scope)
}

const TABLES = new Set([
  ...['PipeExpression', 'DataTableExpression', 'RangeOperator', 'PrintOperator', 'UnionOperator'],
  ...['ExternalDataExpression', 'SearchOperator', 'FindOperator', 'EvaluateOperator'],
])

/**
 * True when an expression gives a table; a column of the row in scope never does, even if a table has the same name.
 */
export function isTable(tree: Tree, scope: Scope): boolean {
  if (tree.is === 'literal') return false
  if (tree.is === 'name') {
    if (scope.row?.columns.some(({ name }) => name === tree.name)) return false
    const binding = bindingOf(scope, tree.name)
    if (binding?.kind === 'function') return givesTable(tree.name, [], scope)
    return binding ? binding.kind === 'table' : scope.run.database.table(tree.name) !== null
  }
  if (TABLES.has(tree.type)) return true
  const [first, second] = tree.of
  const isInner = ['ParenthesizedExpression', 'MaterializeExpression', 'ExpressionStatement'].includes(tree.type)
  if (isInner && first) return isTable(first, scope)
  if (tree.type === 'FunctionCallExpression' && first?.is === 'name')
    return first.name === 'table' || givesTable(first.name, second?.is === 'node' ? second.of : [], scope)
  const isDatabase = tree.type === 'PathExpression' && first?.is === 'node' && first.type === 'FunctionCallExpression'
  const [callee] = isDatabase ? first.of : []
  return (
    callee?.is === 'name' && (callee.name === 'database' || callee.name === 'workspace' || callee.name === 'cluster')
  )
}

function givesTable(name: string, args: readonly Tree[], scope: Scope): boolean {
  const binding = bindingOf(scope, name)
  if (binding?.kind !== 'function') return false
  const { tree, inner } = entered(binding, args, scope, binding.declared.at)
  return isTable(tree, inner)
}

/** `let` in a query or in a function: a value, a table, or a function. */
export function bindLet(statement: Tree, scope: Scope): Scope {
  const [name, value] = statement.is === 'node' && statement.type === 'LetStatement' ? statement.of : []
  if (name?.is !== 'name' || !value) return refuse(statement.at, 'expected let name = expression')
  if (value.is === 'node' && value.type === 'FunctionDeclaration')
    return bind(scope, name.name, { kind: 'function', declared: value, scope })
  if (!isTable(value, scope)) {
    const expr = compileExpression(value, scope)
    return bind(scope, name.name, { kind: 'scalar', expr, isKnown: isKnown(value, scope) })
  }
  const isOnce = value.is === 'node' && value.type === 'MaterializeExpression'
  const shared = isOnce ? tableOf(value, scope) : null
  return bind(scope, name.name, { kind: 'table', relation: () => shared ?? tableOf(value, scope) })
}
