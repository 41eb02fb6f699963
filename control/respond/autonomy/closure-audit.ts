/**
 * A sample of what triage closed by itself, for people to judge without being shown what triage said: it bounds how
 * many threats were closed. It is drawn at random, so many a week that a week without a miss shows the rate to be below
 * the target: of N closed the least n with C(N - M, n) / C(N, n) <= alpha, M the misses that the target allows; without
 * the correction for a finite N that is ln(alpha) / ln(1 - target), about 3 / target (Hanley and Lippman-Hand, "If
 * nothing goes wrong, is everything all right?", JAMA 249, 1983). The bound on the rate is that of Clopper and Pearson
 * (Biometrika 26, 1934), one-sided.
 */
import type { Placed, Position } from '../../../platform/paging.ts'
import { SEVERITIES } from '../../../platform/severities.ts'
import { int, placedBy, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

export const MISSED_RATE_TARGET = 0.02
export const ALPHA = 0.05
export const AUDIT_VERDICTS = ['threat', 'no_threat', 'cannot_tell'] as const
export type AuditVerdict = (typeof AUDIT_VERDICTS)[number]
const WEEKS = 13

/** How many of `closed` have to be looked at. All of them where there are few. */
export function sampleSize(closed: number, target = MISSED_RATE_TARGET, alpha = ALPHA): number {
  const misses = Math.floor(target * closed) + 1
  let chance = 1
  for (let n = 0; n < closed; n++) {
    if (chance <= alpha) return n
    // The chance that so many more are looked at and none of the misses is among them.
    chance *= Math.max(0, closed - misses - n) / (closed - n)
  }
  return closed
}

/**
 * One-sided, at 1 - alpha: the rate at which `misses` or fewer of `judged` have the chance alpha. Null: nothing was
 * judged.
 */
export function upperBound(misses: number, judged: number, alpha = ALPHA): number | null {
  if (judged === 0) return null
  if (misses >= judged) return 1
  let [low, high] = [misses / judged, 1]
  for (let i = 0; i < 60; i++) {
    const rate = (low + high) / 2
    if (atMost(misses, judged, rate) > alpha) low = rate
    else high = rate
  }
  return high
}

/** The chance of at most `misses` of `judged` at this rate. */
function atMost(misses: number, judged: number, rate: number): number {
  let term = (1 - rate) ** judged
  let sum = term
  for (let k = 0; k < misses; k++) {
    term *= ((judged - k) / (k + 1)) * (rate / (1 - rate))
    sum += term
  }
  return sum
}

export const AUDITED = table('ClosureAuditItem', {
  alert_id: column.uuid(),
  title: column.text(),
  severity: column.word(SEVERITIES),
  rule_id: column.orNull(column.text()),
  affected_hosts: column.texts(),
  affected_users: column.texts(),
  affected_ips: column.texts(),
  first_seen: column.time(),
  drawn_at: column.time(),
})
type Audited = RowOf<typeof AUDITED>

const WEEK_OF = `date_trunc('week', v.created_at AT TIME ZONE 'UTC')::date`

/** Draws, for each week of the quarter, as many closed alerts as its closures so far require. Returns their number. */
export async function drawSample(tx: TenantTx, random: () => number = Math.random): Promise<number> {
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('closure_audits/' || svc_tenant(), 0))`)
  const sql = /* sql */ `
    SELECT ${WEEK_OF}::text AS week, v.alert_id, v.corrected_verdict AS closed_as, a.alert_id IS NOT NULL AS is_drawn
    FROM alert_verdicts v LEFT JOIN closure_audits a ON a.alert_id = v.alert_id
    WHERE v.decided_by_id = 'triage' AND v.decided_by_kind = 'automation'
      AND v.created_at > clock_timestamp() - interval '${WEEKS} weeks'
    ORDER BY v.alert_id`
  const closed = await tx.many(
    (row) => ({
      week: text(row, 'week'),
      id: text(row, 'alert_id'),
      as: text(row, 'closed_as'),
      is: row.is_drawn === true,
    }),
    sql,
  )
  let drawn = 0
  for (const [week, all] of Map.groupBy(closed, (one) => one.week)) {
    const open = all.filter(({ is }) => !is)
    for (let left = sampleSize(all.length) - (all.length - open.length); left > 0 && open.length > 0; left--) {
      const [one] = open.splice(Math.floor(random() * open.length), 1)
      if (one === undefined) break
      const insert = /* sql */ `INSERT INTO closure_audits (alert_id, week, closed_as) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
      drawn += await tx.run(insert, [one.id, week, one.as])
    }
  }
  return drawn
}

/** Alerts to judge, oldest first, without verdict, summary and score of triage. */
export function openAuditsPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<Audited>[]> {
  const sql = /* sql */ `
    SELECT c.alert_id, a.title, (ARRAY[${SEVERITIES.map((word) => `'${word}'`).join(', ')}])[a.severity] AS severity, a.rule_id,
      a.affected_hosts, a.affected_users, a.affected_ips, a.first_seen, c.drawn_at,
      c.drawn_at::text AS position
    FROM closure_audits c JOIN alerts a ON a.id = c.alert_id
    WHERE c.verdict IS NULL AND ($1::timestamptz IS NULL OR (c.drawn_at, c.alert_id) > ($1::timestamptz, $2::uuid))
    ORDER BY c.drawn_at, c.alert_id LIMIT $3`
  const read = placedBy(AUDITED.read, ({ alert_id }) => alert_id)
  return tx.many(read, sql, [after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** False: it was not drawn, or was judged before. */
export async function judgeAudit(
  tx: TenantTx,
  alertId: string,
  verdict: AuditVerdict,
  note: string | null,
  by: string,
): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE closure_audits SET verdict = $2, note = $3, judged_by = $4, judged_at = clock_timestamp()
    WHERE alert_id = $1 AND verdict IS NULL`
  return (await tx.run(sql, [alertId, verdict, note, by])) === 1
}

export type MissedThreats = {
  readonly weeks: number
  readonly closed: number
  readonly drawn: number
  readonly judged: number
  readonly threats: number
  readonly cannot_tell: number
  readonly target: number
  readonly rate: number | null
  readonly rate_at_most: number | null
  readonly is_bounded: boolean
}

/** Missed threats of the last quarter. For the upper bound, an alert that nobody could judge counts as a threat. */
export async function missedThreats(tx: TenantTx): Promise<MissedThreats> {
  const sql = /* sql */ `
    SELECT (SELECT count(*) FROM alert_verdicts v WHERE v.decided_by_id = 'triage' AND v.decided_by_kind = 'automation'
        AND v.created_at > clock_timestamp() - interval '${WEEKS} weeks') AS closed,
      count(*) AS drawn, count(verdict) AS judged, count(*) FILTER (WHERE verdict = 'threat') AS threats,
      count(*) FILTER (WHERE verdict = 'cannot_tell') AS cannot_tell
    FROM closure_audits WHERE week > (clock_timestamp() - interval '${WEEKS} weeks')::date - 7`
  const read = (row: Readonly<Record<string, unknown>>) => ({
    ...{ closed: int(row, 'closed'), drawn: int(row, 'drawn'), judged: int(row, 'judged') },
    ...{ threats: int(row, 'threats'), cannot_tell: int(row, 'cannot_tell') },
  })
  const none = { closed: 0, drawn: 0, judged: 0, threats: 0, cannot_tell: 0 }
  const found = (await tx.maybeOne(read, sql)) ?? none
  const bound = upperBound(found.threats + found.cannot_tell, found.judged)
  return {
    ...{ weeks: WEEKS, ...found, target: MISSED_RATE_TARGET },
    rate: found.judged === 0 ? null : found.threats / found.judged,
    rate_at_most: bound,
    is_bounded: bound !== null && bound <= MISSED_RATE_TARGET,
  }
}
