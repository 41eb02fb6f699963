import type { ClickHouseClient } from '@clickhouse/client'
import { callEngine, retryOnReset, SETUP_CALL } from './engine-calls.ts'

/** Decides by the function's name as the query spells it. */
export type FunctionGate = (name: string) => boolean

type Row = { name: string; alias_to: string; is_aggregate: number; categories: string }

/**
 * The engine's own category tells what a function can reach. A category that is not here is refused, and so is a
 * function of a newer engine whose category was not reviewed. Left out for a reason: Dictionary, Embedded Dictionary,
 * Machine Learning and AI (data and models outside the tenant), Introspection and Internal.
 */
const CATEGORIES = new Set([
  ...['Aggregate Functions', 'Type Conversion', 'Dates and Times', 'Arrays', 'String', 'Geo', 'Hash', 'String Search'],
  ...[
    'JSON',
    'URL',
    'Mathematical',
    'Arithmetic',
    'Geo Polygon',
    'Map',
    'IP Address',
    'Comparison',
    'Tuple',
    'Distance',
  ],
  ...['Random Number', 'Bitmap', 'Time Series', 'NumericIndexedVector', 'Bit', 'Encoding', 'UUID', 'String Splitting'],
  ...[
    'String Replacement',
    'Null',
    'Rounding',
    'Time Window',
    'Encryption',
    'Conditional',
    'Financial',
    'Logical',
    'QBit',
  ],
])

/**
 * Allowed functions of the category Other, which also holds `file`, `joinGet` and everything about the server, so the
 * category as a whole stays refused; and functions that the parser itself inserts. `indexHint` is not here: it filters
 * by the index alone, so it reveals rows of other tenants in a shared granule. Functions that reveal block boundaries
 * are not here for the same reason.
 */
const ALSO = new Set([
  ...[
    'transform',
    'identity',
    'materialize',
    'toTypeName',
    'toColumnTypeName',
    'byteSize',
    'bar',
    'isConstant',
    'digits',
  ],
  ...[
    'formatReadableSize',
    'formatReadableDecimalSize',
    'formatReadableQuantity',
    'formatReadableTimeDelta',
    'countDigits',
  ],
  ...['parseReadableSize', 'parseReadableSizeOrNull', 'parseReadableSizeOrZero', 'parseTimeDelta', 'isDecimalOverflow'],
  ...['rowNumberInAllBlocks', 'visibleWidth'],
  ...['MACNumToString', 'MACStringToNum', 'MACStringToOUI', 'finalizeAggregation', 'getSubcolumn', 'variantElement'],
  // `grouping` returns which keys of the GROUP BY formed a row.
  ...['_CAST', 'caseWithExpression', 'lambda', 'exists', 'version', 'ignore', 'throwIf', 'grouping'],
])

const COMBINATOR =
  /(?:If|Array|Map|ForEach|Distinct|OrDefault|OrNull|ArgMin|ArgMax|SimpleState|State|MergeState|Merge|Resample)$/

/** One lookup per client: the function list cannot change while the engine runs. */
const gates = new WeakMap<ClickHouseClient, Promise<FunctionGate>>()

export function functionGate(client: ClickHouseClient): Promise<FunctionGate> {
  const known = gates.get(client) ?? loadGate(client)
  gates.set(client, known)
  known.catch(() => gates.delete(client))
  return known
}

async function loadGate(client: ClickHouseClient): Promise<FunctionGate> {
  const query = /* sql */ `SELECT name, alias_to, is_aggregate, categories FROM system.functions WHERE origin = 'System'`
  const rows = await callEngine(client, SETUP_CALL, (abort_signal) =>
    retryOnReset(abort_signal, async () =>
      (await client.query({ query, abort_signal, format: 'JSONEachRow' })).json<Row>(),
    ),
  )
  const byName = new Map(rows.map((row) => [row.name, row]))
  const byLower = new Map(rows.map((row) => [row.name.toLowerCase(), row]))
  const find = (name: string) => byName.get(name) ?? byLower.get(name.toLowerCase())
  const isAllowed = (row: Row): boolean => {
    const base = row.alias_to === '' ? row : find(row.alias_to)
    if (!base) return false
    return ALSO.has(base.name) || base.categories.split(', ').every((category) => CATEGORIES.has(category))
  }
  const isAggregate = (name: string): boolean => {
    const row = find(name)
    if (row) return row.is_aggregate === 1 && isAllowed(row)
    const base = name.replace(COMBINATOR, '')
    return base !== name && isAggregate(base)
  }
  return (name) => {
    const row = find(name)
    return ALSO.has(name) || (row ? isAllowed(row) : isAggregate(name))
  }
}
