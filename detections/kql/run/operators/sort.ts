/** `sort`, `top`. Equal rows keep their order. Descending by default, with nulls at the lower end. */
import type { Tree } from '../../tree.ts'
import { held, scopeOver } from '../columns.ts'
import { order } from '../compare.ts'
import { compileExpression, type Expr, type Relation, type Scope } from '../scope.ts'
import type { Row, Value } from '../value.ts'
import { constantCount, first, type Operator } from './spec.ts'

type Key = { readonly expr: Expr; readonly sign: number; readonly nullsFirst: boolean }

export const sort: Operator = (tree, input, scope) => {
  const keys = tree.of.map((part) => keyOf(part, scopeOver(scope, input)))
  return { ...input, rows: () => sorted(input, keys, scope) }
}

export const top: Operator = (tree, input, scope) => {
  const [, ...parts] = tree.of
  const keys = parts.map((part) => keyOf(part, scopeOver(scope, input)))
  const count = constantCount(first(tree), scope)
  return { ...input, rows: () => sorted(input, keys, scope).slice(0, count) }
}

function keyOf(tree: Tree, scope: Scope): Key {
  const isOrdered = tree.is === 'node' && tree.type === 'OrderedExpression'
  const [value = tree, clause] = isOrdered ? tree.of : [tree]
  const isUp = clause?.is === 'node' && clause.words.includes('asc')
  const nulls = clause?.is === 'node' ? clause.of[0] : undefined
  const words = nulls?.is === 'node' ? nulls.words.join(' ') : ''
  const nullsFirst = words === '' ? isUp : words.includes('first')
  return { expr: compileExpression(value, scope), sign: isUp ? 1 : -1, nullsFirst }
}

function sorted(input: Relation, keys: readonly Key[], scope: Scope): readonly Row[] {
  const { budget } = scope.run
  const rows = held(input, scope).map((row) => {
    budget.spend(keys.length)
    return { row, values: keys.map(({ expr }) => expr.run(row)) }
  })
  budget.spend(Math.ceil(rows.length * Math.log2(rows.length + 1)))
  rows.sort((a, b) => compared(a.values, b.values, keys))
  return rows.map(({ row }) => row)
}

function compared(a: readonly Value[], b: readonly Value[], keys: readonly Key[]): number {
  for (const [i, { sign, nullsFirst }] of keys.entries()) {
    const [x, y] = [a[i] ?? null, b[i] ?? null]
    if (x === null || y === null) {
      if (x === y) continue
      return (x === null) === nullsFirst ? -1 : 1
    }
    const by = order(x, y)
    if (by !== 0) return by * sign
  }
  return 0
}
