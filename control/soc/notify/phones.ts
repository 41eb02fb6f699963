/**
 * The own number of a person. A code goes to it as a text; once it came back the number is verified, and texts and calls of
 * ladders and preferences use it. The code is that of the delivery, and works for ten minutes and five tries.
 */
import { AppError, requireFound } from '../../../platform/errors.ts'
import { int } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { notify } from './notify.ts'

/** E.164. */
export const E164 = '^\\+[1-9][0-9]{6,14}$'
export const CODE_TRIES_MAX = 5
const CODE_MINUTES = 10
/** Codes that one user may send a day, because each costs and its receiver may be a stranger. */
const CODES_A_DAY = 5
const MINUTE_MS = 60_000

export const PHONE = table('OwnPhone', {
  number: column.text({ description: 'E.164' }),
  asked_at: column.time(),
  verified_at: column.orNull(
    column.time({ description: 'null: the code was not confirmed, and no messages are sent to the number' }),
  ),
})
export type OwnPhone = RowOf<typeof PHONE>

export function phoneOf(tx: TenantTx, userId: string): Promise<OwnPhone | null> {
  return tx.maybeOne(PHONE.read, /* sql */ `SELECT ${PHONE.columns} FROM user_phones WHERE user_id = $1`, [userId])
}

/** Keeps the number and has a code sent to it. Throws `rate_limited` for more than one a minute or five a day. */
export async function setPhone(tx: TenantTx, userId: string, number: string, nowMs: number): Promise<OwnPhone> {
  const now = new Date(nowMs)
  await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended('user_phones/' || $1, 0))`, [userId])
  const counts = /* sql */ `
    SELECT count(*) AS day, count(*) FILTER (WHERE d.created_at > $2::timestamptz - interval '1 minute') AS minute
    FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE n.kind = 'phone_code' AND d.user_id = $1 AND d.created_at > $2::timestamptz - interval '1 day'`
  const sent = await tx.maybeOne((row) => ({ day: int(row, 'day'), minute: int(row, 'minute') }), counts, [userId, now])
  if ((sent?.minute ?? 0) > 0) throw new AppError('rate_limited', 'one code a minute', { retryAfterSeconds: 60 })
  if ((sent?.day ?? 0) >= CODES_A_DAY)
    throw new AppError('rate_limited', `${CODES_A_DAY} codes a day`, { retryAfterSeconds: 3_600 })
  const sql = /* sql */ `
    INSERT INTO user_phones (user_id, number, asked_at) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET number = $2, asked_at = $3, verified_at = NULL, code_tries = 0
    RETURNING ${PHONE.columns}`
  const phone = requireFound(await tx.maybeOne(PHONE.read, sql, [userId, number, now]), 'person')
  await notify(
    tx,
    {
      ...{ kind: 'phone_code', title: 'A code that verifies this number', body: '', path: '/settings' },
      dedupeKey: `phone_code/${userId}/${Math.floor(nowMs / MINUTE_MS)}`,
    },
    [{ kind: 'phone', channel: 'sms', number, userId }],
    nowMs,
  )
  return phone
}

/** Counts the try. Returns false for a wrong or expired code, and after too many tries. */
export async function verifyPhone(tx: TenantTx, userId: string, code: string, nowMs: number): Promise<boolean> {
  const tried = /* sql */ `
    UPDATE user_phones SET code_tries = code_tries + 1 WHERE user_id = $1 AND verified_at IS NULL AND code_tries < $2`
  if ((await tx.run(tried, [userId, CODE_TRIES_MAX])) !== 1) return false
  const sql = /* sql */ `
    UPDATE user_phones p SET verified_at = $3 FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE p.user_id = $1 AND p.verified_at IS NULL AND n.kind = 'phone_code' AND d.user_id = p.user_id
      AND d.address = p.number AND d.answer_code = $2 AND d.created_at >= p.asked_at
      AND d.created_at > $3::timestamptz - interval '${CODE_MINUTES} minutes'`
  return (await tx.run(sql, [userId, code, new Date(nowMs)])) === 1
}

export function removePhone(tx: TenantTx, userId: string): Promise<number> {
  return tx.run(/* sql */ `DELETE FROM user_phones WHERE user_id = $1`, [userId])
}
