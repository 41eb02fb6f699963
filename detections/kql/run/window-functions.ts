/** Functions that read neighbouring rows, in the order of the table (Kusto documentation, Window functions). */
import { refuse } from '../fault.ts'
import type { Tree } from '../tree.ts'
import { compileArithmetic } from './arithmetic.ts'
import { cast, keyOf } from './compare.ts'
import { type Cursor, compileExpression, constantValue, type Expr, literal, type Scope } from './scope.ts'
import { isNumber, nothing, type Row, type Value } from './value.ts'

type WindowCall = (args: readonly Expr[], cursor: Cursor, at: number) => Expr

/** Null when the name is no such function. */
export function compileWindowCall(name: string, args: readonly Tree[], scope: Scope, at: number): Expr | null {
  const spec = CALLS[name]
  if (!spec || !Object.hasOwn(CALLS, name)) return null
  const { cursor } = scope
  if (!cursor) return refuse(at, `${name} needs ordered rows: use it after sort or serialize`)
  cursor.isUsed = true
  return spec(
    args.map((arg) => compileExpression(arg, scope)),
    cursor,
    at,
  )
}

const CALLS: Readonly<Record<string, WindowCall>> = {
  row_number: (args, cursor, at) => {
    const first = args[0] ? constantValue(cast(args[0], 'long'), at, 'the first row number') : 1n
    const start = typeof first === 'bigint' ? first : 1n
    const restarts = flag(args[1])
    return running('long', cursor, (row, before) =>
      before === null || restarts(row) ? start : (before as bigint) + 1n,
    )
  },
  row_cumsum: (args, cursor, at) => {
    const [term, restart] = args
    if (!term) return refuse(at, 'row_cumsum needs an expression')
    const restarts = flag(restart)
    let before: Value = null
    const sum = compileArithmetic('+', { ...term, run: () => before }, term, at)
    const next = (row: Row, last: Value): Value => {
      before = last
      return last === null || restarts(row) ? (term.run(row) ?? last) : (sum.run(row) ?? last)
    }
    return running(isNumber(term.type) ? term.type : sum.type, cursor, next)
  },
  row_rank_dense: (args, cursor, at) => {
    const [term, restart] = args
    if (!term) return refuse(at, 'row_rank_dense needs an expression')
    const restarts = flag(restart)
    let key = ''
    return running('long', cursor, (row, before) => {
      const [last, now] = [key, keyOf(term.run(row), term.type)]
      key = now
      if (before === null || restarts(row)) return 1n
      return last === now ? before : (before as bigint) + 1n
    })
  },
  prev: (args, cursor, at) => neighbour(args, cursor, -1, at),
  next: (args, cursor, at) => neighbour(args, cursor, 1, at),
}

function flag(expr: Expr | undefined): (row: Row) => boolean {
  const { run } = cast(expr ?? literal(false, 'bool'), 'bool')
  return (row) => run(row) === true
}

/** A value that continues from row to row; it starts anew with each read of the table. */
function running(type: Expr['type'], cursor: Cursor, next: (row: Row, before: Value) => Value): Expr {
  let last: Value = null
  cursor.restart.push(() => {
    last = null
  })
  const run = (row: Row): Value => {
    last = next(row, last)
    return last
  }
  return { type, constant: false, name: '', run }
}

function neighbour(args: readonly Expr[], cursor: Cursor, direction: number, at: number): Expr {
  const [column, distance = literal(1n, 'long'), fallback] = args
  if (!column) return refuse(at, 'prev and next need a column')
  const offset = Number(constantValue(cast(distance, 'long'), at, 'the distance of prev and next')) * direction
  const otherwise = fallback ? cast(fallback, column.type).run : () => nothing(column.type)
  const run = (row: Row): Value => {
    const other = cursor.rows[cursor.index + offset]
    return other ? column.run(other) : otherwise(row)
  }
  return { type: column.type, constant: false, name: '', run }
}
