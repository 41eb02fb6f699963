import type { ClickHouseClient } from '@clickhouse/client'
import { askedAgain, callEngine, SETUP_CALL } from './engine-calls.ts'

/** Decides by name as written in a query. */
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
 * Functions of the category Other, where `file`, `joinGet` and everything about the server are too; and those that the
 * parser itself writes. Not `indexHint`, which asks the index alone and so about rows of other tenants in a shared
 * granule, nor functions that tell of blocks.
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
  // `grouping` tells by which keys of the statement a row was grouped.
  ...['_CAST', 'caseWithExpression', 'lambda', 'exists', 'version', 'ignore', 'throwIf', 'grouping'],
])

const COMBINATOR =
  /(?:If|Array|Map|ForEach|Distinct|OrDefault|OrNull|ArgMin|ArgMax|SimpleState|State|MergeState|Merge|Resample)$/

/** One question to the engine a client; the answer cannot change while the engine runs. */
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
    askedAgain(abort_signal, async () =>
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
