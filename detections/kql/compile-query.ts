/**
 * Compiles detection queries to plans: a table, `where` conditions, and operators that only shape the output.
 * `summarize` of a figure with a `where` on it becomes a window, as long as the query's time bin, or as the query looks
 * back. The window slides, while the query's bins are fixed, so it fires wherever the query does, and also when the
 * events fall on both sides of a bin's edge.
 */
import { and, type Expr, type Value } from '../plan/expr.ts'
import type { EventBody, LogSource, WindowBody } from '../plan/plan.ts'
import { columnsNeeded } from './columns-needed.ts'
import { compileCondition } from './compile-condition.ts'
import { compileParse } from './compile-parse.ts'
import { type Bounded, boundOf, columnsIn, type Summary, summaryOf } from './compile-summary.ts'
import { Expansion } from './expansion.ts'
import { faultAt, type KqlFault, KqlRefusal, refuse } from './fault.ts'
import { parseKusto } from './language.ts'
import { KQL_LIMITS } from './limits.ts'
import { isAboutTime, isTime, lookBackMs } from './look-back.ts'
import type { Scope } from './scope.ts'
import { KQL_TABLES, type KqlTable } from './tables.ts'
import { textFault } from './text-fault.ts'
import { type Tree, type TreeNode, treeOf } from './tree.ts'

/** `spanMs`: how far back the query is run, when its text does not say. */
export type KqlRuleOptions = { readonly spanMs: number | null }

export type KqlQuery = {
  readonly body: EventBody | WindowBody
  /** Parts of the query outside of the body, with their positions. A rule ignores them, because it only fires. */
  readonly leftOut: readonly KqlFault[]
  /** How far back its conditions on time reach, if they say nothing else; null when there are none. */
  readonly lookBackMs: number | null
}

/** Returns the query as a rule's body, or the fault. */
export function compileKql(text: string, options?: KqlRuleOptions): EventBody | WindowBody | KqlFault {
  const read = readKql(text, options)
  return 'reason' in read ? read : read.body
}

/** Like `compileKql`, but also returns the parts that the body leaves out. */
export function readKql(text: string, options: KqlRuleOptions = { spanMs: null }): KqlQuery | KqlFault {
  const unfit = textFault(text)
  if (unfit !== null) return unfit
  try {
    const { syntax, fault } = parseKusto(text)
    if (fault) return faultAt(text, fault.at, fault.reason)
    const { body, leftOut, lookBackMs } = compileBlock(treeOf(syntax), options)
    return { body, lookBackMs, leftOut: leftOut.map(({ at, reason }) => faultAt(text, at, reason)) }
  } catch (error) {
    if (error instanceof KqlRefusal) return faultAt(text, error.at, error.message)
    // The parser recurses without a bound of its own.
    if (error instanceof RangeError) return faultAt(text, 0, 'the query is nested too deep to be parsed')
    throw error
  }
}

type Place = { readonly at: number; readonly reason: string }
type Compiled = Pick<KqlQuery, 'body' | 'lookBackMs'> & { readonly leftOut: readonly Place[] }

function compileBlock(block: Tree, options: KqlRuleOptions): Compiled {
  const statements = block.is === 'node' ? block.of : []
  const lets = new Map<string, Tree>()
  let main: Tree | undefined
  for (const statement of statements) {
    if (statement.is !== 'node') return refuse(statement.at, 'expected a statement')
    const [first, value] = statement.of
    if (statement.type === 'LetStatement' && first?.is === 'name' && value) {
      if (lets.size >= KQL_LIMITS.lets) refuse(statement.at, `more than ${KQL_LIMITS.lets} let statements`)
      lets.set(first.name, value)
    } else if (statement.type === 'ExpressionStatement' && main === undefined) main = first
    else return refuse(statement.at, `a rule cannot use ${statement.type}`)
  }
  if (main === undefined) return refuse(0, 'there is no query')
  return compilePipe(stagesOf(main, lets), lets, options)
}

/** The table, then the operators. A name defined by `let` is replaced by its table. */
function stagesOf(tree: Tree, lets: ReadonlyMap<string, Tree>, depth = 0): readonly Tree[] {
  if (depth > KQL_LIMITS.depth) refuse(tree.at, 'let statements refer to each other too deeply')
  if (tree.is === 'name') {
    const known = lets.get(tree.name)
    return known ? stagesOf(known, lets, depth + 1) : [tree]
  }
  const [first, operator] = tree.is === 'node' ? tree.of : []
  const isWrapped = tree.is === 'node' && /^(?:Parenthesized|Materialize)Expression$/.test(tree.type)
  if (isWrapped && first) return stagesOf(first, lets, depth + 1)
  if (tree.is !== 'node' || tree.type !== 'PipeExpression') return [tree]
  if (!first || !operator) return refuse(tree.at, 'expected a table before the pipe and an operator after it')
  return [...stagesOf(first, lets, depth + 1), operator]
}

/** Operators that choose or order the shown columns and rows; they never prevent a match. */
const SHAPING = new Set([
  ...['ProjectAwayOperator', 'ProjectKeepOperator', 'ProjectReorderOperator', 'SortOperator', 'TakeOperator'],
  ...['TopOperator', 'RenderOperator', 'DistinctOperator', 'SerializeOperator', 'AsOperator'],
])

/** State of a pipe while its operators are read in order. */
type Reading = {
  readonly scope: Scope
  readonly columns: Map<string, Tree>
  readonly cuts: Map<string, Value>
  readonly conditions: Expr[]
  readonly bounded: Bounded[]
  summary: Summary | null
  /** How far back the conditions on time reach. */
  lookBackMs: number | null
  readonly leftOut: Place[]
}

function compilePipe(
  [source, ...operators]: readonly Tree[],
  lets: ReadonlyMap<string, Tree>,
  { spanMs }: KqlRuleOptions,
): Compiled {
  const table = tableOf(source)
  const [columns, cuts] = [new Map<string, Tree>(), new Map<string, Value>()]
  const scope: Scope = { table, lets, columns, cuts, expansion: new Expansion() }
  const reading: Reading = {
    scope,
    columns,
    cuts,
    conditions: [],
    bounded: [],
    summary: null,
    lookBackMs: null,
    leftOut: [],
  }
  const needed = columnsNeeded(operators)
  for (const operator of operators) {
    if (operator.is !== 'node') return refuse(operator.at, 'expected an operator after the pipe')
    readOperator(operator, reading)
    const reason = leftOutOf(operator, needed.has(operator))
    if (reason !== null) reading.leftOut.push({ at: operator.at, reason })
  }
  const { leftOut, lookBackMs } = reading
  const windowMs = spanMs === null ? lookBackMs : Math.min(spanMs, lookBackMs ?? spanMs)
  const body = bodyOf(table.logSource, reading, windowMs, operators.at(-1)?.at ?? 0)
  return { body, lookBackMs, leftOut: leftOut.sort((a, b) => a.at - b.at) }
}

/** Why an operator cannot be part of a condition; null when it can, or when it has no effect on the events. */
function leftOutOf(operator: TreeNode, isNeeded: boolean): string | null {
  const [word = operator.type] = operator.words
  const isNewestFirst = operator.type === 'SortOperator' && operator.of.length === 1 && isDescendingTime(operator.of[0])
  if (operator.type === 'FilterOperator' || isNeeded || isNewestFirst) return null
  return `${word} is not carried out`
}

/** `TimeGenerated`, `TimeGenerated desc`: a key descends unless it says otherwise. */
function isDescendingTime(key: Tree | undefined): boolean {
  if (key?.is !== 'node') return key !== undefined && isTime(key)
  const [column, order, ...more] = key.of
  if (key.type !== 'OrderedExpression' || !column || more.length > 0) return false
  const words = [...key.words, ...(order?.is === 'node' ? order.words : [])]
  return isTime(column) && words.every((word) => word === 'desc')
}

/** One table, or several tables whose events come from one source with the same columns. */
function tableOf(source: Tree | undefined): KqlTable {
  const isUnion = source?.is === 'node' && source.type === 'UnionOperator'
  const members = isUnion ? source.of : source ? [source] : []
  const tables = members.flatMap((member) => {
    const known = member.is === 'name' && Object.hasOwn(KQL_TABLES, member.name) ? KQL_TABLES[member.name] : undefined
    return known ?? refuse(member.at, 'the query must begin with a known table of events, such as SecurityEvent')
  })
  const [first] = tables
  if (!first) return refuse(source?.at ?? 0, 'the query must begin with a known table of events, such as SecurityEvent')
  const isOne = tables.every((table) => sameSource(table, first))
  return isOne ? first : refuse(source?.at ?? 0, 'a rule cannot use a union of tables from several sources')
}

const sameSource = (a: KqlTable, b: KqlTable): boolean =>
  JSON.stringify([a.logSource, a.columns]) === JSON.stringify([b.logSource, b.columns])

function readOperator(operator: TreeNode, reading: Reading): void {
  const { scope, columns, cuts, conditions } = reading
  const [first] = operator.of
  switch (operator.type) {
    case 'FilterOperator':
      if (first) readFilter(first, reading)
      return
    case 'ExtendOperator':
    case 'ProjectOperator':
    case 'ProjectRenameOperator':
      if (reading.summary === null) extend(operator.of, columns)
      return
    case 'ParseOperator':
    case 'ParseWhereOperator': {
      const parsed = compileParse(operator, scope)
      for (const [name, value] of parsed.columns) cuts.set(name, value)
      if (operator.type === 'ParseWhereOperator') conditions.push({ kind: 'computed', value: parsed.fits })
      return
    }
    case 'SummarizeOperator':
      if (reading.summary) refuse(operator.at, 'a rule can have only one summarize')
      reading.summary = summaryOf(operator, scope)
      return
    default:
      if (!SHAPING.has(operator.type)) refuse(operator.at, `a rule cannot use ${operator.words[0] ?? operator.type}`)
  }
}

/**
 * After `summarize` a condition is on its figures, or on the keys of the groups, which are equal for all events of a
 * group.
 */
function readFilter(condition: Tree, reading: Reading): void {
  const { scope, summary, conditions } = reading
  if (summary === null) {
    for (const part of conjuncts(condition)) {
      const backMs = lookBackMs(part, scope)
      if (backMs !== null) reading.lookBackMs = Math.min(backMs, reading.lookBackMs ?? backMs)
      else if (isAboutTime(part))
        reading.leftOut.push({
          at: part.at,
          reason: 'conditions on time are ignored, except for one like `TimeGenerated > ago(1h)`',
        })
    }
    conditions.push(compileCondition(condition, scope))
    return
  }
  for (const part of conjuncts(condition)) {
    const named = columnsIn(part)
    if (named.length > 0 && named.every((name) => summary.keys.has(name)))
      conditions.push(compileCondition(part, scope))
    else reading.bounded.push(boundOf(part, summary, scope))
  }
}

function conjuncts(tree: Tree): readonly Tree[] {
  const [left, right] = tree.is === 'node' ? tree.of : []
  if (tree.is === 'node' && tree.type === 'ParenthesizedExpression' && left) return conjuncts(left)
  const isAnd = tree.is === 'node' && tree.type === 'BinaryExpression' && tree.words[0] === 'and'
  return isAnd && left && right ? [...conjuncts(left), ...conjuncts(right)] : [tree]
}

function bodyOf(logSource: LogSource, reading: Reading, spanMs: number | null, at: number): EventBody | WindowBody {
  const { conditions, bounded, summary } = reading
  const event = (more: readonly Expr[]): EventBody => ({ kind: 'event', logSource, where: and(...conditions, ...more) })
  const [first] = bounded
  if (!summary || !first) return event([])
  if (bounded.some(({ figure }) => figure !== first.figure))
    return refuse(at, 'a rule can compare one aggregate of a summarize with a number, not several')
  const windowMs = summary.binMs ?? spanMs
  if (windowMs === null)
    return refuse(
      at,
      'a count that is compared with a number needs bin(TimeGenerated, ...) or a condition such as TimeGenerated > ago(1h)',
    )
  const { measure, condition } = first.figure
  const bounds = bounded.map(({ bound }) => bound)
  const feeds = [event(condition ? [condition] : [])]
  const { groupBy } = summary
  return { kind: 'window', generate: false, window: { kind: 'aggregate', feeds, groupBy, windowMs, measure, bounds } }
}

function extend(parts: readonly Tree[], columns: Map<string, Tree>): void {
  for (const part of parts) {
    const [name, value] = part.is === 'node' && part.type === 'SimpleNamedExpression' ? part.of : []
    if (name?.is === 'name' && value) columns.set(name.name, value)
  }
}
