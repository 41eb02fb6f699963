/**
 * `join` and `lookup` on keys (Kusto documentation, join operator). The right side is held in memory, the left one is
 * streamed.
 */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { distinctNames, held, scopeOver } from '../columns.ts'
import { cast, commonType, keysOf } from '../compare.ts'
import {
  checkColumns,
  compileExpression,
  compileTable,
  type Expr,
  openTables,
  over,
  type Relation,
  type Scope,
} from '../scope.ts'
import { settingText } from '../user-function.ts'
import { type KqlType, nothing, type Row } from '../value.ts'
import { type Operator, part } from './spec.ts'

type Keys = {
  readonly left: readonly Expr[]
  readonly right: readonly Expr[]
  readonly types: readonly KqlType[]
  /** Columns of the right side that are keys under the same name. */
  readonly shared: ReadonlySet<string>
}

type Sides = { readonly left: Relation; readonly right: Relation; readonly keys: Keys; readonly scope: Scope }

const KINDS = new Set([
  ...['innerunique', 'inner', 'leftouter', 'rightouter', 'fullouter', 'leftsemi', 'rightsemi', 'leftanti', 'rightanti'],
  ...['anti', 'leftantisemi', 'rightantisemi', 'semi'],
])
const ALIASES: Readonly<Record<string, string>> = {
  anti: 'leftanti',
  leftantisemi: 'leftanti',
  rightantisemi: 'rightanti',
  semi: 'leftsemi',
}

export const join: Operator = (tree, left, scope) => {
  const named = settingText(tree, 'kind') ?? 'innerunique'
  const kind = ALIASES[named] ?? named
  if (!KINDS.has(named)) refuse(tree.at, `there is no join of kind ${named.slice(0, 40)}`)
  const sides = sidesOf(tree, left, scope)
  if (kind === 'leftsemi' || kind === 'leftanti') return halved(sides, kind === 'leftsemi')
  if (kind === 'rightsemi' || kind === 'rightanti') return halved(swapped(sides), kind === 'rightsemi')
  return joined(sides, { kind, drops: new Set() })
}

export const lookup: Operator = (tree, left, scope) => {
  const kind = settingText(tree, 'kind') ?? 'leftouter'
  if (kind !== 'leftouter' && kind !== 'inner') refuse(tree.at, `there is no lookup of kind ${kind.slice(0, 40)}`)
  const sides = sidesOf(tree, left, scope)
  return joined(sides, { kind, drops: sides.keys.shared })
}

function sidesOf(tree: TreeNode, left: Relation, scope: Scope): Sides {
  const [other] = tree.of
  const clause = part(tree, 'JoinOnClause')
  if (!other || !clause) return refuse(tree.at, 'join needs its keys: on Key')
  const right = compileTable(other, over(scope, null))
  return { left, right, keys: keysOfClause(clause, left, right, scope), scope }
}

function keysOfClause(clause: TreeNode, left: Relation, right: Relation, scope: Scope): Keys {
  const pairs = clause.of.flatMap(pairsOf)
  const shared = new Set<string>()
  const sides = pairs.map(([a, b]) => {
    const [x, y] = [compileExpression(a, scopeOver(scope, left)), compileExpression(b, scopeOver(scope, right))]
    const type =
      commonType(x.type, y.type) ?? refuse(a.at, `the join keys have different types, ${x.type} and ${y.type}`)
    const keyType = type === 'int' ? 'long' : type
    shared.add(y.name)
    return { x: cast(x, keyType), y: cast(y, keyType), type: keyType }
  })
  return { left: sides.map(({ x }) => x), right: sides.map(({ y }) => y), types: sides.map(({ type }) => type), shared }
}

/** `a`, `$left.a == $right.b`, and several of them joined by `and`. */
function pairsOf(tree: Tree): readonly (readonly [Tree, Tree])[] {
  if (tree.is === 'name') return [[tree, tree]]
  const [a, b] = tree.is === 'node' ? tree.of : []
  if (tree.is === 'node' && tree.type === 'ParenthesizedExpression' && a) return pairsOf(a)
  const [word] = tree.is === 'node' ? tree.words : []
  if (a && b && word === 'and') return [...pairsOf(a), ...pairsOf(b)]
  if (!a || !b || word !== '==') return refuse(tree.at, 'a join key must be a column, or $left.a == $right.b')
  const [x, y] = [sideOf(a), sideOf(b)]
  if (x.side === 'left' && y.side === 'right') return [[x.tree, y.tree]]
  if (x.side === 'right' && y.side === 'left') return [[y.tree, x.tree]]
  return refuse(tree.at, 'a join key must compare a column of $left with one of $right')
}

/** The side that a key belongs to: `$left` precedes the column, which may be inside a call or a path. */
function sideOf(tree: Tree): { readonly side: 'left' | 'right' | null; readonly tree: Tree } {
  if (tree.is !== 'node') return { side: null, tree }
  const [base, step] = tree.of
  if (tree.type === 'PathExpression' && base?.is === 'name' && step && /^\$(left|right)$/.test(base.name))
    return { side: base.name === '$left' ? 'left' : 'right', tree: step }
  const parts = tree.of.map(sideOf)
  const side = parts.find((one) => one.side !== null)?.side ?? null
  return { side, tree: { ...tree, of: parts.map((one) => one.tree) } }
}

function swapped({ left, right, keys, scope }: Sides): Sides {
  return { left: right, right: left, scope, keys: { ...keys, left: keys.right, right: keys.left } }
}

/** A key with a null matches no other row. */
function keyOf(row: Row, exprs: readonly Expr[], types: readonly KqlType[]): string | null {
  const values = exprs.map(({ run }) => run(row))
  return values.includes(null) ? null : keysOf(values, types)
}

function halved({ left, right, keys, scope }: Sides, keeps: boolean): Relation {
  return {
    ...left,
    *rows() {
      const found = new Set<string>()
      for (const row of right.rows()) {
        scope.run.budget.hold(1)
        const key = keyOf(row, keys.right, keys.types)
        if (key !== null) found.add(key)
      }
      for (const row of left.rows()) {
        scope.run.budget.spend(2)
        const key = keyOf(row, keys.left, keys.types)
        if ((key !== null && found.has(key)) === keeps) yield row
      }
    },
  }
}

type How = { readonly kind: string; readonly drops: ReadonlySet<string> }

function joined({ left, right, keys, scope }: Sides, { kind, drops }: How): Relation {
  const kept = right.columns.flatMap(({ name }, i) => (drops.has(name) ? [] : [i]))
  const columns = distinctNames([...left.columns, ...kept.flatMap((i) => right.columns[i] ?? [])])
  const emptyLeft = left.columns.map(({ type }) => nothing(type))
  const emptyRight = right.columns.map(({ type }) => nothing(type))
  const { budget } = scope.run
  const beside = (a: Row, b: Row): Row => {
    budget.spend(1 + (columns.length >> 2))
    return [...a, ...kept.map((i) => b[i] ?? null)]
  }
  const rows = function* (): Iterable<Row> {
    const index = indexed(right, keys, scope)
    const unmatched = new Set(kind === 'rightouter' || kind === 'fullouter' ? index.rows : [])
    const seen = new Set<string>()
    for (const row of left.rows()) {
      budget.spend(2)
      const key = keyOf(row, keys.left, keys.types)
      const others = key === null ? undefined : index.byKey.get(key)
      if (kind === 'innerunique' && key !== null) {
        if (seen.has(key)) continue
        if (others) budget.hold(1)
        if (others) seen.add(key)
      }
      if (others === undefined) {
        if (kind === 'leftouter' || kind === 'fullouter') yield beside(row, emptyRight)
        continue
      }
      for (const other of others) {
        unmatched.delete(other)
        yield beside(row, other)
      }
    }
    for (const other of unmatched) yield beside(emptyLeft, other)
  }
  return { columns: checkColumns(columns), open: openTables([left, right]), rows }
}

function indexed(right: Relation, keys: Keys, scope: Scope) {
  const rows = held(right, scope)
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    scope.run.budget.spend(2)
    const key = keyOf(row, keys.right, keys.types)
    if (key === null) continue
    const others = byKey.get(key)
    if (others) others.push(row)
    else byKey.set(key, [row])
  }
  return { rows, byKey }
}
