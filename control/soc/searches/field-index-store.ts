/** Indexes of the lake that tenants asked for. */
import { AppError } from '../../../platform/errors.ts'
import { plannedIndex } from '../../../query/search/field-index.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

export const FIELD_INDEX_LIMITS = {
  ofTenant: 4,
  /**
   * All tenants share one table and pay for each index. The oldest requests come first.
   * @bound indexes of fields, of a tenant and of the installation = {ofTenant} and {} -> 409; it waits
   */
  all: 16,
} as const

export const FIELD_INDEXES = table('FieldIndex', {
  id: column.uuid(),
  field: column.text(),
  state: column.word(['waiting', 'building', 'built', 'failed'], {
    description: `waiting: starts within a minute, unless the installation has ${FIELD_INDEX_LIMITS.all} already; building: finished days use the index, other days are scanned`,
  }),
  fault: column.orNull(column.text()),
  made_by: column.text(),
  created_at: column.time(),
})
export type FieldIndexRow = RowOf<typeof FIELD_INDEXES>

export function tenantFieldIndexes(tx: TenantTx): Promise<FieldIndexRow[]> {
  const sql = /* sql */ `SELECT ${FIELD_INDEXES.columns} FROM field_indexes ORDER BY created_at, id`
  return tx.many(FIELD_INDEXES.read, sql)
}

/**
 * Returns the existing index if the tenant has one for this field. Throws `bad_request` for a field that no index
 * serves, and `conflict` past the limit.
 */
export async function addFieldIndex(tx: TenantTx, field: string, madeBy: string): Promise<FieldIndexRow> {
  const planned = plannedIndex(field)
  if ('reason' in planned) throw new AppError('bad_request', `${field} gets no index: ${planned.reason}`)
  const known = (await tenantFieldIndexes(tx)).find((one) => one.field === field)
  if (known) return known
  const sql = /* sql */ `
    INSERT INTO field_indexes (field, made_by)
    SELECT $1, $2 WHERE (SELECT count(*) FROM field_indexes) < $3
    RETURNING ${FIELD_INDEXES.columns}`
  const added = await tx.maybeOne(FIELD_INDEXES.read, sql, [field, madeBy, FIELD_INDEX_LIMITS.ofTenant])
  if (added === null)
    throw new AppError('conflict', `a tenant has at most ${FIELD_INDEX_LIMITS.ofTenant} indexes: remove one first`)
  return added
}

/** Null where the tenant has none of this id. */
export function removeFieldIndex(tx: TenantTx, id: string): Promise<FieldIndexRow | null> {
  const sql = /* sql */ `DELETE FROM field_indexes WHERE id = $1 RETURNING ${FIELD_INDEXES.columns}`
  return tx.maybeOne(FIELD_INDEXES.read, sql, [id])
}
