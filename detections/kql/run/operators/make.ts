/** Tables that a query makes itself: `datatable`, `range`; `getschema`. */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { compileArithmetic } from '../arithmetic.ts'
import { cast, commonType, order } from '../compare.ts'
import {
  CLOSED,
  compileExpression,
  constantValue,
  type Expr,
  literal,
  NO_ROW,
  over,
  type Relation,
  type Scope,
} from '../scope.ts'
import { type Column, isNumber, type KqlType, nothing, type Row, typeNamed, type Value } from '../value.ts'
import type { Operator } from './spec.ts'

/** The columns of `(a: long, b: string)`. */
export function schemaOf(tree: Tree): readonly Column[] {
  const parts = tree.is === 'node' ? tree.of : []
  return parts.map((part): Column => {
    const [name, type] = part.is === 'node' ? part.of : []
    const word = type?.is === 'node' ? (type.words[0] ?? '') : ''
    if (name?.is !== 'name') return refuse(part.at, 'expected a column')
    return { name: name.name, type: typeNamed(word) ?? refuse(part.at, `there is no type ${word.slice(0, 40)}`) }
  })
}

export function compileDatatable(tree: TreeNode, scope: Scope): Relation {
  const [schema, ...cells] = tree.of
  const columns = schema ? schemaOf(schema) : []
  if (columns.length === 0 || cells.length % columns.length !== 0)
    refuse(tree.at, 'the number of values is not a multiple of the number of columns')
  const inner = over(scope, null)
  const values = cells.map((cell, i) => {
    const type = columns[i % columns.length]?.type ?? 'dynamic'
    const value = constantValue(cast(compileExpression(cell, inner), type), cell.at, 'a cell of a table')
    return value ?? nothing(type)
  })
  const rows = Array.from({ length: cells.length / columns.length }, (_, i) =>
    values.slice(i * columns.length, (i + 1) * columns.length),
  )
  return { columns, open: CLOSED, rows: () => rows }
}

/** From one value up (or down) to another, both included. */
export function compileRange(tree: TreeNode, scope: Scope): Relation {
  const [name, from, to, by] = tree.of
  if (name?.is !== 'name' || !from || !to || !by) return refuse(tree.at, 'range needs a name, from, to and step')
  const [start, end, step] = [from, to, by].map((part) => compileExpression(part, over(scope, null))) as [
    Expr,
    Expr,
    Expr,
  ]
  const type = rangeType(start, end, step) ?? refuse(tree.at, `range cannot step from ${start.type} by ${step.type}`)
  const [first, last] = [endValue(start, type, from.at), endValue(end, type, to.at)]
  const stepType = type === 'datetime' ? 'timespan' : type
  const size = cast(step, stepType)
  let current: Value = null
  const next = compileArithmetic('+', { type, constant: false, name: '', run: () => current }, size, tree.at)
  const direction = order(size.run(NO_ROW), zero(stepType))
  const rows = function* (): Iterable<Row> {
    if (first === null || last === null || direction === 0) return
    let value: Value = first
    while (value !== null && order(value, last) * direction <= 0) {
      scope.run.budget.spend(1)
      yield [value]
      current = value
      value = next.run(NO_ROW)
    }
  }
  return { columns: [{ name: name.name, type }], open: CLOSED, rows }
}

function rangeType({ type: start }: Expr, { type: end }: Expr, { type: step }: Expr): KqlType | null {
  const ends = commonType(start, end)
  if (ends === null || !isNumber(ends)) return ends === 'datetime' || ends === 'timespan' ? ends : null
  return isNumber(step) ? commonType(ends, step) : null
}

function endValue(expr: Expr, type: KqlType, at: number): Value {
  return constantValue(cast(expr, type), at, 'an end of a range')
}

function zero(type: KqlType): Value {
  return cast(literal(0n, 'long'), type).run(NO_ROW)
}

const CLR: Readonly<Record<KqlType, string>> = {
  bool: 'System.SByte',
  int: 'System.Int32',
  long: 'System.Int64',
  real: 'System.Double',
  decimal: 'System.Data.SqlTypes.SqlDecimal',
  string: 'System.String',
  datetime: 'System.DateTime',
  timespan: 'System.TimeSpan',
  guid: 'System.Guid',
  dynamic: 'System.Object',
}

export const getSchema: Operator = (_, input) => ({
  columns: [
    { name: 'ColumnName', type: 'string' },
    { name: 'ColumnOrdinal', type: 'int' },
    { name: 'DataType', type: 'string' },
    { name: 'ColumnType', type: 'string' },
  ],
  open: CLOSED,
  rows: () => input.columns.map(({ name, type }, i) => [name, BigInt(i), CLR[type], type]),
})
