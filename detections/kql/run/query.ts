/**
 * Runs a query over tables in memory: hunts over the lake use it (`query/kql`), and it is the reference of the language
 * for the other targets. It uses no clock and no data except its arguments.
 */
import { faultAt, faultOfAll, type KqlFault, KqlRefusal, refuse } from '../fault.ts'
import { parseKusto } from '../language.ts'
import { type RenderHint, renderHint } from '../render-hint.ts'
import { textFault } from '../text-fault.ts'
import { type Tree, treeOf } from '../tree.ts'
import { Budget, KqlOverrun } from './budget.ts'
import { expressionOf, INGESTION_TIME } from './compile-expression.ts'
import { bindLet, isTable, operated, tableOf } from './compile-table.ts'
import { argumentOfType } from './function-spec.ts'
import { isKnown } from './known-value.ts'
import { RUN_LIMITS, type RunAllowance } from './limits.ts'
import { bind, type Compilers, compileExpression, type Database, type Relation, type Run, type Scope } from './scope.ts'
import { ticksOfMs } from './time.ts'
import { type Column, type Row, typeNamed } from './value.ts'

export type KqlResult = {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** True when the rows would have more columns if more of the tables' columns were known. */
  readonly isOpen: boolean
  /** Null when the query does not request a chart. */
  readonly render: RenderHint | null
}

/** `nowMs` is the time of `now()` and `ago()`; `limits` overrides `RUN_LIMITS`. */
export type KqlOptions = { readonly nowMs: number; readonly limits?: Partial<RunAllowance> }

/** The rows of a query, or the fault. Never throws because of the query, its cost or its tables. */
export function runKql(text: string, database: Database, options: KqlOptions): KqlResult | KqlFault {
  return attempt(text, () => {
    const { relation, isOpen, render } = prepared(text, database, options)
    const rowsMax = options.limits?.rows ?? RUN_LIMITS.rows
    const shown = relation.columns.flatMap(({ name }, at) => (name === INGESTION_TIME ? [] : [at]))
    const isAll = shown.length === relation.columns.length
    const found: Row[] = []
    for (const row of relation.rows()) {
      if (found.length >= rowsMax) throw new KqlOverrun(`the query gives more than ${rowsMax} rows`)
      found.push(isAll ? row : shown.map((at) => row[at] ?? null))
    }
    return { columns: plain(shown.flatMap((at) => relation.columns[at] ?? [])), rows: found, isOpen, render }
  })
}

/** The result columns of a query. Reads rows only where they determine what is compiled: `bag_unpack`, `toscalar`. */
export function bindKql(
  text: string,
  database: Database,
  options: KqlOptions,
): { columns: readonly Column[] } | KqlFault {
  return attempt(text, () => ({ columns: plain(prepared(text, database, options).relation.columns) }))
}

const plain = (columns: readonly Column[]): readonly Column[] => columns.map(({ name, type }) => ({ name, type }))

function attempt<T>(text: string, run: () => T): T | KqlFault {
  const unfit = textFault(text)
  if (unfit !== null) return unfit
  try {
    return run()
  } catch (error) {
    if (error instanceof KqlRefusal) return faultAt(text, error.at, error.message)
    if (error instanceof KqlOverrun) return faultOfAll(error.message)
    if (error instanceof RangeError) return faultAt(text, 0, 'the query or its data is nested too deep')
    throw error
  }
}

const COMPILERS: Compilers = { expression: expressionOf, table: tableOf, operator: operated, isTable, bindLet }
/**
 * Number of rounds of finding columns of open tables before the query is refused: a function may hide some from the
 * first rounds.
 */
const LOOKS_MAX = 50

type Prepared = { readonly relation: Relation; readonly isOpen: boolean; readonly render: RenderHint | null }

function prepared(text: string, database: Database, { nowMs, limits }: KqlOptions): Prepared {
  const { syntax, fault } = parseKusto(text)
  if (fault) refuse(fault.at, fault.reason)
  const tree = treeOf(syntax)
  const columnsByTable = new Map<string, Set<string>>()
  const budget = new Budget({ ...RUN_LIMITS, ...limits })
  for (let look = 0; look < LOOKS_MAX; look++) {
    const missing = new Map<string, Set<string>>()
    const runContext = { budget, database, nowTicks: ticksOfMs(nowMs), compilers: COMPILERS }
    const run: Run = { ...runContext, columnsByTable, missing, narrowings: new WeakMap() }
    const relation = compiled(tree, run)
    if (missing.size === 0 && relation) {
      return { relation, isOpen: relation.open.length > 0 || namesAll(tree), render: renderHint(tree) }
    }
    for (const [table, names] of missing)
      columnsByTable.set(table, new Set([...(columnsByTable.get(table) ?? []), ...names]))
  }
  return refuse(0, 'cannot determine the columns of the result')
}

const OF_ALL = new Set(['StarExpression', 'SearchOperator', 'GetSchemaOperator', 'ProjectReorderOperator'])
const OF_ALL_CALLS = new Set(['pack_all', 'pivot'])

/** True when a part of the query refers to all existing columns. */
function namesAll(tree: Tree): boolean {
  if (tree.is === 'name') return tree.name.includes('*') || OF_ALL_CALLS.has(tree.name)
  // In a pattern a star stands for any text.
  if (tree.is === 'literal' || /^Parse(?:Where)?Operator$/.test(tree.type)) return false
  return OF_ALL.has(tree.type) || tree.of.some(namesAll)
}

/** Null when a refusal may be caused by columns that were not requested yet. */
function compiled(tree: Tree, run: Run): Relation | null {
  try {
    return compileBlock(tree, run)
  } catch (error) {
    if (error instanceof KqlRefusal && run.missing.size > 0) return null
    throw error
  }
}

function compileBlock(block: Tree, run: Run): Relation {
  let scope: Scope = { run, names: null, row: null, aggregation: null, cursor: null, depth: 0 }
  let main: Tree | undefined
  for (const statement of block.is === 'node' ? block.of : []) {
    if (statement.is !== 'node') return refuse(statement.at, 'expected a statement')
    if (statement.type === 'LetStatement') scope = bindLet(statement, scope)
    else if (statement.type === 'QueryParametersStatement') scope = withDefaults(statement.of, scope)
    else if (statement.type === 'ExpressionStatement') main ??= statement.of[0]
    else if (statement.type !== 'SetOptionStatement') return refuse(statement.at, `${statement.type} is not supported`)
  }
  if (main === undefined) return refuse(0, 'there is no query')
  if (!isTable(main, scope) && main.is === 'literal') return refuse(main.at, 'the query must return a table')
  return tableOf(main, scope)
}

/** Parameters get the default values that the query declares. */
function withDefaults(params: readonly Tree[], scope: Scope): Scope {
  return params.reduce((inner, param) => {
    const [declared, fallback] = param.is === 'node' ? param.of : []
    const [name, type] = declared?.is === 'node' ? declared.of : []
    const [value] = fallback?.is === 'node' ? fallback.of : []
    const wanted = type?.is === 'node' ? typeNamed(type.words[0] ?? '') : null
    if (name?.is !== 'name' || !value || wanted === null)
      return refuse(param.at, 'a query parameter needs a type and a default value')
    const expr = argumentOfType(compileExpression(value, inner), wanted, { name: 'the parameter', at: value.at })
    return bind(inner, name.name, { kind: 'scalar', expr, isKnown: isKnown(value, inner) })
  }, scope)
}
