/** `union` (Kusto documentation, union operator). Columns of one name and one type are one column. */
import { refuse } from '../../fault.ts'
import type { Tree, TreeNode } from '../../tree.ts'
import { namePattern } from '../columns.ts'
import { converted } from '../convert.ts'
import {
  askFor,
  checkColumns,
  compileTable,
  freeName,
  openTables,
  over,
  type Relation,
  type Run,
  type Scope,
} from '../scope.ts'
import { settingText } from '../user-function.ts'
import { type Column, type KqlType, nothing, type Row, UNTYPED, type Value } from '../value.ts'

/** Passes conditions on the union to each of its tables, as long as all columns keep their names. */
export function compileUnion(tree: TreeNode, input: Relation | null, scope: Scope): Relation {
  const isFuzzy = settingText(tree, 'isfuzzy') === 'true'
  const first = input === null ? 0 : 1
  const others = tree.of.flatMap((part, i) => memberOf(part, `union_arg${first + i}`, scope, isFuzzy))
  const members = input === null ? others : [{ relation: input, name: 'union_arg0' }, ...others]
  if (members.length === 0) return refuse(tree.at, 'the union names no known table')
  askEach(members, scope.run)
  const source = settingText(tree, 'withsource') ?? settingText(tree, 'with_source')
  const kind = settingText(tree, 'kind') ?? 'outer'
  const united = unitedBy(members, source, kind === 'inner')
  const { narrowings } = scope.run
  if (source !== null || united.isRenamed) return united.of(members)
  const relation = united.of(members)
  narrowings.set(relation, (conditions) =>
    united.of(members.map(({ relation: own, name }) => ({ name, relation: narrowings.get(own)?.(conditions) ?? own }))),
  )
  return relation
}

type Member = { readonly relation: Relation; readonly name: string }

/**
 * With `isfuzzy` an unknown table is left out, with everything derived from it. An argument that is no table goes by
 * its position.
 */
function memberOf(tree: Tree, nameless: string, scope: Scope, isFuzzy: boolean): readonly Member[] {
  const isStar = tree.is === 'node' && tree.type === 'StarExpression'
  const name = tree.is === 'name' ? tree.name : isStar ? '*' : nameless
  if (name.includes('*')) {
    const matched = scope.run.database.names.filter(namePattern(name))
    if (matched.length === 0 && !isFuzzy) refuse(tree.at, `there is no table ${name.slice(0, 80)}`)
    return matched.flatMap((one) => memberOf({ is: 'name', at: tree.at, name: one }, nameless, scope, isFuzzy))
  }
  const head = headOf(tree)
  if (isFuzzy && head.is === 'name' && !scope.run.compilers.isTable(head, scope)) return []
  return [{ relation: compileTable(tree, over(scope, null)), name }]
}

/** The table that a pipe begins with. */
function headOf(tree: Tree): Tree {
  const isPipe = tree.is === 'node' && (tree.type === 'ParenthesizedExpression' || tree.type === 'PipeExpression')
  const [first] = isPipe ? tree.of : []
  return first ? headOf(first) : tree
}

/**
 * Requests a column that one table has or is asked for from the other open tables too. Numbers and times are not mixed.
 */
function askEach(members: readonly Member[], run: Run): void {
  const columns = members.flatMap(({ relation }) => relation.columns)
  const names = new Set(columns.flatMap(({ name, type }) => (type === 'string' || type === 'dynamic' ? [name] : [])))
  for (const { relation } of members) {
    if (relation.open.length === 0) continue
    const own = new Set(relation.columns.map(({ name }) => name))
    for (const name of names) if (!own.has(name)) askFor(name, relation, run)
  }
}

function unitedBy(members: readonly Member[], source: string | null, isInner: boolean) {
  const texts = textNames(members)
  const typeOf: TypeOf = ({ name, type, isUntyped }) => (isUntyped && texts.has(name) ? 'string' : type)
  const columns = isInner ? commonColumns(members, typeOf) : allColumns(members, typeOf)
  const readers = members.map(({ relation }) => columns.map((column) => readerOf(relation, column, typeOf)))
  const all = source === null ? columns : [{ name: source, type: 'string' as const, of: source }, ...columns]
  const rowsOf = function* (members: readonly Member[]): Iterable<Row> {
    for (const [i, { relation, name }] of members.entries()) {
      const read = readers[i] ?? []
      for (const row of relation.rows()) {
        const values = read.map((one) => one(row))
        yield source === null ? values : [name, ...values]
      }
    }
  }
  const open = openTables(members.map(({ relation }) => relation))
  const shown = checkColumns(all.map(({ of: _, ...column }) => column))
  return {
    of: (members: readonly Member[]): Relation => ({ columns: shown, open, rows: () => rowsOf(members) }),
    isRenamed: columns.some(({ name, of }) => name !== of),
  }
}

/** `of` is the name of the column in the tables themselves. */
type Merged = Column & { readonly of: string }
type TypeOf = (column: Column) => KqlType

/**
 * Names that are texts in some tables and columns of unknown type in others: these count as texts too, because
 * otherwise Microsoft's tables would give two columns, and the query would find neither by its name.
 */
function textNames(members: readonly Member[]): ReadonlySet<string> {
  const columns = members.flatMap(({ relation }) => relation.columns)
  const untyped = new Set(columns.filter(({ isUntyped }) => isUntyped).map(({ name }) => name))
  const typed = Map.groupBy(
    columns.filter(({ name, isUntyped }) => !isUntyped && untyped.has(name)),
    ({ name }) => name,
  )
  return new Set([...typed].filter(([, of]) => of.every(({ type }) => type === 'string')).map(([name]) => name))
}

function readerOf({ columns }: Relation, { of, type }: Merged, typeOf: TypeOf): (row: Row) => Value {
  const place = columns.findIndex((column) => column.name === of && typeOf(column) === type)
  const from = columns[place]
  if (!from) return () => nothing(type)
  return from.type === type ? (row) => row[place] ?? null : (row) => converted(row[place] ?? null, from.type, type)
}

/** A name with several types becomes one column per type: `v_real`, `v_long`. */
function allColumns(members: readonly Member[], typeOf: TypeOf): readonly Merged[] {
  const columns = members.flatMap(({ relation }) => relation.columns)
  const typesOf = Map.groupBy(columns, ({ name }) => name)
  const usedNames = new Set<string>()
  const merged: Merged[] = []
  for (const column of columns) {
    const [{ name }, type] = [column, typeOf(column)]
    if (merged.some((one) => one.of === name && one.type === type)) continue
    const isSplit = new Set(typesOf.get(name)?.map(typeOf)).size > 1
    const free = freeName(isSplit ? `${name}_${type}` : name, usedNames)
    usedNames.add(free)
    merged.push({ name: free, type, of: name, ...(column.isUntyped && type === 'dynamic' ? UNTYPED : {}) })
  }
  return merged
}

function commonColumns([first, ...others]: readonly Member[], typeOf: TypeOf): readonly Merged[] {
  const has = ({ relation }: Member, wanted: Column): boolean =>
    relation.columns.some((column) => column.name === wanted.name && typeOf(column) === typeOf(wanted))
  const columns = first?.relation.columns ?? []
  return columns
    .filter((column) => others.every((other) => has(other, column)))
    .map((column) => ({ name: column.name, type: typeOf(column), of: column.name }))
}
