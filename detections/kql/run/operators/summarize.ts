/** `summarize`: figures over the rows of each group. Groups come in the order of their first rows. */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { columnOf, compileNamed, costOf, distinctNames, type Named, scopeOver } from '../columns.ts'
import { cast, keysOf, order } from '../compare.ts'
import { rankedAt } from '../number-aggregates.ts'
import {
  type Accumulator,
  type Aggregation,
  CLOSED,
  compileExpression,
  constantValue,
  type Expr,
  type Relation,
  type Scope,
} from '../scope.ts'
import { isArray, type KqlType, nothing, type Row, type Value } from '../value.ts'
import { type Operator, part } from './spec.ts'

type Slot = { readonly make: () => Accumulator; readonly type: KqlType }

export const summarize: Operator = (tree, input, scope) => {
  const by = part(tree, 'SummarizeByClause')
  const figures = tree.of.filter((one) => one !== by)
  const inner = scopeOver(scope, input)
  let nameless = 0
  const next = () => `Column${++nameless}`
  const slots: Slot[] = []
  const { made, cost } = costOf(scope, () => {
    const keys = (by?.of ?? []).map((key) => compileNamed(key, inner, next, 0))
    return { keys, columns: figures.flatMap((figure) => figureOf(figure, { inner, slots, keys, next, input })) }
  })
  const relation = grouped(input, made.keys, made.columns, slots, scope, cost)
  return figures.some(namesAll) ? { ...relation, open: input.open } : relation
}

type Place = {
  readonly inner: Scope
  readonly slots: Slot[]
  readonly keys: readonly Named[]
  readonly next: () => string
  readonly input: Relation
}

function grouped(
  input: Relation,
  keys: readonly Named[],
  figures: readonly Named[],
  slots: readonly Slot[],
  scope: Scope,
  cost: number,
): Relation {
  const types = keys.map(({ expr }) => expr.type)
  const { budget } = scope.run
  const rows = function* (): Iterable<Row> {
    const groups = new Map<string, { readonly key: readonly Value[]; readonly figures: readonly Accumulator[] }>()
    const open = (key: readonly Value[], name: string) => {
      // A group costs more than its values: its key is kept as text, and each figure has a state.
      budget.hold(4 + 2 * (keys.length + slots.length))
      const group = { key, figures: slots.map(({ make }) => make()) }
      groups.set(name, group)
      return group
    }
    if (keys.length === 0) open([], '')
    for (const row of input.rows()) {
      budget.spend(cost)
      const key = keys.map(({ expr }) => expr.run(row))
      const name = keysOf(key, types)
      const group = groups.get(name) ?? open(key, name)
      for (const figure of group.figures) figure.add(row)
    }
    for (const group of groups.values()) {
      const values = group.figures.map((figure) => figure.value())
      yield [...group.key, ...figures.map(({ expr }) => expr.run(values))]
    }
  }
  const columns = [...keys, ...figures].map(columnOf)
  return { columns: distinctNames(columns), open: CLOSED, rows }
}

/** An expression gives one column, except for functions that give several. */
function figureOf(tree: Tree, place: Place): readonly Named[] {
  const { inner, slots, next } = place
  const aggregation: Aggregation = {
    input: inner,
    add: (make, type) => slots.push({ make, type }) - 1,
  }
  const several = severalOf(tree, place)
  if (several) return several
  const scope: Scope = { ...inner, row: null, aggregation }
  return [compileNamed(tree, scope, next, 0)]
}

function severalOf(tree: Tree, place: Place): readonly Named[] | null {
  const isNamed = tree.is === 'node' && tree.type === 'SimpleNamedExpression'
  const isCompound = tree.is === 'node' && tree.type === 'CompoundNamedExpression'
  const value = isNamed || isCompound ? tree.of[1] : tree
  if (value?.is !== 'node' || value.type !== 'FunctionCallExpression') return null
  const [callee, list] = value.of
  if (callee?.is !== 'name' || list?.is !== 'node') return null
  const names = isNamed ? nameList(tree.of[0]) : isCompound ? nameList(tree.of[0]) : []
  const made = severalCalled(callee.name, list, place)
  return made?.map((one, i) => ({ ...one, name: names[i] ?? one.name })) ?? null
}

function nameList(tree: Tree | undefined): readonly string[] {
  if (tree?.is === 'name') return [tree.name]
  return tree?.is === 'node' ? tree.of.flatMap(nameList) : []
}

function severalCalled(name: string, list: TreeNode, place: Place): readonly Named[] | null {
  if (name === 'arg_max' || name === 'argmax') return extremeRow(list, place, 1)
  if (name === 'arg_min' || name === 'argmin') return extremeRow(list, place, -1)
  if (name === 'percentiles') return percentiles(list, place)
  if (name === 'take_any' || name === 'any')
    return list.of.length > 1 || isStar(list.of[0]) ? anyRow(list, place) : null
  return null
}

/** `arg_max(a, *)` also keeps columns of an open table that were not named yet. */
const namesAll = (tree: Tree): boolean => isStar(tree) || (tree.is === 'node' && tree.of.some(namesAll))

const isStar = (tree: Tree | undefined): boolean => tree?.is === 'node' && tree.type === 'StarExpression'

/** The values of all columns, or of the requested ones; the group keys are already there. */
function wanted(
  trees: readonly Tree[],
  { inner, keys, input, next }: Place,
  except: readonly string[],
): readonly Named[] {
  return trees.flatMap((tree): readonly Named[] => {
    if (!isStar(tree)) return [compileNamed(tree, inner, next, 0)]
    const left = new Set([...except, ...keys.map(({ name }) => name)])
    return input.columns.flatMap(({ name, type }, index) =>
      left.has(name) ? [] : [{ name, expr: { type, name, constant: false, run: (row: Row) => row[index] ?? null } }],
    )
  })
}

/** The row with the highest (or lowest) first value; a row without one only when there is no other. */
function extremeRow(list: TreeNode, place: Place, sign: number): readonly Named[] {
  const [by, ...rest] = list.of
  if (!by) return refuse(list.at, 'arg_max and arg_min need an expression')
  const value = compileNamed(by, place.inner, place.next, 0)
  const columns = [value, ...wanted(rest, place, [value.name])]
  const make = (): Accumulator => {
    let best: { readonly value: Value; readonly row: Row } | null = null
    return {
      add(row) {
        const now = value.expr.run(row)
        const isBetter = best === null || (now !== null && (best.value === null || order(now, best.value) * sign > 0))
        if (isBetter) best = { value: now, row }
      },
      value: () => (best === null ? null : (best.row as Value)),
    }
  }
  return fromRow(columns, make, place)
}

function anyRow(list: TreeNode, place: Place): readonly Named[] {
  const make = (): Accumulator => {
    let found: Row | null = null
    return {
      add(row) {
        found ??= row
      },
      value: () => found as Value,
    }
  }
  return fromRow(wanted(list.of, place, []), make, place)
}

/** The accumulator's value is a row of the input; each column is made of it. */
function fromRow(columns: readonly Named[], make: () => Accumulator, { slots }: Place): readonly Named[] {
  const slot = slots.push({ make, type: 'dynamic' }) - 1
  return columns.map(({ name, expr }) => {
    const run = (values: Row): Value => {
      const row = values[slot] as unknown as Row | null
      return row === null || row === undefined ? nothing(expr.type) : expr.run(row)
    }
    return { name, expr: { ...expr, constant: false, run } }
  })
}

function percentiles(list: TreeNode, { inner, slots }: Place): readonly Named[] {
  const [of, ...shares] = list.of
  if (!of) return refuse(list.at, 'percentiles needs an expression')
  const { type, name, run } = compileExpression(of, inner)
  const { budget } = inner.run
  const make = (): Accumulator => {
    const values: Value[] = []
    return {
      add(row) {
        const one = run(row)
        if (one === null) return
        budget.hold(1)
        values.push(one)
      },
      value: () => values.toSorted(order) as unknown as Value,
    }
  }
  const slot = slots.push({ make, type: 'dynamic' }) - 1
  return shares.map((tree) => {
    const share = Number(constantValue(cast(compileExpression(tree, inner), 'real'), tree.at, 'a share'))
    const ranked = (values: Row): Value => {
      const sorted = values[slot] ?? null
      return isArray(sorted) ? rankedAt(sorted as readonly Value[], share) : null
    }
    const expr: Expr = { type: type === 'int' ? 'long' : type, name: '', constant: false, run: ranked }
    return { name: `percentile_${name}_${share}`, expr }
  })
}
