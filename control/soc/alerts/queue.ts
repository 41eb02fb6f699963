import { type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { ALERTS, type Alert } from './alert.ts'
import { type Severity, severityRank } from './words.ts'

/** Days back from now; null: however old. */
export const QUEUE_PERIODS = { '24h': 1, '7d': 7, '30d': 30, all: null } as const
export type QueuePeriod = keyof typeof QUEUE_PERIODS
export const QUEUE_OWNERS = ['me', 'unassigned', 'all'] as const
export type QueueOwner = (typeof QUEUE_OWNERS)[number]

/** Position of the last alert seen. The time keeps the microseconds that a Date would lose. */
export type QueuePosition = readonly [priority: number, createdAt: string, id: string]

export type QueueQuery = {
  readonly owner: QueueOwner
  readonly period: QueuePeriod
  /** The user that `me` stands for; null for programs, whose own queue is empty. */
  readonly me: string | null
  readonly nowMs: number
  /** Any where it is absent. */
  readonly severities?: readonly Severity[] | undefined
}

/** Why an alert has no due time. */
export const NO_SLA = 'no target to resolve is set for alerts of this severity'

const OPEN = /* sql */ `
  status IN ('new', 'triaged', 'in_progress') AND (snoozed_until IS NULL OR snoozed_until <= $1)
  AND ($2::timestamptz IS NULL OR created_at >= $2)`

/** Unresolved alerts that are not snoozed: the highest priority first, of one priority the one that waits longest. */
export function queuePage(
  tx: TenantTx,
  query: QueueQuery,
  limit: number,
  after: QueuePosition | null,
): Promise<{ readonly item: Alert; readonly position: QueuePosition }[]> {
  const sql = /* sql */ `
    WITH shown AS MATERIALIZED (
      SELECT id AS shown_id FROM alerts
      WHERE ${OPEN} AND ($3 = 'all' OR ($3 = 'unassigned' AND assigned_to_id IS NULL)
          OR ($3 = 'me' AND assigned_to_id = $4::uuid))
        AND ($9::smallint[] IS NULL OR severity = ANY($9))
        AND ($5::int IS NULL OR (priority <= $5 AND (priority < $5 OR (created_at, id) > ($6::timestamptz, $7::uuid))))
      ORDER BY priority DESC, created_at, id LIMIT $8)
    SELECT ${ALERTS.columns}, created_at::text AS position FROM shown JOIN alerts ON id = shown_id
    ORDER BY priority DESC, created_at, id`
  const toPlaced = (row: Row) => {
    const item = ALERTS.read(row)
    return { item, position: [item.priority, text(row, 'position'), item.id] as const }
  }
  const [priority = null, createdAt = null, id = null] = after ?? []
  return tx.many(toPlaced, sql, [
    ...periodOf(query),
    query.owner,
    query.me,
    priority,
    createdAt,
    id,
    limit,
    query.severities?.map(severityRank) ?? null,
  ])
}

const { int } = column
const COUNTS = table('QueueCounts', { all: int(), unassigned: int(), me: int(), snoozed: int(), breached: int() })
export type QueueCounts = RowOf<typeof COUNTS>

/** Minutes that alerts of a severity may stay unresolved, least severe first; null: as long as they will. */
export type MinutesBySeverity = readonly (number | null)[]

/** Counts over the whole queue of the period, for any user. */
export async function queueCounts(tx: TenantTx, query: QueueQuery, targets: MinutesBySeverity): Promise<QueueCounts> {
  const sql = /* sql */ `
    SELECT count(*) FILTER (WHERE awake) AS "all",
      count(*) FILTER (WHERE awake AND assigned_to_id IS NULL) AS unassigned,
      count(*) FILTER (WHERE awake AND assigned_to_id = $3::uuid) AS me, count(*) FILTER (WHERE NOT awake) AS snoozed,
      count(*) FILTER (WHERE awake AND is_late) AS breached
    FROM (SELECT assigned_to_id, snoozed_until IS NULL OR snoozed_until <= $1 AS awake,
        created_at + ($4::int[])[severity] * interval '1 minute' < $1 AS is_late FROM alerts
      WHERE status IN ('new', 'triaged', 'in_progress') AND ($2::timestamptz IS NULL OR created_at >= $2)) open`
  return tx.one(COUNTS.read, sql, [...periodOf(query), query.me, targets])
}

function periodOf({ period, nowMs }: QueueQuery): [Date, Date | null] {
  const days = QUEUE_PERIODS[period]
  return [new Date(nowMs), days === null ? null : new Date(nowMs - days * 86_400_000)]
}
