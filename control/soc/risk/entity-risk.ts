/**
 * The risk of an entity: points of the alerts that name it, which lose half of their worth every `HALF_LIFE_DAYS`. Summed up
 * from the alerts as they stand, so that an alert counts once however often it was written, and no more once it is said
 * to be none. Points are kept as logarithms at a fixed time: two entities decay alike, so their order never changes by
 * itself, and a cursor stays where it is.
 */
import { AppError } from '../../../platform/errors.ts'
import { int, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Severity, severityOfRank } from '../alerts/index.ts'

export const RISK_ENTITY_TYPES = ['user', 'host', 'ip'] as const
export type RiskEntityType = (typeof RISK_ENTITY_TYPES)[number]
export const RISK_BANDS = ['critical', 'high', 'medium', 'low'] as const
export type RiskBand = (typeof RISK_BANDS)[number]

export const HALF_LIFE_DAYS = 7
/** An alert at the end of the window is still worth a twentieth of its points. */
const WINDOW_DAYS = 30
/** Points of an alert by severity, informational to critical; twice that at a risk of 100. */
const POINTS = [1, 4, 12, 30, 60]
/** So many points are a risk of 50 of 100. */
const HALF_POINTS = 40
export const CONTRIBUTORS_MAX = 25
const ALERTS_MAX = 50

export type EntityRisk = {
  readonly entity: string
  readonly entityType: RiskEntityType
  /** 0 to 100, now. */
  readonly riskScore: number
  readonly points: number
  readonly band: RiskBand
  readonly alertCount: number
  readonly lastSeen: Date
  /** Logarithm of the points at the epoch, which does not decay. */
  readonly logPoints: number
}

export type Contributor = {
  readonly alertId: string
  readonly title: string
  readonly severity: Severity
  /** Now. */
  readonly points: number
  readonly time: Date
}

export type EntityRiskDetail = EntityRisk & {
  /** Alerts with the most points. */
  readonly contributors: readonly Contributor[]
  /** The newest. */
  readonly alerts: readonly string[]
}

export type RiskPosition = readonly [logPoints: number, entityType: string, entity: string]

/** Begins the rule of alerts that risk made itself, which add nothing to it; migration 0303 knows it too. */
export const RISK_RULE = 'svc-entity-risk:'

/**
 * One row for each alert and entity that it names. $1: half-life in seconds, $2: points by severity, $3: window in
 * days, $4: now, in milliseconds.
 */
export const NAMED = /* sql */ `
  SELECT n.entity_type, n.entity, a.id, a.title, a.severity, a.confidence, a.first_seen, a.last_seen,
    a.mitre_tactics, a.mitre_techniques,
    ln(($2::double precision[])[a.severity] * (1 + coalesce(a.risk_score, 0)::double precision / 100))
      / ln(2::double precision) + extract(epoch FROM a.last_seen)::double precision / $1::double precision AS log_points
  FROM alert_entities AS n JOIN alerts AS a ON a.tenant_id = n.tenant_id AND a.id = n.alert_id
  WHERE a.last_seen > to_timestamp($4::double precision / 1000) - make_interval(days => $3)
    AND coalesce(a.disposition, '') NOT IN ('false_positive', 'benign', 'benign_true_positive')`

/**
 * Logarithm of the points of a group of rows of `NAMED` with `largest`, the greatest `log_points` of the group. Powers
 * are computed relative to it and not below 2^-1000, which keeps them in range at any time. The result is rounded,
 * because a sum of floating point numbers depends on the order of its rows, and a cursor has to find its place again.
 */
export const logOfSum = (filter = '') => /* sql */ `
  round((max(largest) + ln(sum(power(2::double precision, greatest(log_points - largest, -1000))) ${filter})
    / ln(2::double precision))::numeric, 9)::double precision`

const SUMS = /* sql */ `
  SELECT entity_type, entity, count(*) AS alerts, max(last_seen) AS last_seen,
    ${logOfSum()} AS log_points
  FROM (SELECT *, max(log_points) OVER (PARTITION BY entity_type, entity) AS largest FROM (${NAMED}) AS named) AS each
  GROUP BY entity_type, entity`

export const paramsAt = (nowMs: number) => [HALF_LIFE_DAYS * 86_400, POINTS, WINDOW_DAYS, nowMs] as const

/** At most `limit`, the riskiest first. */
export function entityRisks(
  tx: TenantTx,
  limit: number,
  filter: { readonly entityType?: RiskEntityType | undefined; readonly after: RiskPosition | null },
  nowMs: number,
): Promise<EntityRisk[]> {
  const [logPoints, type, entity] = filter.after ?? [null, '', '']
  const sql = /* sql */ `
    SELECT * FROM (${SUMS}) AS sums
    WHERE ($5::text IS NULL OR entity_type = $5)
      AND ($6::double precision IS NULL OR log_points < $6 OR (log_points = $6 AND (entity_type, entity) > ($7, $8)))
    ORDER BY log_points DESC, entity_type, entity LIMIT $9`
  const values = [...paramsAt(nowMs), filter.entityType ?? null, logPoints, type, entity, limit]
  return tx.many((row) => toRisk(row, nowMs), sql, values)
}

/**
 * The risk of an entity; of several with one name, the riskiest. Throws `not_found` when no alert of the window names
 * it.
 */
export async function entityRisk(
  tx: TenantTx,
  entity: string,
  entityType: RiskEntityType | undefined,
  nowMs: number,
): Promise<EntityRiskDetail> {
  const sql = /* sql */ `
    SELECT * FROM (${SUMS}) AS sums WHERE entity = lower($5) AND ($6::text IS NULL OR entity_type = $6)
    ORDER BY log_points DESC, entity_type LIMIT 1`
  const [risk] = await tx.many((row) => toRisk(row, nowMs), sql, [...paramsAt(nowMs), entity, entityType ?? null])
  if (!risk) throw new AppError('not_found', `no alert of the last ${WINDOW_DAYS} days names this entity`)
  const own = /* sql */ `
    SELECT id::text AS id, title, severity, last_seen, log_points
    FROM (${NAMED}) AS named WHERE entity = $5 AND entity_type = $6 ORDER BY`
  const params = [...paramsAt(nowMs), risk.entity, risk.entityType]
  const contributors = await tx.many(
    (row) => toContributor(row, nowMs),
    `${own} log_points DESC, id LIMIT ${CONTRIBUTORS_MAX}`,
    params,
  )
  const alerts = await tx.many((row) => text(row, 'id'), `${own} last_seen DESC, id LIMIT ${ALERTS_MAX}`, params)
  return { ...risk, contributors, alerts }
}

function toRisk(row: Row, nowMs: number): EntityRisk {
  const logPoints = Number(row.log_points)
  const points = pointsAt(logPoints, nowMs)
  const riskScore = riskOf(points)
  return {
    entity: text(row, 'entity'),
    entityType: text(row, 'entity_type') as RiskEntityType,
    riskScore,
    points,
    band: bandOf(riskScore),
    alertCount: int(row, 'alerts'),
    lastSeen: time(row, 'last_seen'),
    logPoints,
  }
}

export function toContributor(row: Row, nowMs: number): Contributor {
  return {
    alertId: text(row, 'id'),
    title: text(row, 'title'),
    severity: severityOfRank(int(row, 'severity')),
    points: pointsAt(Number(row.log_points), nowMs),
    time: time(row, 'last_seen'),
  }
}

/** 0 to 100. */
export function riskOf(points: number): number {
  return 100 * (1 - 2 ** (-points / HALF_POINTS))
}

/** The points that a risk is made of. */
export function pointsOf(risk: number): number {
  return -HALF_POINTS * Math.log2(1 - risk / 100)
}

export function bandOf(riskScore: number): RiskBand {
  return riskScore >= 80 ? 'critical' : riskScore >= 50 ? 'high' : riskScore >= 20 ? 'medium' : 'low'
}

export function pointsAt(logPoints: number, nowMs: number): number {
  return 2 ** (logPoints - nowMs / 1000 / (HALF_LIFE_DAYS * 86_400))
}
