/**
 * Sends the messages that `control/soc/notify` queued, in any number of replicas. A message is claimed under a lease,
 * sent outside of transactions, and its receipt written: when a process dies in between, the next one sends it again
 * under the same id. Mail servers, chats and webhooks may then get a message twice, and can recognise it by that id;
 * browsers show it once.
 */

import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { text } from '../../../stores/postgres/columns.ts'
import { type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { hiddenFromReceiver } from '../../identity/accounts/index.ts'
import { appearanceOf } from '../../identity/branding/index.ts'
import { forgetOlder } from '../../identity/tenants/index.ts'
import {
  type HiddenFields,
  hiddenIn,
  NOTHING_HELD,
  requireReceiverRegion,
  requireRegion,
  shownTexts,
  withinRegion,
} from '../../platform/governance/index.ts'
import { approvalById, auditStandingUses } from '../../respond/response/index.ts'
import { getCase } from '../cases/index.ts'
import {
  answerToken,
  isDeputy,
  isDirectChat,
  messageTexts,
  NOTIFICATION_KINDS,
  NOTIFY_LIMITS,
  phoneToken,
  type TextKind,
} from '../notify/index.ts'
import { reportMail } from '../reports/index.ts'
import { pushTo } from '../web-push/index.ts'
import { APPROVAL_LINK_MS } from './approve-by-link.ts'
import { askChangedAgain } from './ask-again.ts'
import { claimJobs, DELIVERIES, type Delivery, type Job, type Settled, settleJob, tenantsWithDue } from './claim.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { inChat, inTenantOf, toPersonInChat } from './in-chat.ts'
import { messageOf, type Outgoing } from './message.ts'
import { PHONE_NOT_CONFIGURED } from './phone.ts'
import { codeOf, reservePhone } from './phone-answers.ts'
import { recordEnd } from './record-end.ts'
import type { Mailer } from './send-mail.ts'
import type { Sent } from './sent.ts'

export const MAIL_NOT_CONFIGURED = 'no mail is sent: SVC_SMTP_URL is not set'

const POLL_MS = 1_000
const CHANGED_POLL_MS = 5_000
const TENANTS_AT_ONCE = 8
const WORKERS = 4
/** Lifetime of a link in a message that acknowledges. */
const LINK_MS = 24 * 3_600_000

/** Sends notifications, and forgets receipts whose time has passed. */
export function deliveryWorkers(deps: DeliveryDeps): Worker[] {
  return [
    {
      name: 'notifications',
      everyMs: POLL_MS,
      atOnce: WORKERS,
      once: () => deliverOnce(deps),
      oldestSeconds: () => DELIVERIES.oldestSeconds(deps.pool),
    },
    { name: 'changed approvals', everyMs: CHANGED_POLL_MS, once: () => askChangedAgain(deps) },
    { name: 'uses of standing approvals', everyMs: CHANGED_POLL_MS, once: () => auditStandingUses(deps) },
    { name: 'old notifications', everyMs: 3_600_000, once: () => forgetOld(deps) },
  ]
}

/** Sends some messages of each of a few tenants, in parallel. True when there were any. */
export async function deliverOnce(deps: DeliveryDeps): Promise<boolean> {
  const { pool, nowMs } = deps
  const tenants = await withOperator(pool, 'notifications that are due', (tx) =>
    tenantsWithDue(tx, new Date(nowMs()), TENANTS_AT_ONCE),
  )
  const counts = await Promise.all(tenants.map((tenant) => deliverOf(deps, tenant)))
  return counts.some((count) => count > 0)
}

async function deliverOf(deps: DeliveryDeps, tenant: TenantId): Promise<number> {
  const { pool, nowMs } = deps
  const jobs = await withTenant(pool, tenant, (tx) => claimJobs(tx, nowMs()))
  await Promise.all(jobs.map((job) => deliver(deps, tenant, job)))
  return jobs.length
}

async function deliver(deps: DeliveryDeps, tenant: TenantId, job: Job): Promise<void> {
  const { pool, log, nowMs } = deps
  const [first] = job
  const sent = await tried(deps, tenant, job)
  const to = settledOf(first, sent, nowMs())
  if (to.status === 'failed')
    log.warn(
      { tenant, delivery: first.id, kind: first.kind, channel: first.channel, why: to.reason },
      'notification failed',
    )
  await withTenant(pool, tenant, async (tx) => {
    const ours = await settleJob(tx, job, to, nowMs())
    if (to.status !== 'queued' && to.status !== 'skipped') await recordEnd(tx, deps, ours, to, nowMs())
  })
}

async function tried(deps: DeliveryDeps, tenant: TenantId, job: Job): Promise<Sent> {
  try {
    return await send(deps, tenant, job)
  } catch (error) {
    if (!(error instanceof AppError)) {
      deps.log.error({ err: error, tenant, delivery: job[0].id }, 'cannot create a notification')
      return { outcome: 'later', reason: 'the message could not be made; the error is in the log' }
    }
    const isFinal = error.status < 500 && error.code !== 'rate_limited'
    if (isFinal) return { outcome: 'failed', reason: error.message }
    const afterMs = (error.retryAfterSeconds ?? 0) * 1000
    return { outcome: 'later', reason: error.message, afterMs }
  }
}

async function send(deps: DeliveryDeps, tenant: TenantId, job: Job): Promise<Sent> {
  const [first] = job
  const { channel } = first
  if (job.length === 1 && (await withTenant(deps.pool, tenant, (tx) => isAnswered(tx, first))))
    return { outcome: 'skipped', reason: 'it was answered before it was sent' }
  if (first.userId !== null && (await withTenant(deps.pool, tenant, (tx) => isSwitchedOff(tx, first.userId ?? ''))))
    return { outcome: 'failed', reason: 'the account was switched off before it was sent' }
  if (channel === 'sms' || channel === 'voice') return onPhone(deps, tenant, job, channel)
  const [shown, outgoing] = await withTenant(deps.pool, tenant, async (tx) => {
    const hidden = await hiddenFromReceiver(tx, first.userId)
    const allowed = await shownJob(tx, job, hidden)
    return [allowed, await outgoingOf(tx, deps, allowed, hidden)] as const
  })
  if (channel === 'mail')
    return deps.mailer === null
      ? // A report comes again with its next period, so that it is no failure that anybody has to look at.
        { outcome: first.kind === 'report' ? 'skipped' : 'failed', reason: MAIL_NOT_CONFIGURED }
      : byMail({ ...deps, mailer: deps.mailer }, tenant, first, outgoing)
  if (channel === 'push') return inBrowser(deps, tenant, shown, outgoing)
  if (isDirectChat(channel)) return toPersonInChat(deps, tenant, { ...first, channel }, outgoing)
  return inChat(deps, tenant, first, outgoing)
}

/** Mails that let a person in: without them residency could only be corrected by those who are in already. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['invitation', 'password_reset'])

async function byMail(
  deps: DeliveryDeps & { readonly mailer: Mailer },
  tenant: TenantId,
  { kind, address }: Delivery,
  outgoing: Outgoing,
): Promise<Sent> {
  if (!OF_ACCOUNTS.has(kind)) {
    await requireRegion(inTenantOf(deps, tenant), 'mail', deps.mailer.server.host)
    await requireReceiverRegion(inTenantOf(deps, tenant), address)
  }
  return deps.mailer.send(address, outgoing)
}

/** The job as its receiver may see it: by the roles of a user, and by every field rule without a user. */
async function shownJob(tx: TenantTx, job: Job, hidden: HiddenFields): Promise<Job> {
  const [first, ...rest] = job
  if (hidden.size === 0) return job
  const one = async (delivery: Delivery): Promise<Delivery> => {
    const { title, body, path, aboutId } = delivery
    const texts = shownTexts({ title, body }, await hiddenIn(tx, hidden, [title, body, path, aboutId ?? '']))
    return { ...delivery, ...texts, title: texts.title.trim() || NOTIFICATION_KINDS[delivery.kind].about }
  }
  const shown: Delivery[] = []
  for (const delivery of rest) shown.push(await one(delivery))
  return [await one(first), ...shown]
}

/** The case may have been taken in the app while the message waited. */
async function isAnswered(tx: TenantTx, { answer, aboutKind, aboutId }: Delivery): Promise<boolean> {
  if (answer === 'approve' && aboutId !== null) return (await approvalById(tx, aboutId))?.status !== 'pending'
  if (answer !== 'acknowledge' || aboutKind !== 'case' || aboutId === null) return false
  const { acknowledgedAt, mergedIntoId } = await getCase(tx, aboutId)
  return acknowledgedAt !== null || mergedIntoId !== null
}

/** Quiet hours and retries keep messages for hours, in which people leave. */
async function isSwitchedOff(tx: TenantTx, userId: string): Promise<boolean> {
  const sql = /* sql */ `SELECT is_active FROM users WHERE id = $1`
  return (await tx.maybeOne((row) => row.is_active !== true, sql, [userId])) ?? false
}

async function outgoingOf(
  tx: TenantTx,
  { sealer, webUrl, apiUrl, nowMs }: DeliveryDeps,
  job: Job,
  hidden: HiddenFields,
): Promise<Outgoing> {
  const { branding, sources } = await appearanceOf(tx)
  const tokenOf = (deliveryId: string, ms: number) =>
    answerToken(sealer, { tenant: tx.tenantId, deliveryId, expiresAtMs: nowMs() + ms })
  // The console shows the approval after a sign-in: the token behind the # is in no log on the way.
  const answerUrl = ({ id, answer }: Delivery) =>
    answer === 'approve'
      ? `${webUrl}/approve#token=${tokenOf(id, APPROVAL_LINK_MS)}`
      : `${apiUrl}/api/v1/answers/${tokenOf(id, LINK_MS)}`
  // The name in SVC_MAIL_FROM is the operator's, and goes before that of the platform.
  const senderName = sources.senderName === 'platform' ? null : branding.senderName
  const [{ kind, aboutId, path }] = job
  const texts = await messageTexts(tx)
  const words = texts.get(job.length > 1 ? 'digest' : (kind as TextKind))?.text
  const called = await calledJob(tx, job)
  const made = messageOf(called, { ...branding, senderName }, { webUrl, answerUrl }, words)
  const message = { ...made, repliesTo: job.length === 1 ? await firstMail(tx, job[0]) : null }
  if (kind !== 'report' || aboutId === null) return message
  return { ...message, ...(await reportMail(tx, aboutId, hidden, { branding, url: `${webUrl}${path}` })) }
}

/**
 * The delivery whose mail was the first to this address about the same thing; null when there is none yet. A digest begins
 * no thread, because it is about many things.
 */
async function firstMail(tx: TenantTx, { id, channel, address, aboutKind, aboutId }: Delivery): Promise<string | null> {
  if (channel !== 'mail' || aboutId === null) return null
  const sql = /* sql */ `
    SELECT d.id FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE d.channel = 'mail' AND d.address = $1 AND d.sent_at IS NOT NULL AND d.digest_id IS NULL AND d.id <> $2
      AND n.about_kind = $3 AND n.about_id = $4
    ORDER BY d.sent_at, d.id LIMIT 1`
  return tx.maybeOne((row) => text(row, 'id'), sql, [address, id, aboutKind, aboutId])
}

/** The job with its receiver as people call them: a receipt names the ids of accounts, which mean nothing in a message. */
async function calledJob(tx: TenantTx, [first, ...rest]: Job): Promise<Job> {
  const { userId, channel, address, receiver } = first
  const sql = /* sql */ `SELECT username FROM users WHERE id = $1`
  const username = userId === null ? null : await tx.maybeOne((row) => text(row, 'username'), sql, [userId])
  // Delegates have no account here.
  const isById = /^user:[0-9a-f-]{36}/.test(receiver)
  const called = username ?? (isById && channel === 'mail' ? address : receiver)
  return [{ ...first, receiver: username !== null && isDeputy(receiver) ? `${called}, ${receiver}` : called }, ...rest]
}

async function inBrowser(deps: DeliveryDeps, tenant: TenantId, [first]: Job, { subject }: Outgoing): Promise<Sent> {
  const { pool, egress, vapid } = deps
  if (vapid === null) return { outcome: 'failed', reason: 'no push messages are sent: VAPID_PUBLIC_KEY is not set' }
  const { title, body, path: url, severity, aboutKind, aboutId, notificationId } = first
  const message = {
    ...{ topic: first.kind, title: subject || title, body, tag: `notification-${notificationId}`, url, severity },
    caseId: aboutKind === 'case' ? aboutId : null,
    approvalId: aboutKind === 'approval' ? aboutId : null,
  }
  const out = withinRegion(inTenantOf(deps, tenant), egress, 'push')
  const sent = await pushTo({ pool, egress: out, vapid }, tenant, first.address, message)
  if (sent.outcome === 'delivered') return sent
  if (sent.outcome === 'gone') return { outcome: 'failed', reason: 'the browser is no longer subscribed' }
  const { why: reason, mayRetry, afterMs = 0 } = sent
  return mayRetry ? { outcome: 'later', reason, afterMs } : { outcome: 'failed', reason }
}

const TEXT_CHARS = 400
/** Lifetime of the addresses that the phone provider asks. */
const CALLBACK_MS = 24 * 3_600_000

/** A digest is sent as a text with a count; a call fetches its case when the phone is answered. */
async function onPhone(deps: DeliveryDeps, tenant: TenantId, job: Job, channel: 'sms' | 'voice'): Promise<Sent> {
  const { pool, phone, sealer, apiUrl, webUrl, nowMs } = deps
  if (phone == null) return { outcome: 'failed', reason: PHONE_NOT_CONFIGURED }
  const [{ id, userId, address, answer, kind }] = job
  await requireRegion(inTenantOf(deps, tenant), 'phone', phone.host)
  const ids = job.map((one) => one.id)
  if (!(await withTenant(pool, tenant, (tx) => reservePhone(tx, ids, phone.dailyMax, nowMs()))))
    return { outcome: 'failed', reason: `the bound of ${phone.dailyMax} texts and calls a day is reached` }
  const token = phoneToken(sealer, { tenant, deliveryId: id, expiresAtMs: nowMs() + CALLBACK_MS })
  const at = (what: string) => `${apiUrl}/api/v1/phone/${what}/${token}`
  if (channel === 'voice') return phone.call(address, at('voice'), at('status'))
  if (kind === 'phone_code') {
    const own = await withTenant(pool, tenant, (tx) => codeOf(tx, id))
    return phone.text(
      address,
      `${own} is the code that verifies this number at ${new URL(webUrl).host}. Nobody who calls you needs it.`,
      at('status'),
    )
  }
  const [[{ severity, title, path }], code] = await withTenant(pool, tenant, async (tx) => {
    const shown = await shownJob(tx, job, await hiddenFromReceiver(tx, userId))
    return [shown, answer === 'acknowledge' && job.length === 1 ? await codeOf(tx, id) : null] as const
  })
  const head = (severity === null ? title : `[${severity}] ${title}`).slice(0, TEXT_CHARS)
  const more = job.length === 1 ? [] : [`and ${job.length - 1} more notifications`]
  const reply = code === null ? [] : [`Reply ${code} to acknowledge.`]
  return phone.text(address, [head, ...more, ...reply, `${webUrl}${path}`].join('\n'), at('status'))
}

function settledOf({ tries, createdAt }: Delivery, sent: Sent, nowMs: number): Settled {
  if (sent.outcome === 'failed' || sent.outcome === 'skipped') return { status: sent.outcome, reason: sent.reason }
  if (sent.outcome !== 'later') return { status: sent.outcome }
  const { retryForMs, retryMaxMs } = NOTIFY_LIMITS
  const waitMs = Math.max(Math.min(1000 * 2 ** tries, retryMaxMs), sent.afterMs ?? 0)
  const isOver = nowMs + waitMs > createdAt.getTime() + retryForMs
  if (isOver) return { status: 'failed', reason: `given up after ${tries} tries: ${sent.reason}` }
  return { status: 'queued', reason: sent.reason, dueAt: new Date(nowMs + waitMs) }
}

const OLD_AT_ONCE = 1_000

/** Receipts are kept for 90 days. */
function forgetOld({ pool, nowMs }: DeliveryDeps): Promise<boolean> {
  const before = new Date(nowMs() - NOTIFY_LIMITS.keptDays * 86_400_000)
  const sql = /* sql */ `
    DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE created_at < $1 LIMIT $2) AND ${NOTHING_HELD}`
  return forgetOlder(pool, sql, before, OLD_AT_ONCE)
}
