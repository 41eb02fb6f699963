/** Plugins: tables whose columns may be known only from the rows. */
import { refuse } from '../../fault.ts'
import type { TreeNode } from '../../tree.ts'
import { held, scopeOver } from '../columns.ts'
import { cast } from '../compare.ts'
import { memberOf } from '../dynamic-access.ts'
import {
  CLOSED,
  checkColumns,
  compileExpression,
  constantValue,
  type Expr,
  literal,
  type Relation,
  type Scope,
} from '../scope.ts'
import { settingText } from '../user-function.ts'
import { type Column, isBag, type Json, nothing, type Row } from '../value.ts'
import { ipv4Lookup } from './ipv4-lookup.ts'
import { schemaOf } from './make.ts'
import { pivot } from './pivot.ts'
import { type Operator, type Plugin, part } from './spec.ts'

const PLUGINS: ReadonlyMap<string, Plugin> = new Map([
  ['bag_unpack', bagUnpack],
  ['ipv4_lookup', ipv4Lookup],
  ['pivot', pivot],
])

export const evaluate: Operator = (tree, input, scope) => {
  const call = tree.of.find((one) => one.is === 'node' && one.type === 'FunctionCallExpression')
  const [callee, list] = call?.is === 'node' ? call.of : []
  const name = callee?.is === 'name' ? callee.name : ''
  const plugin = PLUGINS.get(name)
  if (!plugin || list?.is !== 'node') return refuse(tree.at, `the plugin ${name.slice(0, 80)} is not supported`)
  const found = plugin(list, input, scope, tree)
  const schema = part(tree, 'EvaluateSchemaClause')?.of[0]
  return schema ? shaped(found, schemaOf(schema)) : found
}

/** `: (a: long, b: string)` says which columns there are; one that the plugin did not make is null. */
function shaped({ columns, rows }: Relation, wanted: readonly Column[]): Relation {
  const makers = wanted.map(({ name, type }) => {
    const at = columns.findIndex((column) => column.name === name)
    const from = columns[at]
    const value: Expr = from
      ? { type: from.type, name, constant: false, run: (row) => row[at] ?? null }
      : literal(nothing(type), type)
    return cast(value, type).run
  })
  return { columns: wanted, open: CLOSED, rows: () => Array.from(rows(), (row) => makers.map((make) => make(row))) }
}

function bagUnpack(list: TreeNode, input: Relation, scope: Scope, tree: TreeNode): Relation {
  const [column, prefixTree] = list.of
  if (column?.is !== 'name') return refuse(tree.at, 'bag_unpack takes a column')
  compileExpression(column, scopeOver(scope, input))
  const prefix = prefixTree
    ? String(constantValue(cast(compileExpression(prefixTree, scope), 'string'), prefixTree.at, 'the prefix'))
    : ''
  const replaces = settingText(tree, 'columnsConflict') === 'replace_source'
  return unpacked(
    input,
    input.columns.findIndex((one) => one.name === column.name),
    prefix,
    replaces,
    scope,
  )
}

/** The rows are read while the query is compiled: what follows has to know the columns. */
function unpacked(input: Relation, at: number, prefix: string, replaces: boolean, scope: Scope): Relation {
  const rows = scope.run.missing.size > 0 ? [] : held(input, scope)
  const others = input.columns.flatMap((_, i) => (i === at ? [] : [i]))
  const keys = new Set<string>()
  for (const row of rows) {
    const bag = row[at]
    if (isBag(bag)) for (const key of Object.keys(bag)) keys.add(key)
  }
  const known = new Set(others.map((i) => input.columns[i]?.name))
  const made = [...keys].filter((key) => replaces || !known.has(prefix + key))
  const kept = others.filter((i) => !made.includes((input.columns[i]?.name ?? '').slice(prefix.length)) || !replaces)
  const columns: Column[] = kept.flatMap((i) => input.columns[i] ?? [])
  columns.push(...made.map((key): Column => ({ name: prefix + key, type: 'dynamic' })))
  const unpack = (row: Row): Row => {
    const bag = row[at]
    const values = made.map((key) => memberOf(bag as Json, key))
    return [...kept.map((i) => row[i] ?? null), ...values]
  }
  return {
    columns: checkColumns(columns),
    open: input.open,
    rows: () => (rows.length > 0 ? rows.map(unpack) : NO_ROWS),
  }
}

const NO_ROWS: readonly Row[] = []
