/**
 * Metrics of the team over time, from the rows of alerts and of people's actions on them. An alert counts in the
 * interval of its creation, also for its times to first action and to resolution. Deleted alerts are in no figure.
 */
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { DISPOSITIONS, type Disposition, SEVERITIES, type Severity, severityRank } from './words.ts'

/**
 * @bound metrics of alerts: days; rules; analysts = {days}; {rules}; {analysts} -> 422; those with the most alerts are
 * shown; the same
 */
export const METRICS_LIMITS = { days: 366, rules: 25, analysts: 50 } as const
export const STEPS = ['day', 'week'] as const
export type Step = (typeof STEPS)[number]

export type Span = {
  readonly from: Date
  readonly until: Date
  readonly step: Step
  /** IANA name: where days and weeks begin. */
  readonly zone: string
}

/** Seconds over the alerts that have the time; null where none has. */
export type Spread = { readonly mean: number; readonly median: number; readonly p90: number } | null

export type StepMetrics = {
  readonly alerts: number
  readonly bySeverity: Readonly<Record<Severity, number>>
  readonly byVerdict: Readonly<Record<Disposition, number>>
  /** Alerts that a person did something to, and how long that took. */
  readonly acknowledged: number
  readonly secondsToAcknowledge: Spread
  readonly resolved: number
  readonly secondsToResolve: Spread
}

const STEP_LENGTH = /* sql */ `CASE $3 WHEN 'week' THEN interval '1 week' ELSE interval '1 day' END`
/** An acknowledgement never counts before the creation, whatever the clocks of two machines say. */
const METRICS = /* sql */ `
WITH steps AS (
  SELECT local_start AT TIME ZONE $4 AS at FROM generate_series(
    date_trunc($3, $1::timestamptz AT TIME ZONE $4),
    ($2::timestamptz AT TIME ZONE $4) - interval '1 microsecond', ${STEP_LENGTH}) AS local_start
), touched AS MATERIALIZED (
  SELECT alert_id, min(created_at) AS at FROM alert_history
  WHERE actor_kind = 'human' AND created_at >= $1 GROUP BY alert_id
), made AS (
  SELECT date_trunc($3, alerts.created_at AT TIME ZONE $4) AT TIME ZONE $4 AS at, severity, disposition,
    greatest(0, extract(epoch FROM touched.at - alerts.created_at))::float8 AS touched_s,
    greatest(0, extract(epoch FROM resolved_at - alerts.created_at))::float8 AS resolved_s,
    touched.at IS NOT NULL AS is_touched, resolved_at IS NOT NULL AS is_resolved
  FROM alerts LEFT JOIN touched ON touched.alert_id = alerts.id
  WHERE alerts.created_at >= $1 AND alerts.created_at < $2
)
SELECT steps.at, count(made.at) AS alerts,
  ${SEVERITIES.map((word) => `count(*) FILTER (WHERE severity = ${severityRank(word)}) AS severity_${word}`).join(', ')},
  ${DISPOSITIONS.map((word) => `count(*) FILTER (WHERE disposition = '${word}') AS verdict_${word}`).join(', ')},
  count(*) FILTER (WHERE is_touched) AS acknowledged, count(*) FILTER (WHERE is_resolved) AS resolved,
  avg(touched_s) FILTER (WHERE is_touched) AS touched_mean, avg(resolved_s) FILTER (WHERE is_resolved) AS resolved_mean,
  percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY touched_s) FILTER (WHERE is_touched) AS touched_parts,
  percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY resolved_s) FILTER (WHERE is_resolved) AS resolved_parts
FROM steps LEFT JOIN made ON made.at = steps.at
GROUP BY GROUPING SETS ((steps.at), ()) ORDER BY steps.at NULLS LAST`

export type Metrics = {
  /** From the step that holds `from` on. The first and the last may be parts of a day or a week. */
  readonly steps: readonly (StepMetrics & { readonly from: Date })[]
  readonly whole: StepMetrics
}

export async function metricsOverTime(tx: TenantTx, { from, until, step, zone }: Span): Promise<Metrics> {
  const rows = await tx.many((row) => ({ at: orNull(time, row, 'at'), metrics: toMetrics(row) }), METRICS, [
    from,
    until,
    step,
    zone,
  ])
  const whole = rows.find(({ at }) => at === null)?.metrics ?? toMetrics({})
  return { steps: rows.flatMap(({ at, metrics }) => (at === null ? [] : [{ from: at, ...metrics }])), whole }
}

function toMetrics(row: Row): StepMetrics {
  const countOf = (name: string) => (row[name] === undefined ? 0 : int(row, name))
  const counts = <W extends string>(words: readonly W[], of: string) =>
    Object.fromEntries(words.map((word) => [word, countOf(`${of}_${word}`)])) as Record<W, number>
  return {
    alerts: countOf('alerts'),
    bySeverity: counts(SEVERITIES, 'severity'),
    byVerdict: counts(DISPOSITIONS, 'verdict'),
    acknowledged: countOf('acknowledged'),
    secondsToAcknowledge: spreadOf(row, 'touched'),
    resolved: countOf('resolved'),
    secondsToResolve: spreadOf(row, 'resolved'),
  }
}

function spreadOf(row: Row, of: string): Spread {
  const [mean, parts] = [row[`${of}_mean`], row[`${of}_parts`]]
  if (typeof mean !== 'number' || !Array.isArray(parts)) return null
  const [median, p90] = parts as readonly number[]
  return { mean: Math.round(mean), median: Math.round(median ?? mean), p90: Math.round(p90 ?? mean) }
}

export type AnalystLoad = {
  readonly userId: string
  /** Alerts that the person did something to. */
  readonly alerts: number
  readonly verdicts: number
  readonly resolved: number
  /** Alerts that the person has now and that are not resolved. */
  readonly openNow: number
  /** By step, as `Metrics.steps`; 0 where the person did nothing. */
  readonly byStep: readonly { readonly from: Date; readonly alerts: number }[]
}

/**
 * People by the number of alerts that they worked on, highest first; those who have open alerts and did nothing come
 * last.
 */
export async function loadOfAnalysts(tx: TenantTx, { from, until, step, zone }: Span): Promise<readonly AnalystLoad[]> {
  const sql = /* sql */ `
    WITH done AS (
      SELECT actor_id, alert_id, date_trunc($3, created_at AT TIME ZONE $4) AT TIME ZONE $4 AS at,
        action = 'verdict_overridden' AS is_verdict, coalesce(to_status IN ('resolved', 'closed'), false) AS is_resolved
      FROM alert_history WHERE actor_kind = 'human' AND created_at >= $1 AND created_at < $2
    ), steps AS (
      SELECT actor_id, at, count(DISTINCT alert_id) AS alerts FROM done GROUP BY actor_id, at
    ), people AS (
      SELECT actor_id, count(DISTINCT alert_id) AS alerts,
        count(DISTINCT alert_id) FILTER (WHERE is_verdict) AS verdicts,
        count(DISTINCT alert_id) FILTER (WHERE is_resolved) AS resolved
      FROM done GROUP BY actor_id
    ), held AS (
      SELECT assigned_to_id::text AS actor_id, count(*) AS open_now FROM alerts
      WHERE assigned_to_id IS NOT NULL AND status IN ('new', 'triaged', 'in_progress') GROUP BY 1
    )
    SELECT actor_id, coalesce(people.alerts, 0) AS alerts, coalesce(verdicts, 0) AS verdicts,
      coalesce(resolved, 0) AS resolved, coalesce(open_now, 0) AS open_now,
      (SELECT jsonb_object_agg(extract(epoch FROM steps.at)::bigint, steps.alerts) FROM steps
        WHERE steps.actor_id = people.actor_id) AS by_step
    FROM people FULL JOIN held USING (actor_id) ORDER BY alerts DESC, open_now DESC, actor_id LIMIT $5`
  const toLoad = (row: Row): AnalystLoad => ({
    userId: text(row, 'actor_id'),
    alerts: int(row, 'alerts'),
    verdicts: int(row, 'verdicts'),
    resolved: int(row, 'resolved'),
    openNow: int(row, 'open_now'),
    byStep: Object.entries((row.by_step ?? {}) as Record<string, number>).map(([second, alerts]) => ({
      from: new Date(Number(second) * 1_000),
      alerts,
    })),
  })
  return tx.many(toLoad, sql, [from, until, step, zone, METRICS_LIMITS.analysts + 1])
}
