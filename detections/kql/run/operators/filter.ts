/** `where`, `take`, `distinct`, `count`, `sample`, and operators that change nothing of a table. */
import { compileCondition, costOf, scopeOver } from '../columns.ts'
import { keysOf } from '../compare.ts'
import { CLOSED, type Relation } from '../scope.ts'
import type { Row } from '../value.ts'
import { projected } from './project.ts'
import { constantCount, first, type Operator, part } from './spec.ts'

export const filter: Operator = (tree, input, scope) => {
  const [condition] = tree.of
  if (!condition) return input
  const { made: passes, cost } = costOf(scope, () => compileCondition(condition, scopeOver(scope, input)))
  const filtered = (from: Relation): Relation => ({
    ...input,
    *rows() {
      for (const row of from.rows()) {
        scope.run.budget.spend(cost)
        if (passes(row)) yield row
      }
    },
  })
  const { narrowings } = scope.run
  const narrow = narrowings.get(input)
  if (!narrow) return filtered(input)
  const own = { tree: condition, scope: scopeOver(scope, input) }
  const relation = filtered(narrow([own]))
  narrowings.set(relation, (more) => filtered(narrow([own, ...more])))
  return relation
}

export const takeOperator: Operator = (tree, input, scope) => {
  const count = constantCount(first(tree), scope)
  return { ...input, rows: () => firstOf(input, count) }
}

function* firstOf(input: Relation, count: number): Iterable<Row> {
  let left = count
  if (left <= 0) return
  for (const row of input.rows()) {
    yield row
    if (--left <= 0) return
  }
}

export const count: Operator = (tree, input, scope) => {
  const clause = part(tree, 'CountAsIdentifierClause')
  const named = clause?.of[0]
  const name = named?.is === 'name' ? named.name : (clause?.words.find((word) => word !== 'as') ?? 'Count')
  return {
    columns: [{ name, type: 'long' }],
    open: CLOSED,
    *rows() {
      let rows = 0n
      for (const _ of input.rows()) {
        scope.run.budget.spend(1)
        rows++
      }
      yield [rows]
    },
  }
}

export const distinct: Operator = (tree, input, scope) => unique(projected(tree.of, input, scope), scope)

export const sampleDistinct: Operator = (tree, input, scope) => {
  const [size, ...columns] = tree.of
  const relation = unique(projected(columns, input, scope), scope)
  const most = constantCount(size ?? tree, scope)
  return { ...relation, rows: () => firstOf(relation, most) }
}

function unique(input: Relation, { run }: Parameters<Operator>[2]): Relation {
  const types = input.columns.map(({ type }) => type)
  return {
    ...input,
    *rows() {
      const seen = new Set<string>()
      for (const row of input.rows()) {
        run.budget.spend(1)
        const key = keysOf(row, types)
        if (seen.has(key)) continue
        run.budget.hold(types.length)
        seen.add(key)
        yield row
      }
    },
  }
}

export const unchanged: Operator = (_, input) => input
