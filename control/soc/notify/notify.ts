/**
 * Notifies people, if the transaction commits: each receiver and channel gets a row, and the workers of
 * `control/soc/delivery` send it. The same `dedupeKey` is sent once, whatever the number of replicas that request it.
 */
import type { Severity } from '../../../platform/severities.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts'
import { NOTIFY_LIMITS } from './limits.ts'
import { subscribersOf } from './preferences.ts'
import { type Addressed, addressesOf, type Receiver } from './receivers.ts'

export type Notification = {
  readonly kind: NotificationKind
  readonly title: string
  readonly body: string
  /** Page of the console that it is about, such as `/cases/ID`. */
  readonly path: string
  readonly severity?: Severity | null
  /** Unique in the tenant: a second notification with the same key is not sent. */
  readonly dedupeKey: string
  readonly about?: { readonly kind: string; readonly id: string } | null
  /** A link that works for anybody who has it, in place of the one to `path`; the row forgets it once it was sent. */
  readonly secretUrl?: string | null
  /** A push by topic covers the same event: browsers are left out here. */
  readonly isPushedByTopic?: boolean
  /** Adds a link that answers: it is signed, for one receiver, and works once. */
  readonly answer?: 'acknowledge' | 'approve' | null
  /** State that the link answers: after it has changed, the link answers nothing. */
  readonly bound?: string | null
}

export type Notified = { readonly id: string; readonly addressed: readonly Addressed[] }

/** Null when the key was used before. Without a receiver nothing is written. */
export async function notify(
  tx: TenantTx,
  notification: Notification,
  receivers: readonly Receiver[],
  nowMs: number,
): Promise<Notified | null> {
  const now = new Date(nowMs)
  const { kind, severity = null, isPushedByTopic = false } = notification
  if (receivers.length === 0) return null
  const id = await insert(tx, notification, now)
  if (id === null) return null
  const addressed = await addressesOf(tx, { kind, severity, isPushedByTopic }, receivers, now)
  const { isUrgent, isDigestible } = NOTIFICATION_KINDS[kind]
  const sql = /* sql */ `
    INSERT INTO notification_deliveries (notification_id, receiver, user_id, channel, address, status, reason, is_urgent,
      is_digestible, place, due_at, created_at)
    SELECT $1, a.receiver, a.user_id, a.channel, a.address, a.status, a.reason, $3, $4, a.place, a.due_at, $5
    FROM jsonb_to_recordset($2::jsonb) AS a (receiver text, user_id uuid, channel text, address text, status text,
      reason text, place int, due_at timestamptz)
    ON CONFLICT DO NOTHING`
  const rows = addressed.map(({ userId, dueAt, ...rest }) => ({ ...rest, user_id: userId, due_at: dueAt }))
  await tx.run(sql, [id, JSON.stringify(rows), isUrgent, isDigestible, now])
  return { id, addressed }
}

/** Sends a notification without named receivers to the users who asked for its kind in their preferences. */
export async function notifySubscribers(tx: TenantTx, notification: Notification, nowMs: number): Promise<void> {
  const userIds = await subscribersOf(tx, notification.kind, NOTIFY_LIMITS.receivers)
  if (userIds.length === 0) return
  await notify(tx, notification, [{ kind: 'users', userIds, label: `subscribers of ${notification.kind}` }], nowMs)
}

function insert(tx: TenantTx, notification: Notification, now: Date): Promise<string | null> {
  const sql = /* sql */ `
    INSERT INTO notifications (kind, severity, title, body, path, secret_url, answer, about_kind, about_id, dedupe_key,
      created_at, bound)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT (tenant_id, dedupe_key) DO NOTHING RETURNING id`
  const {
    kind,
    severity = null,
    path,
    secretUrl = null,
    answer = null,
    about = null,
    dedupeKey,
    bound = null,
  } = notification
  const title = cut(notification.title.replaceAll(/[\p{C}\s]+/gu, ' ').trim() || kind, NOTIFY_LIMITS.titleChars)
  const body = cut(notification.body.replaceAll('\0', ''), NOTIFY_LIMITS.bodyChars)
  return tx.maybeOne((row) => text(row, 'id'), sql, [
    ...[kind, severity, title, body, path, secretUrl, answer, about?.kind ?? null, about?.id ?? null, dedupeKey, now],
    bound,
  ])
}

function cut(value: string, chars: number): string {
  return value.length <= chars ? value : `${value.slice(0, chars - 1).toWellFormed()}…`
}
