/** Proposes indexes for fields of searches, with their estimated size on disk. */

import { FILTER_BYTES_PER_VALUE, type PlannedIndex, plannedIndex } from '../../../query/search/field-index.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { FieldIndexRow } from './field-index-store.ts'
import type { FieldUse } from './field-uses.ts'

export const ADVICE_LIMITS = {
  /**
   * Fields that are listed, the dearest first.
   * @bound fields that the advice on indexes lists; whose size it estimates = {}; {measured} -> the dearest are listed;
   * `null`
   */
  listed: 50,
  /** Fields whose size is estimated; each estimate reads the newest events. */
  measured: 8,
  /** An index is proposed for a field of so many searches that took so long each, or were not done in their time. */
  searches: 5,
  meanMs: 1000,
} as const

/** KQL has fields by the names of their vendors, which stand in many places of an event. */
const READ_BY_KQL = {
  reason: 'KQL looks for the texts of its conditions in the events, and an index of a field serves it nothing',
}

const SAMPLE_ROWS = 50_000
const GRANULE_ROWS = 8192

/** `index`: the state of the index that the field has; otherwise whether one is proposed, would be possible, or would serve nothing. */
export type AdviceState = FieldIndexRow['state'] | 'proposed' | 'possible' | 'none'

export type Advice = FieldUse & {
  readonly meanMs: number
  readonly state: AdviceState
  readonly reason: string | null
  /** Expression that SQL compares with a value where an index of the field is to serve it. */
  readonly compares: string | null
  readonly bytesAtMost: number | null
}

export async function advise(
  uses: readonly FieldUse[],
  indexes: readonly FieldIndexRow[],
  reader: Reader,
  signal?: AbortSignal,
): Promise<readonly Advice[]> {
  const newest = await newestOf(reader, signal)
  const advice: Advice[] = []
  let measured = 0
  for (const use of uses) {
    const planned = use.language === 'kql' ? READ_BY_KQL : plannedIndex(use.field)
    const isMeasured = !('reason' in planned) && measured < ADVICE_LIMITS.measured
    if (isMeasured) measured++
    advice.push({
      ...use,
      meanMs: Math.round(use.ms / use.searches),
      state: stateOf(use, planned, indexes),
      reason: 'reason' in planned ? planned.reason : null,
      compares: 'reason' in planned || use.language !== 'sql' ? null : planned.expression,
      bytesAtMost: isMeasured ? await bytesAtMost(planned, newest, reader, signal) : null,
    })
  }
  return advice
}

function stateOf(use: FieldUse, planned: object, indexes: readonly FieldIndexRow[]): AdviceState {
  if ('reason' in planned) return 'none'
  const own = indexes.find(({ field }) => field === use.field)
  if (own) return own.state
  const isDear = use.late > 0 || use.ms >= use.searches * ADVICE_LIMITS.meanMs
  return use.searches >= ADVICE_LIMITS.searches && isDear ? 'proposed' : 'possible'
}

type Newest = {
  /** Events that the tenant has. */
  readonly events: number
  /** Beginning of the hour from which on a sample is taken, Unix seconds. */
  readonly fromHour: number
}

/** Samples the newest events by hour, because sorting all events by time would need all their texts in memory. */
async function newestOf(reader: Reader, signal?: AbortSignal): Promise<Newest> {
  const sql = /* sql */ `
    SELECT toString(toUnixTimestamp(toStartOfHour(time))) AS hour, toString(count()) AS n FROM events
    GROUP BY toStartOfHour(time) ORDER BY toStartOfHour(time) DESC`
  const hours = await reader.query<{ hour: string; n: string }>(sql, {}, signal)
  let events = 0
  let fromHour = 0
  for (const { hour, n } of hours) {
    if (events < SAMPLE_ROWS) fromHour = Number(hour)
    events += Number(n)
  }
  return { events, fromHour }
}

/**
 * Estimates from the newest events: a bloom filter stores bytes for each distinct value in a granule, at most one for
 * each event.
 */
async function bytesAtMost(
  { type, expression }: PlannedIndex,
  { events, fromHour }: Newest,
  reader: Reader,
  signal?: AbortSignal,
): Promise<number> {
  const value = type === 'Array(String)' ? `arrayStringConcat(${expression}, ' ')` : `toString(${expression})`
  const sql = /* sql */ `
    SELECT toString(count()) AS n, toString(countIf(v NOT IN ('', ' ', '0'))) AS held, toString(uniqExact(v)) AS different
    FROM (SELECT ${value} AS v FROM events WHERE toStartOfHour(time) >= toDateTime({from:UInt32}, 'UTC') LIMIT ${SAMPLE_ROWS})`
  const [row] = await reader.query<Record<'n' | 'held' | 'different', string>>(sql, { from: fromHour }, signal)
  const sampled = Number(row?.n ?? 0)
  if (sampled === 0) return 0
  const granules = Math.ceil(events / GRANULE_ROWS)
  const heldOfGranule = (Number(row?.held) / sampled) * GRANULE_ROWS
  return Math.ceil(Math.min(heldOfGranule, Number(row?.different)) * FILTER_BYTES_PER_VALUE * granules)
}
