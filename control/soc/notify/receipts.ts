import { assert } from '../../../platform/assert.ts'
import type { Placed, Position } from '../../../platform/paging.ts'
import { placed, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { RECEIPT_COLUMNS, RECEIPTS, type Receipt } from './notification.ts'

export type ReceiptFilter = {
  readonly userId?: string | undefined
  readonly aboutKind?: string | undefined
  readonly aboutId?: string | undefined
  readonly status?: string | undefined
}

/** Newest first. */
export function receiptsPage(
  tx: TenantTx,
  { userId, aboutKind, aboutId, status }: ReceiptFilter,
  limit: number,
  after: Position | null,
): Promise<Placed<Receipt>[]> {
  const sql = /* sql */ `
    SELECT ${RECEIPT_COLUMNS}, d.created_at::text AS position
    FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE ($1::uuid IS NULL OR d.user_id = $1) AND ($2::text IS NULL OR n.about_kind = $2)
      AND ($3::text IS NULL OR n.about_id = $3) AND ($4::text IS NULL OR d.status = $4)
      AND ($5::timestamptz IS NULL OR (d.created_at, d.id) < ($5::timestamptz, $6::uuid))
    ORDER BY d.created_at DESC, d.id DESC LIMIT $7`
  const params = [userId ?? null, aboutKind ?? null, aboutId ?? null, status ?? null]
  return tx.many(
    (row) => ({ item: RECEIPTS.read(row) as Receipt, position: [text(row, 'position'), text(row, 'id')] as const }),
    sql,
    [...params, after?.[0] ?? null, after?.[1] ?? null, limit],
  )
}

/** Receipts of a notification's subject, oldest first; at most 500. */
export async function receiptsAbout(tx: TenantTx, kind: string, id: string): Promise<Receipt[]> {
  return (await receiptsAboutPage(tx, kind, id, 500, null)).map(({ item }) => item)
}

/** Receipts of a notification's subject, oldest first. */
export function receiptsAboutPage(
  tx: TenantTx,
  kind: string,
  id: string,
  limit: number,
  after: Position | null,
): Promise<Placed<Receipt>[]> {
  const sql = /* sql */ `
    SELECT ${RECEIPT_COLUMNS}, d.created_at::text AS position
    FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE n.about_kind = $1 AND n.about_id = $2
      AND ($3::timestamptz IS NULL OR (d.created_at, d.id) > ($3::timestamptz, $4::uuid))
    ORDER BY d.created_at, d.id LIMIT $5`
  const read = placed((row) => RECEIPTS.read(row) as Receipt)
  return tx.many(read, sql, [kind, id, after?.[0] ?? null, after?.[1] ?? null, limit])
}

/** Marks receipts that a person looked at, or whose link they followed. An answered receipt stays answered. */
export async function markReceiptsSeen(
  tx: TenantTx,
  which: { readonly ids: readonly string[]; readonly userId: string | null },
  nowMs: number,
): Promise<number> {
  const sql = /* sql */ `
    UPDATE notification_deliveries SET seen_at = coalesce(seen_at, $3),
      status = CASE WHEN status IN ('sent', 'delivered') THEN 'seen' ELSE status END
    WHERE id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR user_id = $2) AND seen_at IS NULL`
  return tx.run(sql, [which.ids, which.userId, new Date(nowMs)])
}

/**
 * Settles all deliveries that asked for the answer: unsent ones are cancelled, and the answered one records it.
 * `deliveryId` null: it was answered in the app.
 */
export async function settleAnswered(
  tx: TenantTx,
  about: { readonly kind: string; readonly id: string; readonly answer: 'acknowledge' | 'approve' },
  deliveryId: string | null,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs)
  if (deliveryId !== null) {
    const sql = /* sql */ `
      UPDATE notification_deliveries SET status = 'answered', answered_at = $2, seen_at = coalesce(seen_at, $2),
        due_at = NULL
      WHERE id = $1`
    assert((await tx.run(sql, [deliveryId, now])) === 1, 'what was answered was sent')
  }
  const sql = /* sql */ `
    UPDATE notification_deliveries d SET status = 'skipped', reason = 'it was answered before it was sent', due_at = NULL
    FROM notifications n
    WHERE n.id = d.notification_id AND n.about_kind = $1 AND n.about_id = $2 AND n.answer = $3
      AND d.status IN ('queued', 'waiting')`
  await tx.run(sql, [about.kind, about.id, about.answer])
}
