import type { Placed, Position } from '../../../platform/paging.ts'
import { placedBy, text } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW } from '../../../stores/postgres/jobs.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

export const MISP_PUSH_STATES = ['waiting', 'pushed', 'failed'] as const
export const MISP_PUSH_ROWS = table('MispPush', {
  indicator_id: column.uuid(),
  state: column.word(MISP_PUSH_STATES),
  attempts: column.int(),
  error: column.orNull(column.text({ description: 'error of the last attempt' })),
  pushed_at: column.orNull(column.time()),
  requested_at: column.time(),
})
export type MispPush = RowOf<typeof MISP_PUSH_ROWS>

/** An indicator that was pushed is pushed again: it may have changed. */
export async function requestPush(tx: TenantTx, indicatorId: string): Promise<MispPush> {
  const sql = /* sql */ `
    INSERT INTO misp_pushes (indicator_id) VALUES ($1)
    ON CONFLICT (tenant_id, indicator_id) DO UPDATE SET state = 'waiting', attempts = 0, error = NULL,
      next_at = clock_timestamp(), requested_at = clock_timestamp()
    RETURNING ${MISP_PUSH_ROWS.columns}`
  return tx.one(MISP_PUSH_ROWS.read, sql, [indicatorId])
}

/** Newest first. */
export function pushesPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<MispPush>[]> {
  const sql = /* sql */ `
    SELECT ${MISP_PUSH_ROWS.columns}, requested_at::text AS position FROM misp_pushes
    WHERE ($1::timestamptz IS NULL OR (requested_at, indicator_id) < ($1::timestamptz, $2::uuid))
    ORDER BY requested_at DESC, indicator_id DESC LIMIT $3`
  return tx.many(
    placedBy(MISP_PUSH_ROWS.read, ({ indicator_id }) => indicator_id),
    sql,
    [after?.[0] ?? null, after?.[1] ?? null, limit],
  )
}

/** One request for a push. A process recognises its own request by `requestedAt`, as a text in Postgres's precision. */
export type PushClaim = { readonly requestedAt: string }

/** Pushes of active tenants. An attempt whose process died is due again after five minutes. */
export const MISP_PUSHES = jobs<PushClaim>({
  table: 'misp_pushes',
  id: 'indicator_id',
  until: 'next_at',
  lease: null,
  seconds: 300,
  tries: 'attempts',
  join: 'JOIN tenants t ON t.id = j.tenant_id',
  due: `j.state = 'waiting' AND j.next_at <= ${NOW} AND t.status = 'active'`,
  order: 'j.next_at',
  since: 'next_at',
  returning: 'j.requested_at::text AS requested_at',
  read: (row) => ({ requestedAt: text(row, 'requested_at') }),
})

/**
 * Doubles the wait after each failed attempt, up to an hour; after the last attempt the push has failed for good. A
 * request that arrived during the attempt stays waiting.
 */
export async function endPush(
  tx: TenantTx,
  { id, requestedAt }: PushClaim & Pick<Lease, 'id'>,
  error: string | null,
  attemptsMax: number,
): Promise<void> {
  const sql = /* sql */ `
    UPDATE misp_pushes SET error = $2, pushed_at = CASE WHEN $2::text IS NULL THEN clock_timestamp() END,
      state = CASE WHEN $2::text IS NULL THEN 'pushed' WHEN attempts >= $3 THEN 'failed' ELSE 'waiting' END,
      next_at = clock_timestamp() + least(power(2, attempts) * interval '15 seconds', interval '1 hour')
    WHERE indicator_id = $1 AND state = 'waiting' AND requested_at = $4::timestamptz`
  await tx.run(sql, [id, error?.slice(0, 1000) ?? null, attemptsMax, requestedAt])
}
