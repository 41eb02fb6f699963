/** Counts the events that match a condition: over time, and by the values of fields. */
import { AppError } from '../../platform/errors.ts'
import type { Reader } from '../../stores/clickhouse/tenant-reader.ts'
import { hoursSql } from '../event-hours.ts'
import type { Condition } from './compile.ts'
import { type Covered, type SearchWatch, type TimeSpan, wholeOrNewest } from './coverage.ts'
import { fieldOf, suggestion } from './fields.ts'
import { SEARCH_LIMITS } from './limits.ts'
import { severityName } from './severity.ts'
import { countedSql } from './shown-fields.ts'

export type Counting = { readonly condition: Condition; readonly span: TimeSpan }

/** `fromMs` is the start of the bucket; the first and last bucket may extend beyond the span. */
export type Bucket = { readonly fromMs: number; readonly events: number }
export type Histogram = { readonly intervalMs: number; readonly buckets: readonly Bucket[]; readonly events: number }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const INTERVALS_MS = [
  ...[SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY],
]
/** Used when no interval is given. */
const BUCKETS_DEFAULT = 120

/** Buckets of equal length, including empty ones, aligned to multiples of it. Throws `bad_request` for too many. */
export async function histogram(
  reader: Reader,
  { condition, span, intervalMs: wantedMs }: Counting & { readonly intervalMs: number | null },
  watch: SearchWatch = {},
): Promise<Covered<Histogram>> {
  const lengthMs = span.toMs - span.fromMs
  const intervalMs = wantedMs ?? INTERVALS_MS.find((one) => lengthMs / one <= BUCKETS_DEFAULT) ?? 7 * DAY
  if (lengthMs / intervalMs > SEARCH_LIMITS.buckets)
    throw new AppError('bad_request', `the interval makes more than ${SEARCH_LIMITS.buckets} buckets of the time`)
  const sql = /* sql */ `
SELECT toString(intDiv(toUnixTimestamp64Milli(time), {interval:Int64})) AS bucket, toString(count()) AS events
FROM events
WHERE ${spanSql(span)} AND (${condition.sql})
GROUP BY bucket`
  const params = { ...condition.params, interval: intervalMs }
  const { answer: rows, missing } = await wholeOrNewest(span, SEARCH_LIMITS.budgetMs, watch, (part, signal) =>
    reader.query<{ bucket: string; events: string }>(sql, { ...params, ...spanParams(part) }, signal),
  )
  const counts = new Map(rows.map(({ bucket, events }) => [Number(bucket), Number(events)]))
  const first = Math.floor(span.fromMs / intervalMs)
  const length = Math.ceil(span.toMs / intervalMs) - first
  const buckets = Array.from({ length }, (_, at) => {
    return { fromMs: (first + at) * intervalMs, events: counts.get(first + at) ?? 0 }
  })
  return { answer: { intervalMs, buckets, events: sum(counts.values()) }, missing }
}

export type Facet = {
  readonly field: string
  /** Most frequent first; null counts events without a value. */
  readonly values: readonly { readonly value: string | null; readonly events: number }[]
  /** Number of different values, including none. */
  readonly distinct: number
  /** Events whose value is not listed. */
  readonly otherEvents: number
}

type FacetRow = Readonly<Record<'facet' | 'value' | 'events' | 'all_values' | 'all_events', string>>

/** Reads the events once for all fields. Throws `bad_request` for a field that cannot be counted. */
export async function facets(
  reader: Reader,
  { condition, span, fields, limit }: Counting & { readonly fields: readonly string[]; readonly limit: number },
  watch: SearchWatch = {},
): Promise<Covered<readonly Facet[]>> {
  const { sql, params } = facetQuestion(fields, condition, span)
  return wholeOrNewest(span, SEARCH_LIMITS.budgetMs, watch, async (part, signal) => {
    const rows = await reader.query<FacetRow>(sql, { ...params, ...spanParams(part), limit }, signal)
    return fields.map((field, at) =>
      facetOf(
        field,
        rows.filter(({ facet }) => Number(facet) === at),
      ),
    )
  })
}

/** Groups by the stored values, and formats only the result as text. */
function facetQuestion(names: readonly string[], condition: Condition, span: TimeSpan) {
  const params: Record<string, unknown> = { ...condition.params }
  const put = (one: string) => {
    const param = `f${Object.keys(params).length}`
    params[param] = one
    return `{${param}:String}`
  }
  const counted = names.map((name, at) => {
    const field = fieldOf(name)
    if (field === null) throw new AppError('bad_request', `there is no field ${name}${suggestion(name)}`)
    const value = countedSql(field, put)
    if (value === null) throw new AppError('bad_request', `values of ${name} are not counted`)
    const key = `k${at}`
    const [stored = ''] = field.kind === 'path' ? [value] : field.sql
    const text = field.kind === 'path' ? key : (countedSql({ ...field, sql: [key] }, put) ?? key)
    return { key, stored, text }
  })
  const keys = counted.map(({ key }) => key)
  const facet = `indexOf([${keys.map((key) => `grouping(${key})`).join(', ')}], 0) - 1`
  const sql = /* sql */ `
SELECT facet, value, toString(n) AS events,
  toString(count() OVER (PARTITION BY facet)) AS all_values, toString(sum(n) OVER (PARTITION BY facet)) AS all_events
FROM (
  SELECT facet, [${counted.map(({ text }) => text).join(', ')}][facet + 1] AS value, sum(alike) AS n
  FROM (
    SELECT ${keys.join(', ')}, ${facet} AS facet, count() AS alike
    FROM (
      SELECT ${counted.map(({ key, stored }) => `${stored} AS ${key}`).join(', ')}
      FROM events WHERE ${spanSql(span)} AND (${condition.sql})
    )
    GROUP BY GROUPING SETS (${keys.map((key) => `(${key})`).join(', ')})
  )
  GROUP BY facet, value
)
ORDER BY facet, n DESC, value
LIMIT {limit:UInt32} BY facet`
  return { sql, params }
}

function facetOf(field: string, rows: readonly FacetRow[]): Facet {
  const named = rows.map(({ value, events }) => ({ value: shownValue(field, value), events: Number(events) }))
  const [first] = rows
  const all = Number(first?.all_events ?? 0)
  const otherEvents = all - sum(named.map(({ events }) => events))
  return { field, values: named, distinct: Number(first?.all_values ?? 0), otherEvents }
}

function shownValue(field: string, value: string): string | null {
  const kind = fieldOf(field)?.kind
  if (value === '') return null
  if (kind === 'severity') return severityName(Number(value))
  return kind === 'time' ? new Date(Number(value)).toISOString() : value
}

const spanSql = (span: TimeSpan) =>
  `time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})${hoursSql(span, '{from:Int64}', '{to:Int64}')}`
const spanParams = ({ fromMs, toMs }: TimeSpan) => ({ from: fromMs, to: toMs })
const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)
