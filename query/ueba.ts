/** Anomalies and baselines of a tenant's entities, from the lake. */
import type { EntityType } from '../schemas/entity-observation.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'

export type UebaAnomaly = {
  readonly id: string
  readonly entityId: string
  readonly entityType: EntityType
  readonly metricName: string
  readonly observedValue: number
  readonly baselineMean: number
  readonly baselineStddev: number
  readonly zScore: number
  /** 0 to 1. */
  readonly tailProbability: number
  readonly samples: number
  /** OCSF: 3 medium to 5 critical. */
  readonly severityId: number
  readonly items: readonly string[]
  readonly eventUid: string
  /** Beginning of the hour. */
  readonly detectedAt: Date
}

export type AnomalyFilter = {
  readonly id?: string | undefined
  readonly entityId?: string | undefined
  readonly entityType?: EntityType | undefined
  readonly metric?: string | undefined
  readonly minZScore?: number | undefined
  readonly minSeverityId?: number | undefined
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
  /** The last one of the previous page. */
  readonly before?: { readonly timeMs: number; readonly id: string } | null
}

/** An anomaly that grew is shown by its row with the highest severity. */
const ANOMALIES = /* sql */ `
SELECT toString(anomaly_id) AS id, entity, entity_type, metric, observed, mean, stddev, z_score, tail_probability,
  samples, severity_id, items, toString(event_uid) AS uid, toString(toUnixTimestamp64Milli(time)) AS time_ms
FROM anomalies
WHERE time >= fromUnixTimestamp64Milli({since:Int64}) AND time < fromUnixTimestamp64Milli({until:Int64})
  AND (time, anomaly_id) < (fromUnixTimestamp64Milli({before:Int64}), toUUID({before_id:String}))
  AND ({id:String} = '' OR toString(anomaly_id) = {id:String})
  AND ({entity:String} = '' OR entity = {entity:String})
  AND ({type:String} = '' OR entity_type = {type:String})
  AND ({metric:String} = '' OR metric = {metric:String})
  AND z_score >= {min_z:Float64} AND severity_id >= {min_severity:UInt8}
ORDER BY time DESC, anomaly_id DESC, severity_id DESC
LIMIT 1 BY time, anomaly_id
LIMIT {limit:UInt32}`

const LATEST_MS = Date.UTC(2200, 0, 1)
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type AnomalyRow = {
  readonly [K in 'id' | 'entity' | 'metric' | 'uid' | 'time_ms']: string
} & {
  readonly [K in 'observed' | 'mean' | 'stddev' | 'z_score' | 'tail_probability' | 'samples' | 'severity_id']: number
} & { readonly entity_type: EntityType; readonly items: readonly string[] }

/** At most `limit` anomalies, newest first. */
export async function anomaliesPage(reader: Reader, limit: number, filter: AnomalyFilter): Promise<UebaAnomaly[]> {
  const { before } = filter
  const rows = await reader.query<AnomalyRow>(ANOMALIES, {
    ...{ since: filter.sinceMs ?? 0, until: filter.untilMs ?? LATEST_MS },
    ...{ before: before?.timeMs ?? LATEST_MS, before_id: before?.id ?? LAST_ID, id: filter.id ?? '' },
    ...{ entity: filter.entityId ?? '', type: filter.entityType ?? '', metric: filter.metric ?? '' },
    ...{ min_z: filter.minZScore ?? -1e300, min_severity: filter.minSeverityId ?? 0, limit },
  })
  return rows.map((row) => ({
    id: row.id,
    entityId: row.entity,
    entityType: row.entity_type,
    metricName: row.metric,
    observedValue: row.observed,
    baselineMean: row.mean,
    baselineStddev: row.stddev,
    zScore: row.z_score,
    tailProbability: row.tail_probability,
    samples: row.samples,
    severityId: row.severity_id,
    items: row.items,
    eventUid: row.uid,
    detectedAt: new Date(Number(row.time_ms)),
  }))
}

/** `learning`: too few hours for reports. `stale`: nothing was learned for two weeks. */
export const BASELINE_STATES = ['learning', 'ready', 'stale'] as const
export type BaselineState = (typeof BASELINE_STATES)[number]
/** Hours of a baseline from which on the stage reports anomalies of an entity. */
export const READY_HOURS = 168
export const STALE_MS = 14 * 86_400_000

export type Baseline = {
  readonly entityId: string
  readonly entityType: EntityType
  readonly metric: string
  /** Figures for the following hour of the week. */
  readonly mean: number
  readonly stddev: number
  readonly samples: number
  /** Beginning of the last learned hour. */
  readonly learnedUntil: Date
  readonly state: BaselineState
}

/** Hides baselines of the entity that were learned before this time. */
export type Reset = { readonly entityType: EntityType; readonly entity: string; readonly atMs: number }

export type BaselineFilter = {
  readonly entityId?: string | undefined
  readonly entityType?: EntityType | undefined
  readonly metric?: string | undefined
  readonly state?: BaselineState | undefined
  /** The last one of the previous page. */
  readonly after?: readonly [entity: string, type: string, metric: string] | null
  readonly resets: readonly Reset[]
}

/** The newest row of each baseline that the resets do not hide. */
const CURRENT = /* sql */ `
SELECT entity, entity_type, metric, argMax(mean, (ingest_time, time)) AS mean, argMax(stddev, (ingest_time, time)) AS stddev,
  argMax(samples, (ingest_time, time)) AS samples, toUnixTimestamp64Milli(max(time)) AS time_ms,
  multiIf(time_ms < {now:Int64} - ${STALE_MS}, 'stale', samples < ${READY_HOURS}, 'learning', 'ready') AS state
FROM baselines
WHERE entity != '' AND ({entity:String} = '' OR entity = {entity:String})
  AND ({type:String} = '' OR entity_type = {type:String}) AND ({metric:String} = '' OR metric = {metric:String})
  AND (entity, entity_type, metric) > ({after0:String}, {after1:String}, {after2:String})
  AND NOT arrayExists((t, e, ms) -> t = entity_type AND e = entity AND toUnixTimestamp64Milli(ingest_time) < ms,
    {types:Array(String)}, {entities:Array(String)}, {resets:Array(Int64)})
GROUP BY entity, entity_type, metric`

const BASELINES = /* sql */ `
SELECT entity, entity_type, metric, mean, stddev, samples, toString(time_ms) AS learned_ms, state FROM (${CURRENT})
WHERE {state:String} = '' OR state = {state:String}
ORDER BY entity, entity_type, metric
LIMIT {limit:UInt32}`

type BaselineRow = Pick<Baseline, 'mean' | 'stddev' | 'samples' | 'metric' | 'state'> & {
  readonly entity: string
  readonly entity_type: EntityType
  readonly learned_ms: string
}

function paramsOf(filter: BaselineFilter, nowMs: number): Record<string, unknown> {
  const [after0 = '', after1 = '', after2 = ''] = filter.after ?? []
  return {
    ...{ now: nowMs, entity: filter.entityId ?? '', type: filter.entityType ?? '', metric: filter.metric ?? '' },
    ...{ state: filter.state ?? '', after0, after1, after2 },
    types: filter.resets.map(({ entityType }) => entityType),
    entities: filter.resets.map(({ entity }) => entity),
    resets: filter.resets.map(({ atMs }) => atMs),
  }
}

/** At most `limit` baselines, ordered by entity, type and metric. */
export async function baselinesPage(
  reader: Reader,
  limit: number,
  filter: BaselineFilter,
  nowMs: number,
): Promise<Baseline[]> {
  const rows = await reader.query<BaselineRow>(BASELINES, { ...paramsOf(filter, nowMs), limit })
  return rows.map(({ entity, entity_type, learned_ms, ...row }) => ({
    ...row,
    entityId: entity,
    entityType: entity_type,
    learnedUntil: new Date(Number(learned_ms)),
  }))
}

export type UebaStats = {
  readonly entities: number
  readonly baselines: number
  readonly byState: Readonly<Record<BaselineState, number>>
  /** Anomalies of the last 24 hours, by OCSF severity. */
  readonly anomalies: readonly { readonly severityId: number; readonly anomalies: number }[]
  /**
   * The last day on which an entity was refused because there were too many; null when there was none within a month.
   */
  readonly refusedOn: Date | null
}

const COUNTS = /* sql */ `
SELECT uniqExact(entity, entity_type) AS entities, count() AS baselines, countIf(state = 'learning') AS learning,
  countIf(state = 'ready') AS ready, countIf(state = 'stale') AS stale
FROM (${CURRENT})`

const ANOMALY_COUNTS = /* sql */ `
SELECT severity_id, toUInt32(count()) AS anomalies
FROM (SELECT anomaly_id, max(severity_id) AS severity_id FROM anomalies
  WHERE time >= fromUnixTimestamp64Milli({since:Int64}) GROUP BY anomaly_id)
GROUP BY severity_id ORDER BY severity_id DESC`

const REFUSED = /* sql */ `
SELECT toString(toUnixTimestamp64Milli(max(time))) AS ms FROM baselines WHERE entity = '' AND metric = 'entities_refused'`

const DAY_MS = 86_400_000

export async function uebaStats(reader: Reader, resets: readonly Reset[], nowMs: number): Promise<UebaStats> {
  type Counts = { readonly [K in 'entities' | 'baselines' | 'learning' | 'ready' | 'stale']: number | string }
  const [counts] = await reader.query<Counts>(COUNTS, paramsOf({ resets }, nowMs))
  const severities = await reader.query<{ severity_id: number; anomalies: number }>(ANOMALY_COUNTS, {
    since: nowMs - DAY_MS,
  })
  const [refused] = await reader.query<{ ms: string }>(REFUSED)
  const of = (name: keyof Counts) => Number(counts?.[name] ?? 0)
  const refusedMs = Number(refused?.ms ?? 0)
  return {
    entities: of('entities'),
    baselines: of('baselines'),
    byState: { learning: of('learning'), ready: of('ready'), stale: of('stale') },
    anomalies: severities.map(({ severity_id, anomalies }) => ({ severityId: severity_id, anomalies })),
    refusedOn: refusedMs > 0 ? new Date(refusedMs) : null,
  }
}
