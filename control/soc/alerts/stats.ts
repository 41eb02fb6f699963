import { int, orNull, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { countsOf, type Facets, facetsOf, type Group, toGroup } from './query-alerts.ts'
import { QUEUE_PERIODS, type QueuePeriod } from './queue.ts'
import { DISPOSITIONS, type Disposition, UNRESOLVED } from './words.ts'

export type AlertStats = {
  readonly facets: Facets
  readonly byDisposition: Readonly<Record<Disposition, number>>
  /** Alerts without a disposition. */
  readonly undecided: number
  readonly unassigned: number
  readonly resolved: number
  /** Mean seconds from creation to resolution. Null when no alert of the period is resolved. */
  readonly meanSecondsToResolve: number | null
}

/** Statistics of the alerts that were made in the period. */
export async function alertStats(tx: TenantTx, period: QueuePeriod, nowMs: number): Promise<AlertStats> {
  const days = QUEUE_PERIODS[period]
  const sql = /* sql */ `
    SELECT severity, status, disposition, count(*) AS alerts, count(assigned_to_id) AS assigned,
      count(resolved_at) AS resolved, extract(epoch FROM sum(resolved_at - created_at))::float8 AS seconds
    FROM alerts WHERE $1::timestamptz IS NULL OR created_at >= $1 GROUP BY severity, status, disposition`
  return statsOf(await tx.many(toCounted, sql, [days === null ? null : new Date(nowMs - days * 86_400_000)]))
}

/** A group of alerts with its totals. */
type Counted = Group & {
  readonly disposition: Disposition | null
  readonly assigned: number
  readonly resolved: number
  /** Until their resolution, all together. */
  readonly seconds: number
}

function toCounted(row: Row): Counted {
  return {
    ...toGroup(row),
    disposition: orNull(text, row, 'disposition') as Disposition | null, // a CHECK constraint of the column guarantees the value
    assigned: int(row, 'assigned'),
    resolved: int(row, 'resolved'),
    seconds: typeof row.seconds === 'number' ? row.seconds : 0,
  }
}

function statsOf(groups: readonly Counted[]): AlertStats {
  const decided = (word: Disposition | null) => sum(groups, (group) => (group.disposition === word ? group.alerts : 0))
  const resolved = sum(groups, (group) => group.resolved)
  return {
    facets: facetsOf(groups),
    byDisposition: countsOf(DISPOSITIONS, decided),
    undecided: decided(null),
    unassigned: sum(groups, (group) => (UNRESOLVED.includes(group.status) ? group.alerts - group.assigned : 0)),
    resolved,
    meanSecondsToResolve: resolved === 0 ? null : Math.round(sum(groups, (group) => group.seconds) / resolved),
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

/** Alerts of the last days by the technique that they name, upper case. */
export async function alertsByTechnique(tx: TenantTx, days: number): Promise<ReadonlyMap<string, number>> {
  const sql = /* sql */ `
    SELECT upper(technique) AS technique, count(*)::int AS alerts
    FROM alerts, unnest(mitre_techniques) AS technique
    WHERE created_at >= clock_timestamp() - make_interval(days => $1) GROUP BY 1`
  return new Map(await tx.many((row) => [text(row, 'technique'), int(row, 'alerts')] as const, sql, [days]))
}
