import { createHash } from 'node:crypto'
import { type Reach, requireReachable } from '../../../platform/egress/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { PushTopic } from './message.ts'

/** A browser of a person (PushSubscription of the Push API). */
export const PUSH_SUBSCRIPTIONS = tableInCamelCase('PushSubscription', {
  /** 24 hexadecimal digits of the endpoint's SHA-256 */
  id: column.text(),
  user_id: column.text(),
  endpoint: column.text(),
  p256dh: column.text(),
  auth: column.text(),
  topics: column.json<readonly PushTopic[]>(),
  user_agent: column.orNull(column.text()),
  created_at: column.time(),
  expires_at: column.time(),
})
export type PushSubscription = RowOf<typeof PUSH_SUBSCRIPTIONS>

const LIFE_MS = 90 * 24 * 3_600_000
const PER_USER_MAX = 20

export type NewSubscription = Pick<PushSubscription, 'userId' | 'endpoint' | 'p256dh' | 'auth' | 'topics' | 'userAgent'>

/** A browser that subscribes again has its new keys and topics for another 90 days. Throws 422, `conflict`. */
export async function subscribe(
  tx: TenantTx,
  newSubscription: NewSubscription,
  reach: Reach,
  nowMs: number,
): Promise<PushSubscription> {
  requireEndpoint(newSubscription.endpoint, reach)
  if (bytesOf(newSubscription.p256dh) !== 65)
    throw invalid('subscription.keys.p256dh', 'is no point of P-256 in base64url')
  if (bytesOf(newSubscription.auth) !== 16)
    throw invalid('subscription.keys.auth', 'is no secret of 16 bytes in base64url')
  await tx.run(/* sql */ `DELETE FROM push_subscriptions WHERE expires_at < $1`, [new Date(nowMs)])
  const sql = /* sql */ `
    INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, topics, user_agent, expires_at)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8
    WHERE (SELECT count(*) FROM push_subscriptions WHERE user_id = $2 AND id <> $1) < $9
    ON CONFLICT (tenant_id, id) DO UPDATE
      SET user_id = $2, p256dh = $4, auth = $5, topics = $6, user_agent = $7, expires_at = $8
    RETURNING ${PUSH_SUBSCRIPTIONS.columns}`
  const kept = await tx.maybeOne(PUSH_SUBSCRIPTIONS.read, sql, [
    ...[
      subscriptionId(newSubscription.endpoint),
      newSubscription.userId,
      newSubscription.endpoint,
      newSubscription.p256dh,
      newSubscription.auth,
      newSubscription.topics,
    ],
    ...[newSubscription.userAgent, new Date(nowMs + LIFE_MS), PER_USER_MAX],
  ])
  if (kept === null) throw new AppError('conflict', `a person has at most ${PER_USER_MAX} subscriptions`)
  return kept
}

export function subscriptionsOf(tx: TenantTx, userId: string): Promise<PushSubscription[]> {
  const sql = /* sql */ `SELECT ${PUSH_SUBSCRIPTIONS.columns} FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id`
  return tx.many(PUSH_SUBSCRIPTIONS.read, sql, [userId])
}

export function subscriptionById(tx: TenantTx, id: string): Promise<PushSubscription | null> {
  return tx.maybeOne(
    PUSH_SUBSCRIPTIONS.read,
    /* sql */ `SELECT ${PUSH_SUBSCRIPTIONS.columns} FROM push_subscriptions WHERE id = $1`,
    [id],
  )
}

/** Subscriptions of the tenant, or of one person when `userId` is given. */
export async function unsubscribe(tx: TenantTx, id: string, userId: string | null): Promise<boolean> {
  const sql = /* sql */ `DELETE FROM push_subscriptions WHERE id = $1 AND ($2::uuid IS NULL OR user_id = $2)`
  return (await tx.run(sql, [id, userId])) > 0
}

export function subscriptionId(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex').slice(0, 24)
}

function requireEndpoint(endpoint: string, reach: Reach): void {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username !== '') throw invalid('subscription.endpoint', 'is no https address')
  requireReachable('subscription.endpoint', url, reach)
}

const bytesOf = (text: string) => Buffer.from(text, 'base64url').length
