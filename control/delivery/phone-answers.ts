/** Answers of phones: what became of a text or a call, the code of a reply, and the key of a call. */
import { randomInt } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { type Row, text } from '../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withSystem } from '../../stores/postgres/pool.ts'

/** Time within which a text is answered by its code. */
const CODE_MS = 24 * 3_600_000
const CODES = 1_000_000
const DAY_MS = 86_400_000

/** The code of a delivery; the same over its tries. */
export async function codeOf(tx: TenantTx, deliveryId: string): Promise<string> {
  const sql = /* sql */ `
    UPDATE notification_deliveries SET answer_code = coalesce(answer_code, $2) WHERE id = $1 RETURNING answer_code`
  const code = await tx.maybeOne((row) => text(row, 'answer_code'), sql, [
    deliveryId,
    String(randomInt(CODES)).padStart(6, '0'),
  ])
  if (code === null) throw new AppError('not_found', 'the delivery is gone')
  return code
}

/** The text that a reply from this number answers by its code, of whichever tenant; null: none of the last 24 hours. */
export function deliveryOfCode(
  pool: Postgres,
  number: string,
  code: string,
  nowMs: number,
): Promise<{ readonly tenant: TenantId; readonly deliveryId: string } | null> {
  const sql = /* sql */ `SELECT tenant, delivery FROM svc_phone_delivery($1, $2, $3)`
  const toFound = (row: Row) => ({ tenant: tenantId(text(row, 'tenant')), deliveryId: text(row, 'delivery') })
  return withSystem(pool, 'text that a phone answers', (tx) =>
    tx.maybeOne(toFound, sql, [number, code, new Date(nowMs - CODE_MS)]),
  )
}

export type PhoneStatus = 'delivered' | 'failed'

/**
 * Notes what the provider says of a message. Reports come in any order and more than once: what was delivered or answered
 * stays that. False when nothing changes.
 */
export async function notePhoneStatus(
  tx: TenantTx,
  deliveryId: string,
  status: PhoneStatus,
  reason: string | null,
  nowMs: number,
): Promise<boolean> {
  const sql = /* sql */ `
    UPDATE notification_deliveries SET status = $2, reason = $3, due_at = NULL, sent_at = coalesce(sent_at, $4)
    WHERE id = $1 AND status IN ('sending', 'sent') AND channel IN ('sms', 'voice')`
  return (await tx.run(sql, [deliveryId, status, reason?.slice(0, 500) ?? null, new Date(nowMs)])) > 0
}

/** Texts and calls of the tenant within 24 hours. */
export async function phonesWithinDay(tx: TenantTx, nowMs: number): Promise<number> {
  const sql = /* sql */ `
    SELECT count(*)::int AS n FROM notification_deliveries WHERE channel IN ('sms', 'voice') AND sent_at > $1`
  return (await tx.maybeOne((row) => Number(row.n), sql, [new Date(nowMs - DAY_MS)])) ?? 0
}
