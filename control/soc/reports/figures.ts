/** Computes the figures of a report from the tables that recorded them. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { ledgerEventsBetween } from '../../../query/usage-events.ts'
import { overBounds } from '../../../stores/clickhouse/engine-calls.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { NO_LAKE } from '../../platform/acting/index.ts'
import { DISPOSITIONS, SEVERITIES, severityOfRank } from '../alerts/index.ts'
import type { ReportDocument, ReportKind } from './document.ts'
import { REPORT_LIMITS } from './limits.ts'
import type { Period } from './period.ts'

export type Ingest = ReportDocument['ingest'] & { readonly reason: string | null }

/** Read before the transaction of the other figures: a lake that hangs must hold no connection of Postgres. */
export async function ingestOf(
  lake: ((tenant: TenantId) => Reader) | undefined,
  tenant: TenantId,
  { startMs, endMs }: Period,
): Promise<Ingest> {
  if (lake === undefined) return { events: null, events_before: null, reason: NO_LAKE }
  try {
    const reader = lake(tenant)
    const events = await ledgerEventsBetween(reader, startMs, endMs)
    const before = await ledgerEventsBetween(reader, 2 * startMs - endMs, startMs)
    return { events, events_before: before, reason: null }
  } catch (error) {
    const refused = error instanceof AppError ? error : overBounds(error)
    if (refused?.code !== 'unavailable') throw error
    return { events: null, events_before: null, reason: refused.message }
  }
}

export async function documentOf(
  tx: TenantTx,
  kind: ReportKind,
  period: Period,
  { reason, ...ingest }: Ingest,
): Promise<ReportDocument> {
  const between = [new Date(period.startMs), new Date(period.endMs)] as const
  const before = [new Date(2 * period.startMs - period.endMs), between[0]] as const
  const cases = await casesOf(tx, between)
  const unmeasured = reason === null ? [] : [{ figure: 'ingest', reason }]
  if (cases.time_to_acknowledge.of === 0)
    unmeasured.push({ figure: 'time_to_acknowledge', reason: 'no case that was opened in the period was acknowledged' })
  if (cases.time_to_resolve.of === 0)
    unmeasured.push({ figure: 'time_to_resolve', reason: 'no case was resolved in the period' })
  return {
    tenant: await tenantName(tx),
    alerts: { ...(await alertsOf(tx, between)), total_before: await alertsIn(tx, before) },
    cases: { ...cases.counts, opened_before: await openedIn(tx, before) },
    ...{ time_to_acknowledge: cases.time_to_acknowledge, time_to_resolve: cases.time_to_resolve, sla: cases.sla },
    noise: kind === 'customer' ? [] : await noiseOf(tx, between),
    ...{ top_entities: await entitiesOf(tx, between), notable_cases: await notableOf(tx, between) },
    ...{ ingest, unmeasured },
  }
}

type Between = readonly [Date, Date]

/** Excludes alerts of exercises. */
const REAL = `coalesce(metadata ->> 'is_exercise', '') <> 'true'`

async function tenantName(tx: TenantTx): Promise<string> {
  const sql = /* sql */ `SELECT name FROM tenants WHERE id = svc_tenant()`
  return (await tx.maybeOne((row) => text(row, 'name'), sql)) ?? tx.tenantId
}

const count = (tx: TenantTx, sql: string, between: Between) => tx.one((row) => int(row, 'n'), sql, [...between])

function alertsIn(tx: TenantTx, between: Between): Promise<number> {
  const sql = /* sql */ `SELECT count(*)::int AS n FROM alerts WHERE created_at >= $1 AND created_at < $2 AND ${REAL}`
  return count(tx, sql, between)
}

function openedIn(tx: TenantTx, between: Between): Promise<number> {
  const sql = /* sql */ `
    SELECT count(*)::int AS n FROM cases WHERE opened_at >= $1 AND opened_at < $2 AND merged_into_id IS NULL`
  return count(tx, sql, between)
}

async function alertsOf(tx: TenantTx, between: Between): Promise<Omit<ReportDocument['alerts'], 'total_before'>> {
  const sql = /* sql */ `
    SELECT severity, disposition, count(*)::int AS n FROM alerts
    WHERE created_at >= $1 AND created_at < $2 AND ${REAL} GROUP BY severity, disposition`
  const toGroup = (row: Row) => ({
    ...{ severity: severityOfRank(int(row, 'severity')), verdict: orNull(text, row, 'disposition'), n: int(row, 'n') },
  })
  const groups = await tx.many(toGroup, sql, [...between])
  const sum = (is: (group: (typeof groups)[number]) => boolean) =>
    groups.reduce((total, group) => total + (is(group) ? group.n : 0), 0)
  const counted = <W extends string>(words: readonly W[], is: (group: (typeof groups)[number], word: W) => boolean) =>
    Object.fromEntries(words.map((word) => [word, sum((group) => is(group, word))]))
  return {
    total: sum(() => true),
    by_severity: counted(SEVERITIES, (group, word) => group.severity === word),
    by_verdict: counted(DISPOSITIONS, (group, word) => group.verdict === word),
    undecided: sum(({ verdict }) => verdict === null),
  }
}

type CaseFigures = {
  readonly counts: Omit<ReportDocument['cases'], 'opened_before'>
} & Pick<ReportDocument, 'time_to_acknowledge' | 'time_to_resolve' | 'sla'>

/** A target that fell into the period is met by what was done until then; one that is open still is missed. */
async function casesOf(tx: TenantTx, between: Between): Promise<CaseFigures> {
  const sql = /* sql */ `
    SELECT count(*) FILTER (WHERE opened)::int AS opened, count(*) FILTER (WHERE resolved)::int AS resolved,
      count(*) FILTER (WHERE status NOT IN ('resolved', 'closed'))::int AS open_now,
      count(*) FILTER (WHERE opened AND acknowledged_at IS NOT NULL)::int AS acks,
      round(extract(epoch FROM avg(acknowledged_at - opened_at) FILTER (WHERE opened)))::int AS ack_seconds,
      round(extract(epoch FROM avg(resolved_at - opened_at) FILTER (WHERE resolved)))::int AS resolve_seconds,
      count(*) FILTER (WHERE ack_due)::int AS acks_due,
      count(*) FILTER (WHERE ack_due AND acknowledged_at <= ack_due_at)::int AS acks_met,
      count(*) FILTER (WHERE resolve_due)::int AS resolves_due,
      count(*) FILTER (WHERE resolve_due AND resolved_at <= resolve_due_at)::int AS resolves_met
    FROM (SELECT status, opened_at, acknowledged_at, resolved_at, ack_due_at, resolve_due_at,
        opened_at >= $1 AND opened_at < $2 AS opened, coalesce(resolved_at >= $1 AND resolved_at < $2, false) AS resolved,
        coalesce(ack_due_at >= $1 AND ack_due_at < $2, false) AS ack_due,
        coalesce(resolve_due_at >= $1 AND resolve_due_at < $2, false) AS resolve_due
      FROM cases WHERE merged_into_id IS NULL) c`
  const toFigures = (row: Row): CaseFigures => ({
    counts: { opened: int(row, 'opened'), resolved: int(row, 'resolved'), open_now: int(row, 'open_now') },
    time_to_acknowledge: { seconds: orNull(int, row, 'ack_seconds'), of: int(row, 'acks') },
    time_to_resolve: { seconds: orNull(int, row, 'resolve_seconds'), of: int(row, 'resolved') },
    sla: {
      acknowledge: { due: int(row, 'acks_due'), met: int(row, 'acks_met') },
      resolve: { due: int(row, 'resolves_due'), met: int(row, 'resolves_met') },
    },
  })
  return tx.one(toFigures, sql, [...between])
}

function noiseOf(tx: TenantTx, between: Between): Promise<ReportDocument['noise']> {
  const sql = /* sql */ `
    SELECT min(rule_id) AS rule_id, count(*)::int AS alerts, count(disposition)::int AS judged,
      count(*) FILTER (WHERE disposition IN ('false_positive', 'benign', 'benign_true_positive'))::int AS noise,
      (array_agg(id ORDER BY created_at DESC, id))[1]::text AS alert_id,
      (array_agg(title ORDER BY created_at DESC, id))[1] AS title
    FROM alerts WHERE created_at >= $1 AND created_at < $2 AND ${REAL}
    GROUP BY likeness ORDER BY alerts DESC, likeness LIMIT $3`
  const toNoise = (row: Row): ReportDocument['noise'][number] => ({
    alert: { id: text(row, 'alert_id'), title: text(row, 'title') },
    ...{ rule_id: orNull(text, row, 'rule_id'), alerts: int(row, 'alerts'), judged: int(row, 'judged') },
    false_positives: int(row, 'noise'),
  })
  return tx.many(toNoise, sql, [...between, REPORT_LIMITS.listed])
}

function entitiesOf(tx: TenantTx, between: Between): Promise<ReportDocument['top_entities']> {
  const sql = /* sql */ `
    SELECT e.kind, min(e.entity) AS entity, count(DISTINCT a.id)::int AS alerts,
      (array_agg(a.id::text ORDER BY a.created_at DESC, a.id))[1:$4] AS alert_ids
    FROM alerts a CROSS JOIN LATERAL (
      SELECT 'host' AS kind, host AS entity FROM unnest(a.affected_hosts) AS host
      UNION SELECT 'user', name FROM unnest(a.affected_users) AS name
      UNION SELECT 'ip', ip FROM unnest(a.affected_ips) AS ip) e
    WHERE a.created_at >= $1 AND a.created_at < $2 AND ${REAL}
    GROUP BY e.kind, lower(e.entity) ORDER BY alerts DESC, e.kind, lower(e.entity) LIMIT $3`
  const toEntity = (row: Row): ReportDocument['top_entities'][number] => ({
    ...{ entity_type: row.kind as 'host' | 'user' | 'ip', entity: text(row, 'entity'), alerts: int(row, 'alerts') },
    alert_ids: row.alert_ids as string[],
  })
  return tx.many(toEntity, sql, [...between, REPORT_LIMITS.listed, REPORT_LIMITS.alertsOfEntity])
}

function notableOf(tx: TenantTx, between: Between): Promise<ReportDocument['notable_cases']> {
  const sql = /* sql */ `
    SELECT id, number, title, severity, status, opened_at FROM cases
    WHERE opened_at >= $1 AND opened_at < $2 AND merged_into_id IS NULL
    ORDER BY severity DESC, opened_at DESC, id LIMIT $3`
  const toCase = (row: Row): ReportDocument['notable_cases'][number] => ({
    case: {
      ...{ id: text(row, 'id'), number: int(row, 'number'), title: text(row, 'title'), status: text(row, 'status') },
      ...{ severity: severityOfRank(int(row, 'severity')), opened_at: time(row, 'opened_at').toISOString() },
    },
  })
  return tx.many(toCase, sql, [...between, REPORT_LIMITS.listed])
}
