/**
 * Finds out whether a query can distinguish events of one table that have equal values in the columns that it names. If
 * not, the store may count them, and the query runs over one of each with its count. That is the case for row-by-row
 * operators before `summarize`, `count` or `distinct`, as long as the event's time is only rounded, compared with
 * constants right behind the table, or reduced to its minimum and maximum.
 */
import { KqlRefusal } from '../fault.ts'
import { parseKusto } from '../language.ts'
import { callOf } from '../scope.ts'
import { KQL_TABLES } from '../tables.ts'
import { textFault } from '../text-fault.ts'
import { type Tree, treeOf } from '../tree.ts'
import { isAggregate } from './aggregates.ts'
import { compileLiteral } from './literals.ts'
import { NO_ROW } from './scope.ts'
import { isTimeColumn } from './source.ts'

/** Steps in ticks to which the query rounds an event's time, counted from year 1. */
export type Fold = { readonly binTicks: readonly bigint[] }

const ROW_BY_ROW = new Set([
  ...['FilterOperator', 'ExtendOperator', 'ProjectOperator', 'ProjectAwayOperator', 'ProjectKeepOperator'],
  ...['ProjectReorderOperator', 'ProjectRenameOperator', 'ParseOperator', 'ParseWhereOperator', 'ParseKvOperator'],
])
const REDUCING = new Set(['SummarizeOperator', 'CountOperator', 'DistinctOperator'])
/** Aggregates whose result does not depend on the order of equal rows. */
const UNORDERED = new Set([
  ...['count', 'countif', 'cnt', 'dcount', 'dcountif', 'count_distinct', 'count_distinctif', 'sum', 'sumif', 'avg'],
  ...['avgif', 'min', 'minif', 'max', 'maxif', 'percentile', 'percentiles', 'percentiles_array', 'make_set', 'makeset'],
  ...[
    'make_set_if',
    'take_any',
    'take_anyif',
    'any',
    'anyif',
    'arg_max',
    'arg_min',
    'argmax',
    'argmin',
    'stdev',
    'stdevif',
  ],
  ...[
    'stdevp',
    'stdevpif',
    'variance',
    'varianceif',
    'variancep',
    'variancepif',
    'binary_all_and',
    'binary_all_or',
    'binary_all_xor',
  ],
])
const EXTREMES = new Set(['min', 'minif', 'max', 'maxif'])
/**
 * Calls that depend on an event's exact time, all its columns, its position or another table, or that return another
 * value each time.
 */
const SEES_EACH = new Set([
  'pack_all',
  'column_ifexists',
  'columnifexists',
  'rand',
  'new_guid',
  'prev',
  'next',
  'table',
  'database',
  'workspace',
  'cluster',
])
const TICKS_AN_HOUR = 36_000_000_000n
/** Functions of a time whose result is constant within an hour of UTC. */
const OF_HOURS = new Set([
  ...[
    'hourofday',
    'dayofweek',
    'dayofmonth',
    'dayofyear',
    'monthofyear',
    'weekofyear',
    'week_of_year',
    'getmonth',
    'getyear',
  ],
  ...['startofday', 'startofweek', 'startofmonth', 'startofyear', 'endofday', 'endofweek', 'endofmonth', 'endofyear'],
])
const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '!=', '<>', 'between', '!between'])
const BINS_MAX = 8

/** Null when the query must see each event, or is invalid. */
export function foldOf(text: string): Fold | null {
  if (textFault(text) !== null) return null
  const { syntax, fault } = parseKusto(text)
  if (fault) return null
  try {
    return foldOfBlock(treeOf(syntax))
  } catch (error) {
    if (error instanceof KqlRefusal || error instanceof RangeError) return null
    throw error
  }
}

function foldOfBlock(block: Tree): Fold | null {
  const statements = block.is === 'node' ? block.of : []
  const lets = statements.filter((one) => typeOf(one) === 'LetStatement')
  const [main, ...others] = statements.filter((one) => typeOf(one) === 'ExpressionStatement')
  if (main?.is !== 'node' || others.length > 0 || lets.length + 1 !== statements.length) return null
  if (lets.some(isTabular) || tablesIn(block) !== 1) return null
  const [table, ...stages] = pipeline(main.of[0])
  if (table?.is !== 'name' || !isTableName(table.name)) return null
  const end = stages.findIndex((stage) => !ROW_BY_ROW.has(typeOf(stage)))
  const last = stages[end]
  if (last === undefined || !REDUCING.has(typeOf(last))) return null
  const bins = new Set<bigint>()
  const filters = stages.findIndex((stage) => typeOf(stage) !== 'FilterOperator')
  const isFine = stages.slice(0, end + 1).every((stage, at) => mayFold(stage, { bins, isFilter: at < filters }))
  return isFine && bins.size <= BINS_MAX ? { binTicks: [...bins] } : null
}

const typeOf = (tree: Tree): string => (tree.is === 'node' ? tree.type : '')
const isTableName = (name: string): boolean => Object.hasOwn(KQL_TABLES, name)

function pipeline(tree: Tree | undefined): readonly Tree[] {
  if (tree?.is !== 'node' || tree.type !== 'PipeExpression') return tree ? [tree] : []
  return tree.of.flatMap((part, at) => (at === 0 ? pipeline(part) : [part]))
}

function tablesIn(tree: Tree): number {
  if (tree.is === 'name') return isTableName(tree.name) ? 1 : 0
  return tree.is === 'node' ? tree.of.reduce((sum, part) => sum + tablesIn(part), 0) : 0
}

const TABULAR = new Set([
  'PipeExpression',
  'FunctionDeclaration',
  'DataTableExpression',
  'RangeOperator',
  'UnionOperator',
])
const isTabular = (tree: Tree): boolean => tree.is === 'node' && (TABULAR.has(tree.type) || tree.of.some(isTabular))

type Place = { readonly bins: Set<bigint>; readonly isFilter: boolean }

const isTime = (tree: Tree | undefined): boolean =>
  (tree?.is === 'name' && isTimeColumn(tree.name)) || (tree !== undefined && callOf(tree)?.name === 'ingestion_time')

/** False when a part depends on an event's exact time, on all its columns, or on the order of rows. */
function mayFold(tree: Tree, place: Place): boolean {
  if (isTime(tree)) return false
  if (tree.is !== 'node') return true
  if (tree.type === 'StarExpression' || (tree.type !== 'FilterOperator' && TABULAR.has(tree.type))) return false
  const call = callOf(tree)
  if (call !== null) return callMayFold(call, place)
  if (place.isFilter && COMPARISONS.has(tree.words[0] ?? '') && tree.of.some(isTime))
    return tree.of.every((side) => isTime(side) || mayFold(side, { ...place, isFilter: false }))
  const settings = [...tree.settings.values()]
  return [...tree.of, ...settings].every((part) => mayFold(part, place))
}

function callMayFold({ name, args }: NonNullable<ReturnType<typeof callOf>>, place: Place): boolean {
  if (SEES_EACH.has(name) || name.startsWith('row_')) return false
  const isOrdered = isAggregate(name) && !UNORDERED.has(name)
  if (isOrdered) return false
  const [first, ...rest] = args
  if (!isTime(first)) return args.every((arg) => mayFold(arg, { ...place, isFilter: false }))
  const binTicks = name === 'bin' || name === 'floor' ? stepOf(rest) : OF_HOURS.has(name) ? TICKS_AN_HOUR : null
  if (binTicks === null && !EXTREMES.has(name)) return false
  if (binTicks !== null) place.bins.add(binTicks)
  return rest.every((arg) => mayFold(arg, { ...place, isFilter: false }))
}

/** Only a literal step is known here. */
function stepOf([step, ...others]: readonly Tree[]): bigint | null {
  if (step?.is !== 'literal' || others.length > 0) return null
  const { type, run } = compileLiteral(step.text, step.at)
  const ticks = type === 'timespan' ? run(NO_ROW) : null
  return typeof ticks === 'bigint' && ticks > 0n ? ticks : null
}
