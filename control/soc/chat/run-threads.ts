/**
 * Posts comments of cases into the threads that follow them, in any number of replicas. A message is recorded before it
 * is posted: after a crash the thread is searched for the id of its comment, and the message is posted only when it is
 * missing. A thread with all comments sleeps until the database wakes it with the next one (migration 0650).
 */
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Turn, Worker } from '../../../platform/workers.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { jobs, type Lease, NOW, whileHeld } from '../../../stores/postgres/jobs.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { fullName, peopleByIds } from '../../identity/accounts/index.ts'
import { hiddenFromAll, shownText, withinRegion } from '../../platform/governance/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import {
  CHAT_POST_MS,
  type ChatBot,
  type ChatWay,
  chatWay,
  findInThread,
  postInThread,
} from '../../respond/response/index.ts'
import { caseNumber, noteOnCase } from '../cases/index.ts'

export type ThreadDeps = {
  /** Signs in as the owner: threads that are due are read over all tenants. */
  readonly pool: Postgres
  readonly vault: Vault
  readonly egress: Egress
  /** The Slack app of the installation. */
  readonly bot?: ChatBot | null
  /** Origin of the console, for links to cases. */
  readonly webUrl: string
  readonly log: Log
  readonly nowMs: () => number
}

const POLL_MS = 2_000
const WORKERS = 2
const AFTER_FAULT_MS = 60_000
/** A chat that is busy delays comments for this long before the case says so. */
const BUSY_MS = 600_000
/** Lease of a look, renewed for each comment: another process takes over after it. */
const LEASE_SECONDS = CHAT_POST_MS / 1000 + 20
const TENANTS_AT_ONCE = 4
/** Threads of one tenant at once, so that a slow chat delays few of its own threads and none of other tenants. */
const THREADS_OF_TENANT = 2
const COMMENTS_AT_ONCE = 10
/** A comment that the platform refuses is tried again for a day, less and less often. */
const REFUSED_FOR_MS = 24 * 3_600_000
const REFUSED_WAIT_MAX_MS = 3_600_000

export function threadWorkers(deps: ThreadDeps): Worker[] {
  const once = ({ stop }: Turn) => followThreads(deps, stop)
  const oldestSeconds = () => THREADS.oldestSeconds(deps.pool)
  return [{ name: 'chat threads', everyMs: POLL_MS, atOnce: WORKERS, once, oldestSeconds }]
}

type Thread = {
  readonly caseId: string
  readonly number: number
  readonly platform: string
  readonly channel: string
  readonly threadRef: string
  readonly fault: string | null
  readonly wakes: string
}
type Claimed = Thread & Lease

const THREADS = jobs<Thread>({
  table: 'chat_threads',
  until: 'not_before',
  lease: 'lease',
  seconds: LEASE_SECONDS,
  due: `j.next_look_at <= ${NOW} AND (j.not_before IS NULL OR j.not_before <= ${NOW})`,
  order: 'j.next_look_at',
  since: 'next_look_at',
  from: 'cases c, cases a',
  where: `c.tenant_id = j.tenant_id AND c.id = j.case_id
    AND a.tenant_id = j.tenant_id AND a.id = coalesce(c.merged_into_id, c.id)`,
  returning: 'a.id::text AS case_id, a.number, j.platform, j.channel, j.thread_ref, j.fault, j.wakes::text',
  read: (row) => ({
    caseId: text(row, 'case_id'),
    number: int(row, 'number'),
    platform: text(row, 'platform'),
    channel: text(row, 'channel'),
    threadRef: text(row, 'thread_ref'),
    fault: orNull(text, row, 'fault'),
    wakes: text(row, 'wakes'),
  }),
})

/** Syncs threads that are due, in parallel. True when there were any. */
export async function followThreads(deps: ThreadDeps, stop?: AbortSignal): Promise<boolean> {
  const { pool, nowMs } = deps
  const now = new Date(nowMs())
  const sql = /* sql */ `
    SELECT tenant_id FROM chat_threads WHERE next_look_at <= $1 AND (not_before IS NULL OR not_before <= $1)
    GROUP BY tenant_id ORDER BY min(next_look_at) LIMIT $2`
  const tenants = await withOperator(pool, 'threads that follow cases', (tx) =>
    tx.many((row) => tenantId(text(row, 'tenant_id')), sql, [now, TENANTS_AT_ONCE]),
  )
  const claimed = await Promise.all(
    tenants.map((tenant) => withTenant(pool, tenant, (tx) => THREADS.claimMany(tx, THREADS_OF_TENANT, { now }))),
  )
  const threads = claimed.flat()
  await Promise.all(threads.map((thread) => follow(deps, thread, stop)))
  return threads.length > 0
}

type Look = {
  /** False: another process has taken over. */
  readonly isOurs: boolean
  readonly isMore: boolean
  readonly fault: string | null
  readonly waitMs: number
}

async function follow(deps: ThreadDeps, thread: Claimed, stop: AbortSignal | undefined): Promise<void> {
  const { pool, log } = deps
  await whileHeld(thread, THREADS, { pool, log, ...(stop && { stop }) }, async () => {
    const look = await lookAt(deps, thread)
    if (look.isOurs) await withTenant(pool, thread.tenant, (tx) => settle(tx, deps, thread, look))
  })
}

async function lookAt(deps: ThreadDeps, thread: Claimed): Promise<Look> {
  const { pool, vault, nowMs, log } = deps
  const { tenant, platform } = thread
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(pool, tenant, work)
  let isOurs = true
  let oldest: Date | undefined
  try {
    const comments = await inTenant((tx) => unposted(tx, thread, nowMs()))
    oldest = comments[0]?.notedAt
    const way = comments.length === 0 ? null : await inTenant((tx) => chatWay(tx, vault, platform, deps.bot))
    for (const comment of comments) {
      if (way === null)
        throw new AppError('not_found', `no executor of ${platform} is connected that can post messages`)
      isOurs = await inTenant((tx) => THREADS.renew(tx, thread, { now: new Date(nowMs()) }))
      if (!isOurs) break
      await post(deps, tenant, thread, way, comment)
    }
    return { isOurs, isMore: comments.length === COMMENTS_AT_ONCE, fault: null, waitMs: 0 }
  } catch (error) {
    if (!(error instanceof AppError))
      log.error({ err: error, tenant, thread: thread.id }, 'cannot post into a chat thread')
    const isKnown = error instanceof AppError
    const fault = isKnown ? error.message.slice(0, 500) : 'the message could not be posted; it is in the log'
    const busySeconds = isKnown ? error.retryAfterSeconds : undefined
    if (busySeconds === undefined) return { isOurs, isMore: true, fault, waitMs: AFTER_FAULT_MS }
    const isShort = oldest !== undefined && nowMs() - oldest.getTime() < BUSY_MS
    return { isOurs, isMore: true, fault: isShort ? thread.fault : fault, waitMs: Math.max(1, busySeconds) * 1000 }
  }
}

/** The thread sleeps when it has everything. A fault that was not there before is on the case and in the log. */
async function settle(tx: TenantTx, { log, nowMs }: ThreadDeps, thread: Claimed, look: Look): Promise<void> {
  const { id, lease, caseId, platform, channel, wakes } = thread
  const { isMore, waitMs } = look
  const sql = /* sql */ `
    SELECT (array_agg(fault ORDER BY created_at DESC))[1] AS fault, min(retry_at) AS retry_at
    FROM chat_messages WHERE thread_id = $1 AND ref IS NULL AND fault IS NOT NULL`
  const toRefused = (row: Row) => ({ fault: orNull(text, row, 'fault'), retryAt: orNull(time, row, 'retry_at') })
  const refused = await tx.maybeOne(toRefused, sql, [id])
  const fault = look.fault ?? refused?.fault ?? null
  if (fault !== thread.fault) {
    const about = { tenant: tx.tenantId, thread: id, case: caseId, platform, channel }
    if (fault === null) log.info(about, 'posting comments into a chat thread works again')
    else {
      log.warn({ ...about, why: fault }, 'cannot post comments into a chat thread')
      const title = `comments do not reach the thread in ${platform} ${channel}`.slice(0, 200)
      await noteOnCase(tx, caseId, { type: 'thread.failed', title, description: fault }, nowMs())
    }
  }
  const settled = /* sql */ `
    UPDATE chat_threads SET fault = $3, not_before = $4, lease = NULL,
      next_look_at = CASE WHEN wakes <> $5::bigint OR $6 THEN next_look_at ELSE $7 END
    WHERE id = $1 AND lease = $2`
  const notBefore = waitMs === 0 ? null : new Date(nowMs() + waitMs)
  await tx.run(settled, [id, lease, fault, notBefore, wakes, isMore, refused?.retryAt ?? null])
}

type Unposted = {
  readonly id: string
  readonly text: string
  readonly isRepeated: boolean
  /** It was about to be posted then, for the first time. */
  readonly notedAt: Date
}

/** Comments since the thread began that it has not, each noted as about to be posted. Those that were refused are the last. */
async function unposted(tx: TenantTx, thread: Claimed, nowMs: number): Promise<Unposted[]> {
  const now = new Date(nowMs)
  const sql = /* sql */ `
    SELECT c.id, c.author_id, c.body, m.created_at AS noted_at
    FROM chat_threads t JOIN case_comments c ON c.case_id = $2 AND c.created_at >= t.created_at AND NOT c.is_system
    LEFT JOIN chat_messages m ON m.thread_id = t.id AND m.comment_id = c.id
    WHERE t.id = $1 AND m.ref IS NULL AND (m.fault IS NULL OR m.retry_at <= $4)
    ORDER BY m.fault IS NOT NULL, c.created_at, c.id LIMIT $3`
  const toFound = (row: Row) => ({
    ...{ id: text(row, 'id'), authorId: text(row, 'author_id'), body: text(row, 'body') },
    notedAt: orNull(time, row, 'noted_at'),
  })
  const found = await tx.many(toFound, sql, [thread.id, thread.caseId, COMMENTS_AT_ONCE, now])
  if (found.length === 0) return []
  const noted = /* sql */ `
    INSERT INTO chat_messages (thread_id, comment_id, created_at) SELECT $1, unnest($2::uuid[]), $3 ON CONFLICT DO NOTHING`
  await tx.run(noted, [thread.id, found.map(({ id }) => id), now])
  const authors = await peopleByIds(
    tx,
    found.map(({ authorId }) => authorId),
  )
  const nameOf = (id: string) => {
    const author = authors.get(id)
    return author === undefined ? id : fullName(author)
  }
  // Everybody in the channel sees it, whatever their role: every field rule holds.
  const copies = await hiddenFromAll(tx, [thread.caseId, ...found.map(({ body }) => body)])
  return found.map(({ id, authorId, body, notedAt }) => ({
    ...{ id, isRepeated: notedAt !== null, notedAt: notedAt ?? now },
    text: shownText(`${nameOf(authorId)} on ${caseNumber(thread.number)}: ${body}`, copies),
  }))
}

/** A comment that the platform refuses does not block the others. Throws errors that concern all comments. */
async function post(
  { pool, egress, webUrl, nowMs }: ThreadDeps,
  tenant: TenantId,
  thread: Claimed,
  way: ChatWay,
  comment: Unposted,
): Promise<void> {
  const { id: threadId, caseId, channel, threadRef } = thread
  const { id, text: words, isRepeated, notedAt } = comment
  const within = withinRegion((work) => withTenant(pool, tenant, work), egress, 'webhook')
  const message = { id, channel, thread: threadRef, text: words, link: `${webUrl}/cases/${caseId}` }
  try {
    const before = isRepeated ? await findInThread(way, within, { ...message, notedAt }) : null
    const ref = before ?? (await postInThread(way, within, message)) ?? id
    const sql = /* sql */ `UPDATE chat_messages SET ref = $3, fault = NULL, retry_at = NULL WHERE thread_id = $1 AND comment_id = $2`
    await withTenant(pool, tenant, (tx) => tx.run(sql, [threadId, id, ref]))
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'rate_limited') throw error
    const ageMs = nowMs() - notedAt.getTime()
    const waitMs = Math.min(Math.max(ageMs, AFTER_FAULT_MS), REFUSED_WAIT_MAX_MS)
    const retryAt = ageMs < REFUSED_FOR_MS ? new Date(nowMs() + waitMs) : null
    const sql = /* sql */ `UPDATE chat_messages SET fault = $3, retry_at = $4 WHERE thread_id = $1 AND comment_id = $2`
    await withTenant(pool, tenant, (tx) => tx.run(sql, [threadId, id, error.message.slice(0, 500), retryAt]))
  }
}
