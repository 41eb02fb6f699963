/** Answers of phones: what became of a text or a call, the code of a reply, and the key of a call. */
import { randomInt } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { type Row, text } from '../../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withSystem } from '../../../stores/postgres/pool.ts'
import type { MutationDeps } from '../../platform/acting/index.ts'
import { hiddenFromAll, shownText } from '../../platform/governance/index.ts'
import { getCase } from '../cases/index.ts'
import { questionOfDelivery } from './answer.ts'
import { settleReported } from './claim.ts'
import { recordEnd } from './record-end.ts'

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

/**
 * Finds the text message, in any tenant, that a reply from this number answers by its code; null when none of the last
 * 24 hours fits.
 */
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

/**
 * Records a delivery report in the receipts, the audit log and the case. A report that arrives before the response to
 * the send request also proves that the provider accepted the message.
 */
export async function notePhoneStatus(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  deliveryId: string,
  to: { readonly status: 'delivered' } | { readonly status: 'failed'; readonly reason: string },
  nowMs: number,
): Promise<void> {
  const { early, all } = await settleReported(tx, deliveryId, to, nowMs)
  await recordEnd(tx, acting, early, { status: 'sent' }, nowMs)
  if (to.status === 'failed') await recordEnd(tx, acting, all, to, nowMs)
}

/**
 * Counts texts and calls before they are sent, one process of a tenant at a time, so that concurrent ones respect the
 * limit together. Returns false at the limit. `settleJob` releases what was not sent.
 */
export async function reservePhone(
  tx: TenantTx,
  ids: readonly string[],
  dailyMax: number,
  nowMs: number,
): Promise<boolean> {
  const lock = /* sql */ `SELECT pg_advisory_xact_lock(hashtextextended($1, 430))`
  await tx.run(lock, [`${tx.tenantId}/texts and calls`])
  const count = /* sql */ `
    SELECT count(*)::int AS n FROM notification_deliveries
    WHERE channel IN ('sms', 'voice') AND sent_at > $1 AND id <> ALL($2::uuid[])`
  const sent = await tx.maybeOne((row) => Number(row.n), count, [new Date(nowMs - DAY_MS), ids])
  if ((sent ?? 0) >= dailyMax) return false
  const reserve = /* sql */ `
    UPDATE notification_deliveries SET sent_at = $2 WHERE id = ANY($1::uuid[]) AND status = 'sending'`
  await tx.run(reserve, [ids, new Date(nowMs)])
  return true
}

export type Called = {
  readonly title: string
  /** Other notifications that the call is about. */
  readonly more: number
  readonly isAnswered: boolean
}

/**
 * The words of a call, with every field rule applied. Null when its receipt or its case is gone, or the case was
 * merged.
 */
export async function calledAbout(tx: TenantTx, deliveryId: string): Promise<Called | null> {
  try {
    const { title, path, aboutId, aboutKind, isAnswered, channel } = await questionOfDelivery(tx, deliveryId)
    if (channel !== 'voice') return null
    const about = aboutKind === 'case' && aboutId !== null ? await getCase(tx, aboutId) : null
    if (about !== null && about.mergedIntoId !== null) return null
    const copies = await hiddenFromAll(tx, [title, path, aboutId ?? ''])
    const sql = /* sql */ `SELECT count(*)::int AS n FROM notification_deliveries WHERE digest_id = $1 AND id <> $1`
    const more = (await tx.maybeOne((row) => Number(row.n), sql, [deliveryId])) ?? 0
    const isAcknowledged = about !== null && about.acknowledgedAt !== null
    return { title: shownText(title, copies), more, isAnswered: isAnswered || isAcknowledged }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
