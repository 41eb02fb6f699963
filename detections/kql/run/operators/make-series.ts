/** `make-series`: a figure for each step of an axis, as one list a group (Kusto documentation, make-series operator). */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { compileNamed, distinctNames, type Named, scopeOver } from '../columns.ts'
import { cast, keysOf, order } from '../compare.ts'
import { toJson } from '../convert.ts'
import {
  type Accumulator,
  type Aggregation,
  CLOSED,
  compileExpression,
  constantValue,
  literal,
  over,
  type Scope,
} from '../scope.ts'
import { floorDivide } from '../time.ts'
import { settingText } from '../user-function.ts'
import type { Json, KqlType, Row, Value } from '../value.ts'
import { type Operator, part } from './spec.ts'

type Figure = { readonly named: Named; readonly otherwise: Value; readonly slots: readonly (() => Accumulator)[] }

export const makeSeries: Operator = (tree, input, scope) => {
  const inner = scopeOver(scope, input)
  const axisTree =
    part(tree, 'MakeSeriesOnClause')?.of[0] ?? refuse(tree.at, 'make-series needs an axis: on Column step Value')
  const axis = compileNamed(axisTree, inner, (i) => `Column${i}`, 1)
  const figures = tree.of.flatMap((one, i) => (isFigure(one) ? [figureOf(one, inner, i)] : []))
  const keys = (part(tree, 'MakeSeriesByClause')?.of ?? []).map((key, i) =>
    compileNamed(key, inner, (n) => `Column${n}`, i + 1),
  )
  const steps = stepsOf(tree, axis.expr.type, scope)
  const isNonEmpty = settingText(tree, 'kind') === 'nonempty' && keys.length === 0
  const types = keys.map(({ expr }) => expr.type)
  const { budget } = scope.run
  const rows = function* (): Iterable<Row> {
    const points = steps.points()
    const groups = new Map<string, { key: readonly Value[]; cells: Map<number, readonly (readonly Accumulator[])[]> }>()
    for (const row of input.rows()) {
      budget.spend(2 + figures.length)
      const at = steps.indexOf(axis.expr.run(row))
      if (at === null || at >= points.length) continue
      const key = keys.map(({ expr }) => expr.run(row))
      const name = keysOf(key, types)
      const group = groups.get(name) ?? { key, cells: new Map() }
      groups.set(name, group)
      const cell = group.cells.get(at) ?? figures.map(({ slots }) => slots.map((make) => make()))
      if (!group.cells.has(at)) budget.hold(figures.length + 1)
      group.cells.set(at, cell)
      for (const slots of cell) for (const slot of slots) slot.add(row)
    }
    if (groups.size === 0 && isNonEmpty) groups.set('', { key: [], cells: new Map() })
    const line = points.map((point) => toJson(point, axis.expr.type))
    for (const { key, cells } of groups.values()) {
      budget.entries(points.length * figures.length)
      const lists = figures.map((figure, i) => points.map((_, at) => valueAt(figure, cells.get(at)?.[i])))
      yield [...key, ...lists, line]
    }
  }
  const dynamic = (name: string) => ({ name, type: 'dynamic' as const })
  const named = keys.map(({ name, expr }) => ({ name, type: expr.type }))
  const columns = [...named, ...figures.map(({ named: { name } }) => dynamic(name)), dynamic(axis.name)]
  return { columns: distinctNames(columns), open: CLOSED, rows }
}

const isFigure = (tree: Tree): tree is TreeNode => tree.is === 'node' && tree.type === 'MakeSeriesExpression'

function valueAt({ named, otherwise }: Figure, slots: readonly Accumulator[] | undefined): Json {
  const value = slots ? named.expr.run(slots.map((slot) => slot.value())) : otherwise
  return toJson(value, named.expr.type)
}

function figureOf(tree: TreeNode, inner: Scope, index: number): Figure {
  const slots: (() => Accumulator)[] = []
  const aggregation: Aggregation = { input: inner, add: (make) => slots.push(make) - 1 }
  const [value, fallback] = tree.of
  if (!value) return refuse(tree.at, 'make-series needs an aggregate')
  const named = compileNamed(value, { ...inner, row: null, aggregation }, (i) => `Column${i}`, index + 1)
  const [defaultNode] = fallback?.is === 'node' ? fallback.of : []
  const expr = defaultNode ? compileExpression(defaultNode, over(inner, null)) : literal(0n, 'long')
  return { named, slots, otherwise: constantValue(cast(expr, named.expr.type), tree.at, 'the default') }
}

function stepsOf(tree: TreeNode, type: KqlType, scope: Scope) {
  const range = part(tree, 'MakeSeriesFromToStepClause')
  const clause = (name: string): Tree | undefined => (range ? part(range, name)?.of[0] : undefined)
  const listed = part(tree, 'MakeSeriesInRangeClause')?.of[0]
  const clauses = ['MakeSeriesFromClause', 'MakeSeriesToClause', 'MakeSeriesStepClause'].map(clause)
  const [from, to, by] = listed?.is === 'node' ? listed.of : clauses
  if (!from || !to || !by) return refuse(tree.at, 'make-series needs from, to and step')
  const stepType = type === 'datetime' ? 'timespan' : type
  if (type !== 'datetime' && type !== 'long' && type !== 'timespan')
    refuse(tree.at, `an axis of type ${type} is not supported`)
  const at = (one: Tree, as: KqlType) =>
    constantValue(cast(compileExpression(one, over(scope, null)), as), one.at, 'the axis of make-series')
  const [low, high, step] = [at(from, type), at(to, type), at(by, stepType)]
  if (typeof low !== 'bigint' || typeof high !== 'bigint' || typeof step !== 'bigint' || step <= 0n)
    return refuse(tree.at, 'the step of make-series must be positive')
  // `in range` includes its end, and its points are those of `bin`; `from` is itself a point, and `to` is exclusive.
  const start = listed ? floorDivide(low, step) * step : low
  const end = listed ? high + 1n : high
  const points = (): readonly bigint[] => {
    const count = end > start ? (end - start + step - 1n) / step : 0n
    scope.run.budget.entries(Number(count))
    return Array.from({ length: Number(count) }, (_, i) => start + BigInt(i) * step)
  }
  const indexOf = (value: Value): number | null =>
    typeof value !== 'bigint' || value < low || order(value, end) >= 0 ? null : Number((value - start) / step)
  return { points, indexOf }
}
