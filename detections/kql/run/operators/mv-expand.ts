/** `mv-expand`: a row for each element of an array or member of a bag; `mv-apply`: a query over those of one row. */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { compileNamed, held, type Named, scopeOver } from '../columns.ts'
import { converted } from '../convert.ts'
import { checkColumns, type Relation, type Scope } from '../scope.ts'
import { settingText } from '../user-function.ts'
import { type Column, isArray, isBag, type Json, type KqlType, type Row, typeNamed, type Value } from '../value.ts'
import { constantCount, type Operator, part } from './spec.ts'

type Expanded = Named & { readonly type: KqlType; readonly place: number }

export const mvExpand: Operator = (tree, input, scope) => {
  const index = settingText(tree, 'with_itemindex')
  const limit = part(tree, 'MvExpandRowLimitClause')
  const isPairs = (settingText(tree, 'bagexpansion') ?? settingText(tree, 'kind')) === 'array'
  const parts = tree.of.filter((one) => one.is === 'node' && one.type === 'MvExpandExpression')
  const { expanded, columns } = expansions(parts, input, scope)
  const max = limit?.of[0] ? constantCount(limit.of[0], scope) : Number.POSITIVE_INFINITY
  const { budget } = scope.run
  const rows = function* (): Iterable<Row> {
    for (const row of input.rows()) {
      for (const [i, values] of expansionsOf(row, expanded, isPairs).entries()) {
        if (i >= max) break
        budget.spend(1 + (columns.length >> 2))
        yield index === null ? withValues(row, expanded, values) : [...withValues(row, expanded, values), BigInt(i)]
      }
    }
  }
  const indexed: readonly Column[] = index === null ? [] : [{ name: index, type: 'long' }]
  return { columns: checkColumns([...columns, ...indexed]), open: input.open, rows }
}

function expansions(parts: readonly Tree[], input: Relation, scope: Scope) {
  const columns: Column[] = [...input.columns]
  const inner = scopeOver(scope, input)
  const expanded = parts.map((tree): Expanded => {
    const [value, clause] = tree.is === 'node' ? tree.of : []
    if (!value) return refuse(tree.at, 'mv-expand needs a column')
    const { name, expr } = compileNamed(value, inner, (i) => `Column${i}`, 1)
    if (expr.type !== 'dynamic' && expr.type !== 'string') refuse(tree.at, `a ${expr.type} cannot be expanded`)
    const type = clause?.is === 'node' ? typeOfClause(clause) : 'dynamic'
    const found = columns.findIndex((column) => column.name === name)
    const place = found < 0 ? columns.length : found
    columns[place] = { name, type }
    return { name, expr, type, place }
  })
  return { expanded, columns }
}

function typeOfClause(clause: TreeNode): KqlType {
  const inner = clause.of[0]?.is === 'node' ? clause.of[0].of[0] : undefined
  const word = inner?.is === 'node' ? (inner.words[0] ?? '') : ''
  return typeNamed(word) ?? refuse(clause.at, `there is no type ${word}`)
}

/** Values of the expanded columns for each new row. Null or a scalar gives one row, an empty array or bag none. */
function expansionsOf(row: Row, expanded: readonly Expanded[], isPairs: boolean): readonly (readonly Value[])[] {
  const lists = expanded.map(({ expr }) => elementsOf(expr.run(row) as Json, isPairs))
  const length = Math.max(...lists.map((list) => list?.length ?? 1))
  return Array.from({ length }, (_, i) =>
    lists.map((list, j) => {
      const value = list === null ? (i === 0 ? (expanded[j]?.expr.run(row) as Json) : null) : (list[i] ?? null)
      return converted(value ?? null, 'dynamic', expanded[j]?.type ?? 'dynamic')
    }),
  )
}

/** Null when the value is neither array nor bag: it is then its own single element. */
function elementsOf(value: Json, isPairs: boolean): readonly Json[] | null {
  if (isArray(value)) return value
  if (!isBag(value)) return null
  return Object.entries(value).map(([key, member]) => (isPairs ? [key, member ?? null] : { [key]: member }))
}

function withValues(row: Row, expanded: readonly Expanded[], values: readonly Value[]): Row {
  const made = row.slice()
  for (const [i, { place }] of expanded.entries()) made[place] = values[i] ?? null
  return made
}

/** The query also sees the columns of the row; those that it does not produce itself are added to its result. */
export const mvApply: Operator = (tree, input, scope) => {
  const parts = tree.of.filter((one) => one.is === 'node' && one.type === 'MvApplyExpression')
  const query = part(tree, 'MvApplySubqueryExpression')?.of[0]
  const limit = part(tree, 'MvApplyRowLimitClause')?.of[0]
  const index = settingText(tree, 'with_itemindex')
  if (!query) return refuse(tree.at, 'mv-apply needs a subquery: mv-apply Column on (query)')
  const { expanded, columns } = expansions(parts, input, scope)
  const max = limit ? constantCount(limit, scope) : Number.POSITIVE_INFINITY
  const indexed: readonly Column[] = index === null ? [] : [{ name: index, type: 'long' }]
  let current: readonly Row[] = []
  const inside: Relation = { columns: [...columns, ...indexed], open: input.open, rows: () => current }
  const result = scope.run.compilers.operator(query, inside, scope)
  const missing = input.columns.flatMap(({ name }, i) =>
    result.columns.some((column) => column.name === name) || expanded.some(({ place }) => place === i) ? [] : [i],
  )
  const rows = function* (): Iterable<Row> {
    for (const row of held(input, scope)) {
      scope.run.budget.spend(2)
      current = expansionsOf(row, expanded, false)
        .slice(0, max)
        .map((values, i) =>
          index === null ? withValues(row, expanded, values) : [...withValues(row, expanded, values), BigInt(i)],
        )
      for (const made of result.rows()) yield [...missing.map((i) => row[i] ?? null), ...made]
    }
  }
  const kept = missing.flatMap((i) => input.columns[i] ?? [])
  return { columns: checkColumns([...kept, ...result.columns]), open: input.open, rows }
}
