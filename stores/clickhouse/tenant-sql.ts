/**
 * Checks by the engine's own syntax tree that a tenant's query reads only tables that have row policies
 * (`tenant-policies.ts`). The check keeps a query from all else it could read (other tables, files, URLs, the server
 * itself, the storage layout) and from `SETTINGS`, which a subquery may set even in a read-only session.
 */
import { AppError } from '../../platform/errors.ts'
import type { FunctionGate } from './allowed-functions.ts'
import { tokens } from './sql-lexer.ts'
import { isList } from './tenant-catalogue.ts'

export type TenantScope = {
  readonly database: string
  readonly tables: readonly string[]
  /** Every table of the database, to distinguish a table from a common table expression. */
  readonly existing: ReadonlySet<string>
  readonly isAllowedFunction: FunctionGate
  /** Columns that field rules hide from the caller. */
  readonly closedColumns?: readonly string[]
}

/**
 * Nodes whose content the tree shows completely. `ColumnsApplyTransformer` is not here: the tree hides the function
 * that it applies.
 */
const NODES = new Set([
  ...['SelectWithUnionQuery', 'SelectIntersectExceptQuery', 'SelectQuery', 'ExpressionList', 'Subquery', 'WithElement'],
  ...['TablesInSelectQuery', 'TablesInSelectQueryElement', 'TableExpression', 'TableJoin', 'ArrayJoin', 'SampleRatio'],
  ...['Identifier', 'Literal', 'Function', 'TableIdentifier', 'Asterisk', 'QualifiedAsterisk', 'OrderByElement'],
  ...['WindowListElement', 'WindowDefinition', 'InterpolateElement', 'ColumnsRegexpMatcher', 'ColumnsListMatcher'],
  ...['ColumnsTransformerList', 'ColumnsExceptTransformer', 'ColumnsReplaceTransformer'],
  ...['ColumnsReplaceTransformer::Replacement', 'QualifiedColumnsRegexpMatcher', 'QualifiedColumnsListMatcher'],
])
/**
 * Virtual columns: they tell where the engine keeps a row, which depends on other tenants' rows, and the engine
 * evaluates conditions on them before it reads any row. Matched by prefix, because a newer engine may add more.
 */
const VIRTUAL = /^_(part|partition|block|disk|row|sample|distance|table|database)(_|$)/
/** Table functions that generate rows from their arguments alone. */
const TABLE_FUNCTIONS = new Set(['numbers', 'generate_series', 'generateSeries'])
const IN_FUNCTION = /^(global)?(not)?(null)?in(ignoreset)?$/i

type Node = { readonly depth: number; readonly kind: string; readonly name: string }

/**
 * The tree's output does not escape names, so a name with a line break could imitate nodes. Refuses such names, and
 * names given by a parameter, before the tree is requested. `sql` is as the engine formatted it.
 */
export function checkNames(sql: string): void {
  let last = ''
  for (const { kind, start, end } of tokens(sql)) {
    const text = sql.slice(start, end)
    if (kind === 'name' && /[\p{Cc}\\\u2028\u2029]/u.test(text)) throw refused('a name has a line break or a backslash')
    if (last === ':' && text === 'Identifier') throw refused('a name cannot be a parameter')
    if (kind !== 'space') last = text
  }
}

/**
 * `tree` is the output of EXPLAIN AST. Throws `forbidden` with the reason. `lists` counts the engine's own lists that
 * the statement reads, of which a tenant gets only its part (`tenant-catalogue.ts`); `isOfNoTable` is true when a
 * SELECT of the result reads from no table.
 */
export function checkTenantTree(
  tree: string,
  scope: TenantScope,
): { readonly lists: number; readonly isOfNoTable: boolean } {
  const nodes = tree
    .split('\n')
    .filter((line) => line !== '')
    .map(toNode)
  if (nodes[0]?.kind === 'DescribeQuery') {
    checkDescribe(nodes, scope)
    return { lists: 0, isOfNoTable: false }
  }
  if (nodes[0]?.kind !== 'SelectWithUnionQuery')
    throw refused('only SELECT, DESCRIBE, SHOW TABLES and SHOW COLUMNS are allowed')
  for (const [i, node] of nodes.entries()) {
    if (node.kind === 'Set') throw refused('SETTINGS is not allowed')
    if (!NODES.has(node.kind)) throw refused(`${node.kind} is not allowed`)
    if (node.kind === 'TableIdentifier' && !isList(node.name)) checkTable(node.name, scope)
    if (node.kind === 'Identifier') checkColumn(node.name)
    checkClosed(node, scope)
    if (node.kind !== 'Function') continue
    if (nodes[i - 1]?.kind === 'TableExpression') checkTableFunction(node.name)
    else if (!scope.isAllowedFunction(node.name)) throw refused(`function ${node.name} is not allowed`)
    if (IN_FUNCTION.test(node.name)) checkInOperand(nodes, i, scope)
  }
  const lists = nodes.filter((node) => node.kind === 'TableIdentifier' && isList(node.name)).length
  return { lists, isOfNoTable: selectsOf(nodes).some((at) => !hasTables(nodes, at)) }
}

/** Nodes that may stand between a statement and the SELECTs that produce its result. */
const UNIONS = new Set(['SelectWithUnionQuery', 'SelectIntersectExceptQuery', 'ExpressionList'])

/** Indexes of the SELECTs that produce the result: the members of a UNION, but no subqueries. */
function selectsOf(nodes: readonly Node[]): number[] {
  const places: number[] = []
  /** Depth of the node whose whole subtree is skipped. */
  let passed = Number.POSITIVE_INFINITY
  for (const [at, { kind, depth }] of nodes.entries()) {
    if (depth > passed) continue
    passed = UNIONS.has(kind) ? Number.POSITIVE_INFINITY : depth
    if (kind === 'SelectQuery') places.push(at)
  }
  return places
}

function hasTables(nodes: readonly Node[], at: number): boolean {
  const depth = nodes[at]?.depth ?? 0
  for (const node of nodes.slice(at + 1)) {
    if (node.depth <= depth) return false
    if (node.depth === depth + 1 && node.kind === 'TablesInSelectQuery') return true
  }
  return false
}

/** Allows DESCRIBE of a plain table only: for a subquery the engine would run parts of it to find its types. */
function checkDescribe(nodes: readonly Node[], { database, tables }: TenantScope): void {
  const [, expression, table, ...rest] = nodes
  const isOfTable = expression?.kind === 'TableExpression' && table?.kind === 'TableIdentifier'
  // A last identifier is the output format that the tree itself adds.
  if (!isOfTable || rest.length > 1 || rest.some((node) => node.kind !== 'Identifier'))
    throw refused('DESCRIBE takes a table')
  if (!isTenantTable(table.name, database, tables)) throw refused(`table ${table.name} is not allowed`)
}

function toNode(line: string): Node {
  const found = /^( *)(\S+) ?(.*)$/.exec(line)
  const rest = found?.[3] ?? ''
  const name = rest.replace(/ ?\(children \d+\)$/, '').replace(/ ?\(alias .*\)$/, '')
  return { depth: found?.[1]?.length ?? 0, kind: found?.[2] ?? '', name }
}

function checkTable(name: string, { database, tables, existing }: TenantScope): void {
  const isCommonTable = !name.includes('.') && !existing.has(name)
  if (!isTenantTable(name, database, tables) && !isCommonTable) throw refused(`table ${name} is not allowed`)
}

function isTenantTable(name: string, database: string, tables: readonly string[]): boolean {
  return tables.some((table) => name === table || name === `${database}.${table}`)
}

function checkColumn(name: string): void {
  const part = name.split('.').find((word) => VIRTUAL.test(word))
  if (part !== undefined) throw refused(`column ${part} is not allowed`)
}

/** Tables that hold events as received, or values of arbitrary fields. */
const WHOLE_TABLES = /(?:^|\.)(?:dead_letters|observables|anomalies|baselines|signals)$/

const WHOLE_COLUMNS = /^(?:ocsf|raw)/

/** Refuses hidden columns also when they are qualified by their table, and `*`, which means all columns. */
function checkClosed({ kind, name }: Node, { closedColumns = [] }: TenantScope): void {
  if (closedColumns.length === 0) return
  if (/Asterisk|Columns/.test(kind)) throw refused(`field rules hide columns from you: name those that you need`)
  if (kind === 'TableIdentifier' && WHOLE_TABLES.test(name))
    throw refused(`field rules hide values of ${name} from you`)
  if (kind !== 'Identifier') return
  const part = name.split('.').find((word) => closedColumns.includes(word) || WHOLE_COLUMNS.test(word))
  if (part !== undefined) throw refused(`a field rule hides the column ${part} from you`)
}

function checkTableFunction(name: string): void {
  if (!TABLE_FUNCTIONS.has(name)) throw refused(`table function ${name} is not allowed`)
}

/** Checks the table that `x IN name` reads: the tree calls it a plain identifier. It is the second argument. */
function checkInOperand(nodes: readonly Node[], at: number, scope: TenantScope): void {
  const depth = (nodes[at]?.depth ?? 0) + 2
  const end = nodes.findIndex((node, i) => i > at && node.depth < depth - 1)
  const args = nodes.slice(at + 1, end === -1 ? undefined : end).filter((node) => node.depth === depth)
  for (const arg of args.slice(1)) if (arg.kind === 'Identifier') checkTable(arg.name, scope)
}

function refused(detail: string): AppError {
  return new AppError('forbidden', detail)
}
