/** Plugins: tables whose columns may only be known from the rows. */
import { refuse } from '../../fault.ts'
import { cast } from '../compare.ts'
import { CLOSED, type Expr, literal, type Relation } from '../scope.ts'
import { type Column, nothing } from '../value.ts'
import { bagUnpack } from './bag-unpack.ts'
import { ipv4Lookup } from './ipv4-lookup.ts'
import { schemaOf } from './make.ts'
import { pivot } from './pivot.ts'
import { type Operator, type Plugin, part } from './spec.ts'

const PLUGINS: ReadonlyMap<string, Plugin> = new Map([
  ['bag_unpack', bagUnpack],
  ['ipv4_lookup', ipv4Lookup],
  ['pivot', pivot],
])

export const evaluate: Operator = (tree, input, scope) => {
  const call = tree.of.find((one) => one.is === 'node' && one.type === 'FunctionCallExpression')
  const [callee, list] = call?.is === 'node' ? call.of : []
  const name = callee?.is === 'name' ? callee.name : ''
  const plugin = PLUGINS.get(name)
  if (!plugin || list?.is !== 'node') return refuse(tree.at, `the plugin ${name.slice(0, 80)} is not supported`)
  const found = plugin(list, input, scope, tree)
  const schema = part(tree, 'EvaluateSchemaClause')?.of[0]
  if (!schema) return found
  const wanted = schemaOf(schema)
  const isAll = schema.is === 'node' && schema.words.includes('*')
  return shaped(found, isAll ? [...ofInput(found, input, wanted), ...wanted] : wanted)
}

/** Columns that `*` stands for in a schema: those of the input that are still there. */
function ofInput(found: Relation, input: Relation, wanted: readonly Column[]): readonly Column[] {
  const before = new Set(input.columns.map(({ name }) => name))
  for (const { name } of wanted) before.delete(name)
  return found.columns.filter(({ name }) => before.has(name))
}

/** `: (a: long, b: string)` declares the columns; one that the plugin did not create is null. */
function shaped({ columns, rows }: Relation, wanted: readonly Column[]): Relation {
  const makers = wanted.map(({ name, type }) => {
    const at = columns.findIndex((column) => column.name === name)
    const from = columns[at]
    const value: Expr = from
      ? { type: from.type, name, constant: false, run: (row) => row[at] ?? null }
      : literal(nothing(type), type)
    return cast(value, type).run
  })
  return { columns: wanted, open: CLOSED, rows: () => Array.from(rows(), (row) => makers.map((make) => make(row))) }
}
