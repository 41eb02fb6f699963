/**
 * `evaluate ipv4_lookup(table, address, network [, key ...] [, return_unmatched = true])`: each row beside those of the
 * table whose network holds its address and whose keys are the same (Kusto documentation, ipv4_lookup plugin).
 */
import { parseNetwork } from '../../../plan/cidr.ts'
import { refuse } from '../../fault.ts'
import type { Tree } from '../../tree.ts'
import { distinctNames, held, scopeOver } from '../columns.ts'
import { cast, keysOf } from '../compare.ts'
import {
  checkColumns,
  compileExpression,
  compileTable,
  constantValue,
  type Expr,
  openTables,
  type Relation,
} from '../scope.ts'
import { nothing, type Row } from '../value.ts'
import type { Plugin } from './spec.ts'

export const ipv4Lookup: Plugin = (list, input, scope) => {
  const [tableTree, addressTree, networkTree, ...more] = list.of
  if (!tableTree || !addressTree || !networkTree)
    return refuse(list.at, 'ipv4_lookup needs a table, a column of addresses and a column of networks')
  const table = compileTable(tableTree, scope)
  const textIn = (relation: Relation, tree: Tree): Expr =>
    cast(compileExpression(tree, scopeOver(scope, relation)), 'string')
  const [address, network] = [textIn(input, addressTree), textIn(table, networkTree)]
  const keyTrees = more.filter((tree) => settingOf(tree) === null)
  const keys = keyTrees.map((tree) => [textIn(input, tree), textIn(table, tree)] as const)
  const shared = new Set(
    keyTrees.map((tree) =>
      tree.is === 'name' ? tree.name : refuse(tree.at, 'the keys of ipv4_lookup must be columns'),
    ),
  )
  const unmatched = more.flatMap((tree) => settingOf(tree) ?? [])[0]
  const keepsAll = unmatched
    ? constantValue(compileExpression(unmatched, scope), unmatched.at, 'return_unmatched')
    : false
  const kept = table.columns.flatMap(({ name }, at) => (shared.has(name) ? [] : [at]))
  const empty = kept.map((at) => nothing(table.columns[at]?.type ?? 'dynamic'))
  const columns = distinctNames([...input.columns, ...kept.flatMap((at) => table.columns[at] ?? [])])
  const { budget } = scope.run
  const keyOf = (row: Row, side: 0 | 1): string => {
    const values = keys.map((pair) => pair[side].run(row))
    return keysOf(
      values,
      values.map(() => 'string' as const),
    )
  }
  const rows = function* (): Iterable<Row> {
    const known = held(table, scope).flatMap((row) => {
      const range = parseNetwork(String(network.run(row)))
      return range === null ? [] : [{ range, key: keyOf(row, 1), cells: kept.map((at) => row[at] ?? null) }]
    })
    for (const row of input.rows()) {
      budget.spend(1 + known.length)
      const addressText = String(address.run(row)).trim()
      const key = keyOf(row, 0)
      const isAddress = parseNetwork(addressText) !== null
      const found = isAddress ? known.filter((one) => one.key === key && one.range.contains(addressText)) : []
      for (const { cells } of found) yield [...row, ...cells]
      if (found.length === 0 && keepsAll === true) yield [...row, ...empty]
    }
  }
  return { columns: checkColumns(columns), open: openTables([input, table]), rows }
}

/** The value of `return_unmatched = ...`; null for anything else. */
function settingOf(tree: Tree): Tree | null {
  const [name, value] = tree.is === 'node' && tree.type === 'SimpleNamedExpression' ? tree.of : []
  return name?.is === 'name' && name.name === 'return_unmatched' ? (value ?? null) : null
}
