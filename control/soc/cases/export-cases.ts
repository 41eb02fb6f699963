import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { CASES, type Case } from './case.ts'

/** Position of the last exported case: the transaction that changed it, and its id. */
export type ExportPosition = readonly [transaction: string, id: string]

/**
 * Cases by last change, each in its current state, merged ones included. It stops before the oldest open transaction,
 * so a reader that continues from the last position misses no change and sees each at least once.
 */
export function changedCases(
  tx: TenantTx,
  since: Date | null,
  limit: number,
  after: ExportPosition | null,
): Promise<{ readonly item: Case; readonly position: ExportPosition }[]> {
  const sql = /* sql */ `
    SELECT ${CASES.columns}, changed_xid::text AS changed FROM cases
    WHERE changed_xid < pg_snapshot_xmin(pg_current_snapshot())
      AND ($3::text IS NULL OR (changed_xid, id) > ($3::xid8, $4::uuid)) AND ($1::timestamptz IS NULL OR updated_at >= $1)
    ORDER BY changed_xid, id LIMIT $2`
  return tx.many(
    (row) => ({ item: CASES.read(row), position: [text(row, 'changed'), text(row, 'id')] as const }),
    sql,
    [...[since, limit, after?.[0] ?? null, after?.[1] ?? null]],
  )
}
