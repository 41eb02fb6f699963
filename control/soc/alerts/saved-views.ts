/** Views of the queue that people keep, each for its owner alone. */
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

/** @bound saved views of a person; columns of one = {ofPerson}; {columns} -> 409; 422 */
export const VIEW_LIMITS = { ofPerson: 100, nameChars: 80, queryChars: 4_000, columns: 30, columnChars: 40 } as const

export const ALERT_VIEWS = table('AlertView', {
  id: column.uuid(),
  name: column.text(),
  query: column.text({ description: 'filters, order and grouping, in the form of the query string of the queue' }),
  columns: column.texts({ description: 'columns of the queue, in order; empty: the default ones' }),
  updated_at: column.time(),
})
export type AlertView = RowOf<typeof ALERT_VIEWS>

export function alertViews(tx: TenantTx, ownerId: string): Promise<AlertView[]> {
  const sql = /* sql */ `
    SELECT ${ALERT_VIEWS.columns} FROM alert_views WHERE owner_id = $1 ORDER BY lower(name), id LIMIT $2`
  return tx.many(ALERT_VIEWS.read, sql, [ownerId, VIEW_LIMITS.ofPerson])
}

/** Stores a view and replaces one of the same name. Throws `conflict` for a person at the limit of views. */
export async function keepAlertView(
  tx: TenantTx,
  ownerId: string,
  { name, query, columns }: Pick<AlertView, 'name' | 'query' | 'columns'>,
): Promise<AlertView> {
  const sql = /* sql */ `
    INSERT INTO alert_views (owner_id, name, query, columns)
    SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT FROM alert_views WHERE owner_id = $1 AND name = $2)
      OR (SELECT count(*) FROM alert_views WHERE owner_id = $1) < $5
    ON CONFLICT (tenant_id, owner_id, name) DO UPDATE SET query = EXCLUDED.query, columns = EXCLUDED.columns,
      updated_at = clock_timestamp()
    RETURNING ${ALERT_VIEWS.columns}`
  const kept = await tx.maybeOne(ALERT_VIEWS.read, sql, [ownerId, name, query, columns, VIEW_LIMITS.ofPerson])
  if (kept === null) throw new AppError('conflict', `one person keeps at most ${VIEW_LIMITS.ofPerson} views`)
  return kept
}

/** False where the person has no such view. */
export async function deleteAlertView(tx: TenantTx, ownerId: string, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM alert_views WHERE id = $2 AND owner_id = $1`, [ownerId, id])) === 1
}
