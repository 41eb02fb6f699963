/**
 * Detection queries as plans: a table, `where` conditions, and operators that only shape what is shown. `summarize
 * count()` or `dcount()` with a bin of time and a `where` on the figure becomes a window; it slides where the bin of the
 * query stands still, so it fires wherever the query does, and also when the events fall on both sides of a bin's edge.
 */
import { and, type Expr } from '../plan/expr.ts'
import type { Aggregate, Bound, EventBody, WindowBody } from '../plan/plan.ts'
import { compileCondition } from './compile-condition.ts'
import { constantsOf } from './constants.ts'
import { faultAt, type KqlFault, KqlRefusal, refuse } from './fault.ts'
import { parseKusto } from './language.ts'
import { KQL_LIMITS } from './limits.ts'
import { tooDeepAt } from './nesting.ts'
import { callOf, fieldOf, type Scope } from './scope.ts'
import { KQL_TABLES } from './tables.ts'
import { type Tree, treeOf } from './tree.ts'

/** What a query says as a rule's body, or why it is none. */
export function compileKql(text: string): EventBody | WindowBody | KqlFault {
  if (text.length > KQL_LIMITS.queryChars)
    return faultAt(text, 0, `the query is longer than ${KQL_LIMITS.queryChars} characters`)
  const deepAt = tooDeepAt(text, KQL_LIMITS.brackets)
  if (deepAt !== null) return faultAt(text, deepAt, `brackets are open more than ${KQL_LIMITS.brackets} deep`)
  try {
    const { syntax, fault } = parseKusto(text)
    if (fault) return faultAt(text, fault.at, fault.reason)
    return compileBlock(treeOf(syntax))
  } catch (error) {
    if (error instanceof KqlRefusal) return faultAt(text, error.at, error.message)
    // The parser descends into itself without a bound of its own.
    if (error instanceof RangeError) return faultAt(text, 0, 'the query is nested too deep to be parsed')
    throw error
  }
}

function compileBlock(block: Tree): EventBody | WindowBody {
  const statements = block.is === 'node' ? block.of : []
  const lets = new Map<string, Tree>()
  let main: Tree | undefined
  for (const statement of statements) {
    if (statement.is !== 'node') return refuse(statement.at, 'this is no statement')
    const [first, value] = statement.of
    if (statement.type === 'LetStatement' && first?.is === 'name' && value) {
      if (lets.size >= KQL_LIMITS.lets) refuse(statement.at, `more than ${KQL_LIMITS.lets} let statements`)
      lets.set(first.name, value)
    } else if (statement.type === 'ExpressionStatement' && main === undefined) main = first
    else return refuse(statement.at, `${statement.type} is not for rules`)
  }
  if (main === undefined) return refuse(0, 'there is no query')
  return compilePipe(stagesOf(main, lets), lets)
}

/** The table, then the operators. A table that `let` names is put in the place of its name. */
function stagesOf(tree: Tree, lets: ReadonlyMap<string, Tree>, depth = 0): readonly Tree[] {
  if (depth > KQL_LIMITS.depth) refuse(tree.at, 'tables name each other too deep')
  if (tree.is === 'name') {
    const known = lets.get(tree.name)
    return known ? stagesOf(known, lets, depth + 1) : [tree]
  }
  if (tree.is !== 'node' || tree.type !== 'PipeExpression') return [tree]
  const [before, operator] = tree.of
  if (!before || !operator) return refuse(tree.at, 'a pipe has two sides')
  return [...stagesOf(before, lets, depth + 1), operator]
}

/** They choose or order what is shown, and no event fires the less for it. */
const SHAPING = new Set([
  ...['ProjectAwayOperator', 'ProjectKeepOperator', 'ProjectReorderOperator', 'SortOperator', 'TakeOperator'],
  ...['TopOperator', 'RenderOperator', 'DistinctOperator', 'SerializeOperator', 'AsOperator'],
])

type Summary = Pick<Aggregate, 'groupBy' | 'measure'> & {
  /** What the query calls the measured value. */
  readonly figure: string
  /** Null when the summary is about all that the query looks back at. */
  readonly binMs: number | null
}

function compilePipe([source, ...operators]: readonly Tree[], lets: ReadonlyMap<string, Tree>): EventBody | WindowBody {
  const table = source?.is === 'name' ? KQL_TABLES[source.name] : undefined
  if (!source || !table) return refuse(source?.at ?? 0, 'the query does not begin with a table that is known')
  const columns = new Map<string, Tree>()
  const scope: Scope = { table, lets, columns }
  const conditions: Expr[] = []
  const bounds: Bound[] = []
  let summary: Summary | null = null
  for (const operator of operators) {
    if (operator.is !== 'node') return refuse(operator.at, 'this is no operator')
    const [first] = operator.of
    if (operator.type === 'FilterOperator' && first) {
      if (summary) bounds.push(boundOf(first, summary, scope))
      else conditions.push(compileCondition(first, scope))
    } else if (operator.type === 'ExtendOperator' || operator.type === 'ProjectOperator') extend(operator.of, columns)
    else if (operator.type === 'SummarizeOperator' && !summary) summary = summaryOf(operator, scope)
    else if (!SHAPING.has(operator.type))
      return refuse(operator.at, `${operator.words[0] ?? operator.type} is not for rules`)
  }
  const body: EventBody = { kind: 'event', logSource: table.logSource, where: and(...conditions) }
  if (!summary || bounds.length === 0) return body
  const { groupBy, measure, binMs: windowMs } = summary
  if (windowMs === null) return refuse(operators.at(-1)?.at ?? 0, 'a count that is compared needs a bin of time')
  const window: Aggregate = { kind: 'aggregate', feeds: [body], groupBy, windowMs, measure, bounds }
  return { kind: 'window', generate: false, window }
}

function extend(parts: readonly Tree[], columns: Map<string, Tree>): void {
  for (const part of parts) {
    const [name, value] = part.is === 'node' && part.type === 'SimpleNamedExpression' ? part.of : []
    if (name?.is === 'name' && value) columns.set(name.name, value)
  }
}

function summaryOf(operator: Tree & { readonly is: 'node' }, scope: Scope): Summary {
  const by = operator.of.find((part) => part.is === 'node' && part.type === 'SummarizeByClause')
  const keys = by?.is === 'node' ? by.of : []
  const bins = keys.map((key) => binMs(key, scope))
  const bin = bins.find((ms) => ms !== null) ?? null
  const groupBy = keys.flatMap((key, i) => {
    const field = bins[i] === null ? fieldOf(expressionOf(key), scope) : null
    if (bins[i] === null && field === null) refuse(key.at, 'a key of the group is no column')
    return field === null ? [] : [{ name: field, fields: [field] }]
  })
  for (const part of operator.of) {
    const measured = part === by ? null : measureOf(part, scope)
    if (measured) return { ...measured, groupBy, binMs: bin }
  }
  return { measure: { of: 'count' }, figure: '', groupBy, binMs: bin }
}

function binMs(key: Tree, scope: Scope): number | null {
  const call = callOf(expressionOf(key))
  const [span] = (call?.name === 'bin' && call.args[1] && constantsOf(call.args[1], scope)) || []
  return typeof span === 'object' && span !== null ? span.spanMs : null
}

function expressionOf(tree: Tree): Tree {
  return (tree.is === 'node' && tree.type === 'SimpleNamedExpression' && tree.of[1]) || tree
}

function measureOf(part: Tree, scope: Scope): Pick<Summary, 'measure' | 'figure'> | null {
  const call = callOf(expressionOf(part))
  const [first] = part.is === 'node' && part.type === 'SimpleNamedExpression' ? part.of : []
  const named = first?.is === 'name' ? first.name : null
  if (call?.name === 'count') return { measure: { of: 'count' }, figure: named ?? 'count_' }
  const field = call?.args[0] ? fieldOf(call.args[0], scope) : null
  if (field === null) return null
  if (call?.name === 'dcount' || call?.name === 'count_distinct')
    return { measure: { of: 'distinct', fields: [field] }, figure: named ?? `${call.name}_${field}` }
  return null
}

const BOUNDS: Readonly<Record<string, Bound['op']>> = {
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '==': 'eq',
  '!=': 'neq',
}

function boundOf(tree: Tree, { figure }: Summary, scope: Scope): Bound {
  const [name, limit] = tree.is === 'node' ? tree.of : []
  const op = tree.is === 'node' ? BOUNDS[tree.words[0] ?? ''] : undefined
  const [value] = (limit && constantsOf(limit, scope)) ?? []
  if (op === undefined || name?.is !== 'name' || name.name !== figure || typeof value !== 'number')
    return refuse(tree.at, 'after summarize a rule compares its first count with a number')
  return { op, value }
}
