/** Measures of how people handle findings. */
import { int } from '../../../../stores/postgres/columns.ts'
import { severityRank } from '../../../soc/alerts/index.ts'
import { slaConfigs } from '../../../soc/cases/index.ts'
import { COMPLIANCE_LIMITS } from '../limits.ts'
import { fail, judged, type Measure, unknown } from './measure.ts'

const DAY_MS = 86_400_000
const since = (nowMs: number, days: number) => new Date(nowMs - days * DAY_MS)
const percent = (share: number) => `${Math.floor(share * 100)} %`

/**
 * Alerts past their due time, by the targets of their severity. An alert that was resolved late, or is open still, is
 * not in time; an exercise does not count.
 */
export const alertsTriaged: Measure = async ({ tx, nowMs }) => {
  const targets = (await slaConfigs(tx)).flatMap(({ severity, mttrTarget }) =>
    mttrTarget === null ? [] : [{ rank: severityRank(severity), minutes: mttrTarget }],
  )
  if (targets.length === 0) return unknown('no severity has a target for the resolution of alerts')
  const sql = /* sql */ `
    SELECT count(*)::int AS due, count(*) FILTER (WHERE resolved_at <= due_at)::int AS in_time
    FROM (SELECT a.resolved_at, a.created_at + make_interval(mins => t.minutes) AS due_at
      FROM alerts a JOIN unnest($1::int[], $2::int[]) AS t (rank, minutes) ON t.rank = a.severity
      WHERE a.created_at >= $3 AND coalesce(a.metadata ->> 'is_exercise', '') <> 'true') AS alert
    WHERE due_at <= $4`
  const days = COMPLIANCE_LIMITS.periodDays
  const params = [
    ...[targets.map(({ rank }) => rank), targets.map(({ minutes }) => minutes)],
    ...[since(nowMs, days), new Date(nowMs)],
  ]
  const found = await tx.maybeOne((row) => ({ due: int(row, 'due'), inTime: int(row, 'in_time') }), sql, params)
  if (found === null || found.due === 0) return unknown(`no alert fell due within ${days} days`)
  const share = found.inTime / found.due
  return judged(
    share >= COMPLIANCE_LIMITS.triagedShare,
    `${found.inTime} of ${found.due} alerts that fell due within ${days} days were resolved in time, ${percent(share)}; ${percent(COMPLIANCE_LIMITS.triagedShare)} are asked for`,
  )
}

export const casesDue: Measure = async ({ tx, nowMs }) => {
  const sql = /* sql */ `
    SELECT count(*)::int AS open, count(resolve_due_at)::int AS timed,
      count(*) FILTER (WHERE resolve_due_at < $1)::int AS late
    FROM cases WHERE status NOT IN ('resolved', 'closed')`
  const read = (row: Readonly<Record<string, unknown>>) => {
    return { open: int(row, 'open'), timed: int(row, 'timed'), late: int(row, 'late') }
  }
  const found = await tx.maybeOne(read, sql, [new Date(nowMs)])
  if (found === null || found.timed === 0) return unknown('no open case has a time by which it is to be resolved')
  return judged(found.late === 0, `${found.late} of ${found.timed} open cases with a time are past it`)
}

export const oncall: Measure = async ({ tx }) => {
  const sql = /* sql */ `SELECT count(*)::int AS n FROM oncall_rotations`
  const n = (await tx.maybeOne((row) => int(row, 'n'), sql)) ?? 0
  return judged(n > 0, `${n} rotations say who is on call`)
}

export const tabletop: Measure = async ({ tx, nowMs }) => {
  const days = COMPLIANCE_LIMITS.tabletopDays
  const sql = /* sql */ `SELECT count(*)::int AS n FROM purple_tabletops WHERE closed_at >= $1`
  const n = (await tx.maybeOne((row) => int(row, 'n'), sql, [since(nowMs, days)])) ?? 0
  const detail = `${n} exercises at a table were played to their end within ${days} days`
  return n > 0 ? judged(true, detail) : fail(detail)
}
