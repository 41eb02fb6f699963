/**
 * Chooses the messages to send next. Due messages of one receiver are claimed together, under a lock of that receiver:
 * a few are sent alone, and past that all of them become one message with a count.
 */
import type { Severity } from '../../../platform/severities.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { jobs, NOW } from '../../../stores/postgres/jobs.ts'
import type { OperatorTx, TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { type Channel, NOTIFY_LIMITS, type NotificationKind } from '../notify/index.ts'

export const DELIVERY_ROWS = tableInCamelCase('Delivery', {
  id: column.text(),
  notification_id: column.text(),
  receiver: column.text(),
  user_id: column.orNull(column.text()),
  channel: column.json<Channel>(),
  address: column.text(),
  tries: column.int(),
  created_at: column.time(),
  kind: column.json<NotificationKind>(),
  severity: column.orNull(column.json<Severity>()),
  title: column.text(),
  body: column.text(),
  path: column.text(),
  secret_url: column.orNull(column.text()),
  answer: column.json<'acknowledge' | 'approve' | null>(),
  about_kind: column.orNull(column.text()),
  about_id: column.orNull(column.text()),
})
export type Delivery = RowOf<typeof DELIVERY_ROWS>

/** One message for one or several notifications to the same receiver. */
export type Job = readonly [Delivery, ...Delivery[]]

const DELIVERY_COLUMNS = `j.id, j.notification_id, j.receiver, j.user_id, j.channel, j.address, j.tries, j.created_at, n.kind,
  n.severity, n.title, n.body, n.path, n.secret_url, n.answer, n.about_kind, n.about_id`

/** `claimOf` chooses which of them are claimed. A process recognises its own delivery by the number of tries. */
export const DELIVERIES = jobs({
  table: 'notification_deliveries',
  until: 'due_at',
  lease: null,
  seconds: NOTIFY_LIMITS.leaseMs / 1000,
  tries: 'tries',
  due: `j.due_at <= ${NOW}`,
  order: 'j.due_at',
  since: 'due_at',
  set: `status = 'sending', reason = NULL, digest_id = NULL`,
  from: 'notifications n',
  where: 'n.id = j.notification_id',
  returning: DELIVERY_COLUMNS,
  read: DELIVERY_ROWS.read,
})

/** Tenants with due messages, in random order, so that none is always last. */
export function tenantsWithDue(tx: OperatorTx, now: Date, limit: number): Promise<TenantId[]> {
  const sql = /* sql */ `
    SELECT t.id FROM tenants t
    WHERE EXISTS (SELECT 1 FROM notification_deliveries d WHERE d.tenant_id = t.id AND d.due_at <= $1)
    ORDER BY random() LIMIT $2`
  return tx.many((row) => tenantId(text(row, 'id')), sql, [now, limit])
}

const CANDIDATES = 50

/** Empty when nothing is due, or other processes have it all. */
export async function claimJobs(tx: TenantTx, nowMs: number): Promise<Job[]> {
  const now = new Date(nowMs)
  const sql = /* sql */ `
    SELECT channel, address FROM notification_deliveries WHERE due_at <= $1
    ORDER BY is_urgent DESC, due_at LIMIT $2`
  const toPlace = (row: Row) => ({ channel: text(row, 'channel'), address: text(row, 'address') })
  const candidates = await tx.many(toPlace, sql, [now, CANDIDATES])
  const tried = new Set<string>()
  for (const { channel, address } of candidates) {
    const key = `${tx.tenantId}/${channel}/${address}`
    if (tried.has(key)) continue
    tried.add(key)
    if (!(await lockReceiver(tx, key))) continue
    const jobs = await claimOf(tx, channel, address, nowMs)
    if (jobs.length > 0) return jobs
  }
  return []
}

async function lockReceiver(tx: TenantTx, key: string): Promise<boolean> {
  const sql = /* sql */ `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 430)) AS is_ours`
  return (await tx.maybeOne((row) => row.is_ours === true, sql, [key])) ?? false
}

async function claimOf(tx: TenantTx, channel: string, address: string, nowMs: number): Promise<Job[]> {
  const now = new Date(nowMs)
  const due = /* sql */ `
    SELECT id, is_digestible FROM notification_deliveries WHERE channel = $1 AND address = $2 AND due_at <= $3
    ORDER BY is_urgent DESC, due_at, id LIMIT $4 FOR UPDATE`
  const toDue = (row: Row) => ({ id: text(row, 'id'), isDigestible: row.is_digestible === true })
  const found = await tx.many(toDue, due, [channel, address, now, NOTIFY_LIMITS.digested])
  const digestible = found.filter(({ isDigestible }) => isDigestible).map(({ id }) => id)
  // Sent at the same time, so that all of them end within their lease.
  const alone = found.flatMap(({ id, isDigestible }) => (isDigestible ? [] : [id])).slice(0, NOTIFY_LIMITS.burst)
  if (digestible.length === 0) return claimed(tx, alone, false, nowMs)
  const { messages, lastMs } = await sentLately(tx, channel, address, nowMs)
  if (messages + digestible.length <= NOTIFY_LIMITS.burst) return claimed(tx, [...alone, ...digestible], false, nowMs)
  const nextMs = messages < NOTIFY_LIMITS.burst ? nowMs : lastMs + NOTIFY_LIMITS.digestEveryMs
  if (nextMs <= nowMs)
    return [...(await claimed(tx, digestible, true, nowMs)), ...(await claimed(tx, alone, false, nowMs))]
  const hold = /* sql */ `
    UPDATE notification_deliveries SET status = 'queued', due_at = $2, reason = 'held: many messages to this receiver'
    WHERE id = ANY($1::uuid[])`
  await tx.run(hold, [digestible, new Date(nextMs)])
  return claimed(tx, alone, false, nowMs)
}

/** Messages to the receiver within the window: those that were sent, and those that are being sent. */
async function sentLately(tx: TenantTx, channel: string, address: string, nowMs: number) {
  const sql = /* sql */ `
    SELECT count(DISTINCT coalesce(digest_id, id)) AS messages, max(sent_at) AS last_at FROM notification_deliveries
    WHERE channel = $1 AND address = $2 AND (sent_at > $3 OR (status = 'sending' AND due_at > $4))`
  const toCount = (row: Row) => ({
    messages: int(row, 'messages'),
    lastMs: orNull(time, row, 'last_at')?.getTime() ?? 0,
  })
  const since = new Date(nowMs - NOTIFY_LIMITS.burstMs)
  return (await tx.maybeOne(toCount, sql, [channel, address, since, new Date(nowMs)])) ?? { messages: 0, lastMs: 0 }
}

async function claimed(tx: TenantTx, ids: readonly string[], isDigest: boolean, nowMs: number): Promise<Job[]> {
  if (ids.length === 0) return []
  const rows = await DELIVERIES.claimMany(tx, ids.length, { now: new Date(nowMs), among: ids })
  const order = new Map(ids.map((id, index) => [id, index]))
  const [first, ...rest] = rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  if (first === undefined) return []
  if (!isDigest) return [[first], ...rest.map((one): Job => [one])]
  const sql = /* sql */ `UPDATE notification_deliveries SET digest_id = $2 WHERE id = ANY($1::uuid[])`
  if (rest.length > 0) await tx.run(sql, [rows.map(({ id }) => id), first.id])
  return [[first, ...rest]]
}

export type Settled =
  | { readonly status: 'sent' | 'delivered' }
  | { readonly status: 'failed' | 'skipped'; readonly reason: string }
  | { readonly status: 'queued'; readonly reason: string; readonly dueAt: Date }

/**
 * Settles the deliveries that this process still holds: another process may have taken over, or a user answered
 * meanwhile.
 */
export async function settleJob(tx: TenantTx, job: Job, to: Settled, nowMs: number): Promise<Delivery[]> {
  const [first] = job
  const sql = /* sql */ `
    UPDATE notification_deliveries d SET status = $3, reason = $4, due_at = $5, sent_at = $6, digest_id = $7
    FROM unnest($1::uuid[], $2::int[]) AS s (id, tries)
    WHERE d.id = s.id AND d.tries = s.tries AND d.status = 'sending' RETURNING d.id`
  const isSent = to.status === 'sent' || to.status === 'delivered'
  const ids = await tx.many((row) => text(row, 'id'), sql, [
    job.map(({ id }) => id),
    job.map(({ tries }) => tries),
    to.status,
    'reason' in to ? to.reason.slice(0, 500) : null,
    to.status === 'queued' ? to.dueAt : null,
    isSent ? new Date(nowMs) : null,
    job.length > 1 && isSent ? first.id : null,
  ])
  const ours = job.filter(({ id }) => ids.includes(id))
  if (to.status === 'failed') await queueNextChannel(tx, ours, nowMs)
  if (to.status !== 'queued') await forgetSecrets(tx, ours)
  return ours
}

/**
 * Receipts of a message that a provider reports on: the one it was sent for, and those of other notifications that it
 * contained.
 */
export type Reported = {
  /** Receipts that `settleJob` has not settled yet: the report came before the provider's answer was written. */
  readonly early: readonly Delivery[]
  readonly all: readonly Delivery[]
}

/**
 * Updates texts and calls from the provider's reports. Reports come in any order and repeatedly, so a delivered or
 * answered one keeps its state.
 */
export async function settleReported(
  tx: TenantTx,
  deliveryId: string,
  to: Settled & { readonly status: 'delivered' | 'failed' },
  nowMs: number,
): Promise<Reported> {
  const sql = /* sql */ `
    WITH before AS (
      SELECT id, status FROM notification_deliveries
      WHERE (id = $1 OR digest_id = $1) AND status IN ('sending', 'sent') AND channel IN ('sms', 'voice') ORDER BY id FOR UPDATE)
    UPDATE notification_deliveries j SET status = $2, reason = $3, due_at = NULL, sent_at = coalesce(j.sent_at, $4)
    FROM notifications n, before WHERE j.id = before.id AND n.id = j.notification_id
    RETURNING ${DELIVERY_COLUMNS}, before.status = 'sending' AS is_early`
  const reason = 'reason' in to ? to.reason.slice(0, 500) : null
  const toFound = (row: Row) => ({ delivery: DELIVERY_ROWS.read(row), isEarly: row.is_early === true })
  const found = await tx.many(toFound, sql, [deliveryId, to.status, reason, new Date(nowMs)])
  const all = found.map(({ delivery }) => delivery)
  if (to.status === 'failed') await queueNextChannel(tx, all, nowMs)
  await forgetSecrets(tx, all)
  return { all, early: found.flatMap(({ delivery, isEarly }) => (isEarly ? [delivery] : [])) }
}

/** Queues the next channel of a person after the first one failed. */
async function queueNextChannel(tx: TenantTx, failed: readonly Delivery[], nowMs: number): Promise<void> {
  const sql = /* sql */ `
    UPDATE notification_deliveries d SET status = 'queued', due_at = $3
    WHERE d.notification_id = $1 AND d.user_id = $2 AND d.status = 'waiting'
      AND NOT EXISTS (SELECT 1 FROM notification_deliveries o WHERE o.notification_id = $1 AND o.user_id = $2
        AND o.status NOT IN ('failed', 'waiting', 'skipped'))
      AND d.place = (SELECT min(place) FROM notification_deliveries o WHERE o.notification_id = $1 AND o.user_id = $2
        AND o.status = 'waiting')`
  for (const { notificationId, userId } of failed)
    if (userId !== null) await tx.run(sql, [notificationId, userId, new Date(nowMs)])
}

async function forgetSecrets(tx: TenantTx, done: readonly Delivery[]): Promise<void> {
  const ids = done.flatMap(({ secretUrl, notificationId }) => (secretUrl === null ? [] : [notificationId]))
  if (ids.length === 0) return
  const sql = /* sql */ `
    UPDATE notifications n SET secret_url = NULL WHERE id = ANY($1::uuid[]) AND NOT EXISTS (
      SELECT 1 FROM notification_deliveries d WHERE d.notification_id = n.id AND (d.due_at IS NOT NULL OR d.status = 'waiting'))`
  await tx.run(sql, [ids])
}
