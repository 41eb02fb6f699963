/**
 * `evaluate bag_unpack(column [, prefix] [, columnsConflict] [, ignoredProperties])`: one column for each name in the
 * bags (Kusto documentation, bag_unpack plugin). All arguments except the first may be named. A column has the type of
 * its values when all have the same type, and is dynamic otherwise. An existing column is kept unless it is to be
 * replaced.
 */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { held, scopeOver } from '../columns.ts'
import { converted } from '../convert.ts'
import { memberOf } from '../dynamic-access.ts'
import { checkColumns, compileExpression, constantValue, type Relation, type Scope } from '../scope.ts'
import { type Column, isArray, isBag, type Json, type KqlType, nothing, type Row, type Value } from '../value.ts'
import type { Plugin } from './spec.ts'

type Made = Column & { readonly key: string }

const ARGUMENTS = ['OutputColumnPrefix', 'columnsConflict', 'ignoredProperties'] as const
type Argument = (typeof ARGUMENTS)[number]

export const bagUnpack: Plugin = (list, input, scope, tree) => {
  const [column, ...rest] = list.of
  if (column?.is !== 'name') return refuse(tree.at, 'bag_unpack needs a column of type dynamic')
  compileExpression(column, scopeOver(scope, input))
  const at = input.columns.findIndex((one) => one.name === column.name)
  const parameters = argumentsOf(rest, scope)
  const ignored = parameters.get('ignoredProperties') ?? null
  // Reads the rows during compilation, because the next operators must know the columns.
  const rows = scope.run.missing.size > 0 ? [] : held(input, scope)
  const made = columnsIn(rows, at, String(parameters.get('OutputColumnPrefix') ?? ''), isArray(ignored) ? ignored : [])
  return unpacked(input, at, rows, made, parameters.get('columnsConflict') === 'replace_source')
}

function argumentsOf(trees: readonly Tree[], scope: Scope): ReadonlyMap<Argument, Value> {
  const pairs = trees.map((tree, i): [Argument, Value] => {
    const named = tree.is === 'node' && tree.type === 'SimpleNamedExpression' ? tree : null
    const name = named ? nameIn(named) : ARGUMENTS[i]
    const value = named ? named.of[1] : tree
    const argument = ARGUMENTS.find((one) => one === name)
    if (!argument || !value) return refuse(tree.at, 'bag_unpack does not have this argument')
    return [argument, constantValue(compileExpression(value, scope), value.at, argument)]
  })
  return new Map(pairs)
}

const nameIn = ({ of: [name] }: TreeNode): string => (name?.is === 'name' ? name.name : '')

function columnsIn(rows: readonly Row[], at: number, prefix: string, ignored: readonly Json[]): readonly Made[] {
  const types = new Map<string, KqlType | null>()
  for (const row of rows) {
    const bag = row[at]
    if (!isBag(bag)) continue
    for (const [key, value] of Object.entries(bag)) types.set(key, together(types.get(key) ?? null, value as Json))
  }
  const kept = [...types].filter(([key]) => !ignored.includes(key))
  return kept.map(([key, type]) => ({ key, name: prefix + key, type: type ?? 'dynamic' }))
}

/** The type of the values so far and one more; null when all of them are null. */
function together(before: KqlType | null, value: Json): KqlType | null {
  if (value === null || value === undefined) return before
  const type = typeOf(value)
  return before === null || before === type ? type : 'dynamic'
}

function typeOf(value: Json): KqlType {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'long' : 'real'
  return typeof value === 'bigint' ? 'long' : 'dynamic'
}

function unpacked(
  input: Relation,
  at: number,
  rows: readonly Row[],
  all: readonly Made[],
  replaces: boolean,
): Relation {
  const others = input.columns.flatMap(({ name }, i) => (i === at ? [] : [{ i, name }]))
  const usedNames = new Set(others.map(({ name }) => name))
  const made = replaces ? all : all.filter(({ name }) => !usedNames.has(name))
  const names = new Set(made.map(({ name }) => name))
  const kept = others.filter(({ name }) => !names.has(name)).map(({ i }) => i)
  const columns = [...kept.flatMap((i) => input.columns[i] ?? []), ...made.map(({ name, type }) => ({ name, type }))]
  const unpack = (row: Row): Row => {
    const bag = row[at] as Json
    const values = made.map(({ key, type }) => converted(memberOf(bag, key) as Value, 'dynamic', type) ?? nothing(type))
    return [...kept.map((i) => row[i] ?? null), ...values]
  }
  return { columns: checkColumns(columns), open: input.open, rows: () => rows.map(unpack) }
}
