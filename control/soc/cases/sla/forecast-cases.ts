/** Forecasts of a tenant's open cases, from its cases of the last weeks and the people on duty. */
import { int, orNull, type Row, text, time } from '../../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { SEVERITIES, type Severity, severityOfRank } from '../../alerts/index.ts'
import { presences, whoIsOn } from '../../oncall/index.ts'
import { FORECAST_LIMITS, type Forecast, forecasts, type Handling, type Load, type Waiting } from './forecast.ts'

const HISTORY_DAYS = 28
const DAY_MS = 86_400_000
/** With fewer resolved cases of a severity, its handling time is assumed, and the answer says so. */
const SAMPLES_MIN = 5
const MINUTE_MS = 60_000
const ASSUMED: Readonly<Record<Severity, Handling>> = {
  critical: { meanMs: 120 * MINUTE_MS, cv: 1 },
  high: { meanMs: 90 * MINUTE_MS, cv: 1 },
  medium: { meanMs: 60 * MINUTE_MS, cv: 1 },
  low: { meanMs: 30 * MINUTE_MS, cv: 1 },
  info: { meanMs: 15 * MINUTE_MS, cv: 1 },
}
/** Assumed target for future cases of a severity without recent cases. */
const RESOLVE_MS = 3 * DAY_MS

export type ForecastCase = Forecast & {
  readonly number: number
  readonly title: string
  readonly severity: Severity
  readonly assigneeId: string | null
}
export type Basis = {
  readonly severity: Severity
  readonly perDay: number
  readonly handlingMinutes: number
  readonly samples: number
  readonly isAssumed: boolean
}
export type ForecastOfCases = {
  readonly cases: readonly ForecastCase[]
  /** Open cases with a target that were left out: the play is bounded. */
  readonly leftOut: number
  readonly onDuty: number
  /** True when no one is marked as on duty, so one person is assumed. */
  readonly isDutyAssumed: boolean
  readonly basis: readonly Basis[]
}

type Open = Waiting & Pick<ForecastCase, 'number' | 'title' | 'assigneeId'>

export async function forecastCases(tx: TenantTx, nowMs: number): Promise<ForecastOfCases> {
  const { open, leftOut } = await openCases(tx)
  const basis = await basisOf(tx, nowMs)
  const there = await onDuty(tx, nowMs)
  const of = <T>(what: (one: Severity) => T) =>
    Object.fromEntries(SEVERITIES.map((one) => [one, what(one)])) as Record<Severity, T>
  const load: Load = {
    onDuty: Math.max(1, there),
    handling: of((one) => basis.get(one)?.handling ?? ASSUMED[one]),
    arrivals: of((one) => (basis.get(one)?.perDay ?? 0) / DAY_MS),
    resolveMs: of((one) => basis.get(one)?.resolveMs ?? RESOLVE_MS),
  }
  const byId = new Map(open.map((one) => [one.id, one]))
  const cases = forecasts(open, load, nowMs).flatMap((found) => {
    const one = byId.get(found.id)
    return one
      ? [{ ...found, number: one.number, title: one.title, severity: one.severity, assigneeId: one.assigneeId }]
      : []
  })
  return {
    ...{ cases, leftOut, onDuty: load.onDuty, isDutyAssumed: there === 0 },
    basis: SEVERITIES.map((severity) => {
      const known = basis.get(severity)
      const { meanMs } = load.handling[severity]
      const [perDay, samples] = [known?.perDay ?? 0, known?.samples ?? 0]
      return { severity, perDay, handlingMinutes: meanMs / MINUTE_MS, samples, isAssumed: samples < SAMPLES_MIN }
    }),
  }
}

/** Open cases, by due time. */
async function openCases(tx: TenantTx): Promise<{ readonly open: Open[]; readonly leftOut: number }> {
  const sql = /* sql */ `
    SELECT id, number, title, severity, assignee_id, acknowledged_at, resolve_due_at,
      CASE WHEN acknowledged_at IS NULL THEN ack_due_at END AS ack_due_at, count(*) OVER () AS total
    FROM cases
    WHERE merged_into_id IS NULL AND resolved_at IS NULL AND (resolve_due_at IS NOT NULL OR ack_due_at IS NOT NULL)
    ORDER BY least(resolve_due_at, CASE WHEN acknowledged_at IS NULL THEN ack_due_at END), id LIMIT $1`
  const msOf = (row: Row, name: string) => orNull(time, row, name)?.getTime() ?? null
  const toOpen = (row: Row) => ({
    ...{ id: text(row, 'id'), number: int(row, 'number'), title: text(row, 'title') },
    ...{ severity: severityOfRank(int(row, 'severity')), assigneeId: orNull(text, row, 'assignee_id') },
    ...{ ackDueMs: msOf(row, 'ack_due_at'), resolveDueMs: msOf(row, 'resolve_due_at') },
    ...{
      acknowledgedMs: msOf(row, 'acknowledged_at'),
      acknowledgedBy: orNull(text, row, 'assignee_id'),
      total: int(row, 'total'),
    },
  })
  const found = await tx.many(toOpen, sql, [FORECAST_LIMITS.cases])
  return { open: found, leftOut: (found[0]?.total ?? 0) - found.length }
}

type Known = {
  readonly perDay: number
  readonly handling: Handling
  readonly samples: number
  readonly resolveMs: number
}

/**
 * The data of the forecast: times from assignment to resolution, the number of new cases, and their resolution targets.
 */
async function basisOf(tx: TenantTx, nowMs: number): Promise<ReadonlyMap<Severity, Known>> {
  const sql = /* sql */ `
    SELECT severity, count(*) AS opened, count(worked) AS samples, avg(worked) AS mean, stddev_samp(worked) AS spread,
      avg(given) AS given, least($2, extract(epoch FROM $1 - min(opened_at)) / 86400) AS days
    FROM (SELECT severity, opened_at, extract(epoch FROM resolve_due_at - opened_at) * 1000 AS given,
        extract(epoch FROM resolved_at - coalesce(acknowledged_at, opened_at)) * 1000 AS worked
      FROM cases WHERE opened_at > $1::timestamptz - make_interval(days => $2) AND opened_at <= $1
        AND merged_into_id IS NULL) recent
    GROUP BY severity`
  const toKnown = (row: Row): readonly [Severity, Known] => {
    const severity = severityOfRank(int(row, 'severity'))
    const samples = int(row, 'samples')
    const meanMs = Math.max(MINUTE_MS, Number(row.mean ?? 0))
    const handling = samples < SAMPLES_MIN ? ASSUMED[severity] : { meanMs, cv: Number(row.spread ?? 0) / meanMs }
    // Over a day at least: three cases within the first hour are no rate of seventy a day.
    const perDay = int(row, 'opened') / Math.max(1, Number(row.days))
    return [severity, { perDay, handling, samples, resolveMs: Number(row.given ?? RESOLVE_MS) || RESOLVE_MS }]
  }
  return new Map(await tx.many(toKnown, sql, [new Date(nowMs), HISTORY_DAYS]))
}

/** Number of people on call or present. */
async function onDuty(tx: TenantTx, nowMs: number): Promise<number> {
  const there = (await presences(tx)).filter(({ status }) => status === 'available' || status === 'busy')
  const onCall = (await whoIsOn(tx, nowMs)).flatMap(({ responder }) => responder?.userId ?? [])
  return new Set([...there.map(({ userId }) => userId), ...onCall]).size
}
