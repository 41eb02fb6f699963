import type { Placed, Position } from '../../../platform/paging.ts'
import { placed } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

/** A token as a list shows it: never the raw token, never the secret. */
export const INBOX_TOKENS = tableInCamelCase('InboxToken', {
  id: column.uuid(),
  template_id: column.text(),
  label: column.text(),
  /** Eight bytes of the digest, by which people tell tokens apart. */
  fingerprint: column.text(),
  has_hmac_secret: column.from('hmac_secret_sealed IS NOT NULL', column.bool()),
  created_at: column.time(),
  last_used_at: column.orNull(column.time()),
  revoked_at: column.orNull(column.time()),
})
export type InboxToken = RowOf<typeof INBOX_TOKENS>

/** Newest first, revoked ones included. */
export function tokensPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<InboxToken>[]> {
  const sql = /* sql */ `
    SELECT ${INBOX_TOKENS.columns}, created_at::text AS position FROM inbox_tokens
    WHERE $2::timestamptz IS NULL OR (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY created_at DESC, id DESC LIMIT $1`
  return tx.many(placed(INBOX_TOKENS.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}
