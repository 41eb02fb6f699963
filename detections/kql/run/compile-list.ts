/** `in`, `has_any`, `has_all` and `between`: a value against several. */
import { foldCase } from '../../plan/fold.ts'
import { toExact } from '../../plan/scalar.ts'
import { refuse } from '../fault.ts'
import type { Tree, TreeNode } from '../tree.ts'
import { compileArithmetic } from './arithmetic.ts'
import { cast, commonType, compileComparison, compileLogic, keyOf } from './compare.ts'
import { converted, textOf } from './convert.ts'
import { compileExpression, compileTable, type Expr, isTabular, over, type Scope } from './scope.ts'
import { compileTermList } from './text-match.ts'
import { isArray, type KqlType, type Row, type Value } from './value.ts'

/** The values of a list; arrays are replaced by their elements. */
type Items = { readonly constant: boolean; readonly of: (row: Row) => readonly { value: Value; type: KqlType }[] }

export function compileIn(tree: TreeNode, scope: Scope): Expr {
  const [word = ''] = tree.words
  const [left, list] = tree.of
  if (!left || !list) return refuse(tree.at, `${word} needs a value on its left and a list on its right`)
  const isNegated = word.startsWith('!')
  const isFolded = word.endsWith('~')
  const subject = compileExpression(left, scope)
  const items = itemsOf(list, scope)
  if (!isFolded && subject.type === 'dynamic') return inOfDynamic(subject, items, isNegated)
  const inOf = isFolded ? cast(subject, 'string') : subject
  const keys = keySet(items, inOf.type, isFolded)
  return {
    type: 'bool',
    constant: inOf.constant && items.constant,
    name: '',
    run: (row) => {
      const value = inOf.run(row)
      const key = keyOf(value, inOf.type)
      return keys(row).has(isFolded ? foldCase(key) : key) !== isNegated
    },
  }
}

function keySet({ constant, of }: Items, type: KqlType, isFolded: boolean): (row: Row) => ReadonlySet<string> {
  const make = (row: Row): ReadonlySet<string> => {
    const keys = new Set<string>()
    for (const item of of(row)) {
      const common = commonType(item.type, type)
      const value = common === null ? null : converted(item.value, item.type, type)
      if (value !== null) keys.add(isFolded ? foldCase(keyOf(value, type)) : keyOf(value, type))
    }
    return keys
  }
  return constant ? onceOnly(make) : make
}

function onceOnly<T>(make: (row: Row) => T): (row: Row) => T {
  let known: { readonly made: T } | null = null
  return () => {
    known ??= { made: make([]) }
    return known.made
  }
}

/** Compares with each item as `==` does: texts with the value's text, numbers with the number in it. */
function inOfDynamic(subject: Expr, { constant, of }: Items, isNegated: boolean): Expr {
  const make = (row: Row) => {
    const [texts, others] = [new Set<string>(), new Set<string>()]
    for (const { value, type } of of(row)) {
      const item = converted(value, type, 'dynamic')
      if (type === 'string' || typeof item === 'string') texts.add(textOf(value, type))
      else if (item !== null) others.add(keyOf(item, 'dynamic'))
    }
    return { texts, others }
  }
  const sets = constant ? onceOnly(make) : make
  const run = (row: Row): boolean => {
    const value = subject.run(row)
    const { texts, others } = sets(row)
    if (texts.has(textOf(value, 'dynamic'))) return !isNegated
    const held = typeof value === 'string' ? toExact(value) : value
    return (held !== null && others.has(keyOf(held, 'dynamic'))) !== isNegated
  }
  return { type: 'bool', constant: subject.constant && constant, name: '', run }
}

export function compileTerms(tree: TreeNode, scope: Scope): Expr {
  const [word = ''] = tree.words
  const [left, list] = tree.of
  if (!left || !list) return refuse(tree.at, `${word} needs a value on its left and a list on its right`)
  const items = itemsOf(list, scope)
  const make = (row: Row): readonly string[] =>
    items.of(row).map(({ value, type }) => foldCase(String(converted(value, type, 'string') ?? '')))
  const texts = items.constant ? onceOnly(make) : make
  const isNegated = word.startsWith('!')
  const all = word.endsWith('has_all')
  const holds = compileTermList(compileExpression(left, scope), texts, all, scope.run.budget)
  if (!isNegated) return holds
  return { ...holds, run: (row) => holds.run(row) !== true }
}

function itemsOf(list: Tree, scope: Scope): Items {
  const parts = list.is === 'node' && list.type === 'ExpressionList' ? list.of : [list]
  const items = parts.map((part) => (isTabular(part, scope) ? ofTable(part, scope) : ofValue(part, scope)))
  if (items.every(({ constant }) => constant) && items.length === 1 && items[0]) return items[0]
  return {
    constant: items.every(({ constant }) => constant),
    of: (row) => items.flatMap((item) => item.of(row)),
  }
}

function ofValue(tree: Tree, scope: Scope): Items {
  const { constant, run, type } = compileExpression(tree, scope)
  return {
    constant,
    of: (row) => {
      const value = run(row)
      return type === 'dynamic' && isArray(value) ? value.map((one) => ({ value: one, type })) : [{ value, type }]
    },
  }
}

/** The first column of a table. */
function ofTable(tree: Tree, scope: Scope): Items {
  const { columns, rows } = compileTable(tree, over(scope, null))
  const type = columns[0]?.type ?? 'dynamic'
  const { budget } = scope.run
  const of = () =>
    Array.from(rows(), ([value = null]) => {
      budget.hold(1)
      return { value, type }
    })
  return { constant: true, of: () => of().flatMap((item) => spread(item)) }
}

function spread(item: { value: Value; type: KqlType }): readonly { value: Value; type: KqlType }[] {
  const { value, type } = item
  return type === 'dynamic' && isArray(value) ? value.map((one) => ({ value: one, type })) : [item]
}

/** From the first to the second, both inclusive; when the second is a timespan, it is relative to the first. */
export function compileRange(tree: TreeNode, scope: Scope): Expr {
  const [left, couple] = tree.of
  const [low, high] = couple?.is === 'node' ? couple.of : []
  if (!left || !low || !high) return refuse(tree.at, 'between needs two values: between (low .. high)')
  const [subject, from, to] = [left, low, high].map((part) => compileExpression(part, scope)) as [Expr, Expr, Expr]
  const isSpan = to.type === 'timespan' && from.type === 'datetime'
  const end = isSpan ? compileArithmetic('+', from, to, tree.at) : to
  const above = compileComparison('>=', subject, from, tree.at)
  const holds = compileLogic('and', above, compileComparison('<=', subject, end, tree.at))
  if (!tree.words[0]?.startsWith('!')) return holds
  return {
    ...holds,
    run: (row) => {
      const inside = holds.run(row)
      return inside === null ? null : !inside
    },
  }
}
