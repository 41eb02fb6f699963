/**
 * Finds the peers of an entity, those that are like it, and compares the entity with them.
 *
 * Peers by behaviour are those who log on at the same hosts (of a host: those the same users log on at) in two weeks: the
 * Jaccard index of both sets, shared over all, is at least `ALIKE_MIN`. How far an entity is from its peers is the modified
 * z-score of B. Iglewicz and D. Hoaglin, "How to Detect and Handle Outliers" (1993): 0.6745 (x - median) / MAD, and where
 * MAD, the median absolute deviation, is 0, (x - median) / (1.253314 mean absolute deviation). The median of few
 * peers is not moved by one of them that is odd itself.
 */
import type { EntityType } from '../schemas/entity-observation.ts'
import type { Reader } from '../stores/clickhouse/tenant-reader.ts'
import { READY_HOURS, type Reset, STALE_MS } from './ueba.ts'

/** Largest number of peers: the most similar ones. */
export const PEERS_MAX = 50
/** With fewer ready peers there is no comparison. */
export const PEERS_MIN = 5
const ALIKE_MIN = 0.3
const DAYS = 14
/** Hosts or users per entity that are compared. */
const SET_MAX = 200

/** The sets by which entities of a type are compared; other types have no peers by behaviour. */
export const ALIKE_BY = { user: 'hosts', ip: 'hosts', host: 'users' } as const

/** Normalised as the stage does: without a domain before a user or a dot after a host. */
const COLUMNS: Readonly<Record<keyof typeof ALIKE_BY, readonly [whose: string, of: string]>> = {
  user: ['who', 'at'],
  host: ['at', 'who'],
  ip: ['addr', 'at'],
}

const logonsOf = ([whose, of]: readonly [string, string]) => /* sql */ `
SELECT ${whose} AS whose, groupUniqArray(${SET_MAX})(${of}) AS members FROM (
  SELECT lower(arrayElement(splitByChar('\\\\', if(target_user != '', target_user, user)), -1)) AS who,
    replaceRegexpOne(lower(host), '[.]$', '') AS at, replaceOne(toString(src_ip), '::ffff:', '') AS addr
  FROM events
  WHERE class_uid = 3002 AND activity_id = 1 AND time >= fromUnixTimestamp64Milli({since:Int64}))
WHERE whose NOT IN ('', '::') AND ${of} NOT IN ('', '::')
GROUP BY whose`

const alikeSql = (logons: string) => /* sql */ `
WITH (SELECT groupArrayArray(members) FROM (${logons}) WHERE whose = {entity:String}) AS mine
SELECT whose AS peer FROM (
  SELECT whose, length(arrayIntersect(members, mine)) AS shared, length(members) + length(mine) - shared AS together
  FROM (${logons}) WHERE whose != {entity:String})
WHERE shared > 0 AND shared >= ${ALIKE_MIN} * together
ORDER BY shared / together DESC, peer LIMIT ${PEERS_MAX}`

/** The most similar first; empty for a type without peers by behaviour. */
export async function alikeOf(reader: Reader, type: EntityType, entity: string, nowMs: number): Promise<string[]> {
  if (type === 'domain') return []
  const params = { entity, since: nowMs - DAYS * 86_400_000 }
  const rows = await reader.query<{ peer: string }>(alikeSql(logonsOf(COLUMNS[type])), params)
  return rows.map(({ peer }) => peer)
}

export const PEER_STATES = ['learning', 'ready', 'stale'] as const

/** Usual values of an entity's peers in one metric. */
export type PeerFigures = {
  /** `learning`: too few peers have a ready baseline. `stale`: they had, but nothing was learned for two weeks. */
  readonly state: (typeof PEER_STATES)[number]
  /** Peers with a ready baseline. */
  readonly members: number
  /** Null when not known yet, which is not zero. */
  readonly median: number | null
  /** Median absolute deviation. */
  readonly mad: number | null
  /** Mean absolute deviation about the median. */
  readonly meanDeviation: number | null
}

const FIGURES = /* sql */ `
SELECT metric, groupArrayIf(mean, state = 'ready') AS means, countIf(state = 'stale') AS stale
FROM (
  SELECT entity, metric, argMax(mean, (ingest_time, time)) AS mean, argMax(samples, (ingest_time, time)) AS samples,
    toUnixTimestamp64Milli(max(time)) AS time_ms,
    multiIf(time_ms < {now:Int64} - ${STALE_MS}, 'stale', samples < ${READY_HOURS}, 'learning', 'ready') AS state
  FROM baselines
  WHERE has({names:Array(String)}, entity) AND entity_type = {type:String}
    AND NOT arrayExists((t, e, ms) -> t = entity_type AND e = entity AND toUnixTimestamp64Milli(ingest_time) < ms,
      {types:Array(String)}, {entities:Array(String)}, {resets:Array(Int64)})
  GROUP BY entity, metric)
GROUP BY metric`

/** By metric. */
export async function peerFigures(
  reader: Reader,
  type: EntityType,
  peers: readonly string[],
  resets: readonly Reset[],
  nowMs: number,
): Promise<ReadonlyMap<string, PeerFigures>> {
  type Found = { readonly metric: string; readonly means: readonly number[]; readonly stale: number | string }
  const rows = await reader.query<Found>(FIGURES, {
    ...{ now: nowMs, names: peers, type, types: resets.map(({ entityType }) => entityType) },
    ...{ entities: resets.map(({ entity }) => entity), resets: resets.map(({ atMs }) => atMs) },
  })
  return new Map(rows.map(({ metric, means, stale }) => [metric, figuresOf(means, Number(stale))]))
}

export function figuresOf(means: readonly number[], stale: number): PeerFigures {
  const members = means.length
  if (members < PEERS_MIN) {
    const state = members + stale >= PEERS_MIN ? 'stale' : 'learning'
    return { state, members, median: null, mad: null, meanDeviation: null }
  }
  const median = medianOf(means)
  const apart = means.map((mean) => Math.abs(mean - median))
  const meanDeviation = apart.reduce((sum, one) => sum + one, 0) / members
  return { state: 'ready', members, median, mad: medianOf(apart), meanDeviation }
}

/** The modified z-score; null when there is nothing to compare with, or when all peers have the same value. */
export function peerScore(value: number, { median, mad, meanDeviation }: PeerFigures): number | null {
  if (median === null || mad === null || meanDeviation === null) return null
  if (mad > 0) return (0.6745 * (value - median)) / mad
  return meanDeviation > 0 ? (value - median) / (1.253314 * meanDeviation) : null
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2
}
