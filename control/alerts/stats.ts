import { assert } from '../../platform/assert.ts'
import { int, type Row } from '../../stores/postgres/columns.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { alertFacets, type Facets } from './query-alerts.ts'
import { QUEUE_PERIODS, type QueuePeriod } from './queue.ts'
import { DISPOSITIONS, type Disposition } from './words.ts'

export type AlertStats = {
  readonly facets: Facets
  readonly byDisposition: Readonly<Record<Disposition, number>>
  /** Without a disposition. */
  readonly undecided: number
  readonly unassigned: number
  readonly resolved: number
  /** From the moment an alert was made to its resolution. Null: none of the period is resolved. */
  readonly meanSecondsToResolve: number | null
}

/** Over the alerts made in the period. */
export async function alertStats(tx: TenantTx, period: QueuePeriod, nowMs: number): Promise<AlertStats> {
  const days = QUEUE_PERIODS[period]
  const from = days === null ? undefined : new Date(nowMs - days * 86_400_000)
  const facets = await alertFacets(tx, { from })
  const sql = /* sql */ `
    SELECT count(*) FILTER (WHERE disposition = 'true_positive') AS true_positive,
      count(*) FILTER (WHERE disposition = 'benign_true_positive') AS benign_true_positive,
      count(*) FILTER (WHERE disposition = 'false_positive') AS false_positive,
      count(*) FILTER (WHERE disposition = 'benign') AS benign, count(*) FILTER (WHERE disposition = 'escalate') AS escalate,
      count(*) FILTER (WHERE disposition IS NULL) AS undecided,
      count(*) FILTER (WHERE assigned_to_id IS NULL AND status IN ('new', 'triaged', 'in_progress')) AS unassigned,
      count(resolved_at) AS resolved, round(extract(epoch FROM avg(resolved_at - created_at)))::bigint AS mean_seconds
    FROM alerts WHERE $1::timestamptz IS NULL OR created_at >= $1`
  const toStats = (row: Row): AlertStats => ({
    facets,
    byDisposition: Object.fromEntries(DISPOSITIONS.map((word) => [word, int(row, word)])) as Record<
      Disposition,
      number
    >,
    undecided: int(row, 'undecided'),
    unassigned: int(row, 'unassigned'),
    resolved: int(row, 'resolved'),
    meanSecondsToResolve: row.mean_seconds === null ? null : int(row, 'mean_seconds'),
  })
  const stats = await tx.maybeOne(toStats, sql, [from ?? null])
  assert(stats !== null, 'an aggregate answers with one row')
  return stats
}
