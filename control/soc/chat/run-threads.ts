/**
 * Posts comments of cases into the threads that follow them, in any number of replicas. A message is noted before it is
 * posted: after a crash the thread is searched for it by the id of its comment, and it is posted only where it is not there.
 * A thread that has every comment sleeps: the database wakes it with the next one (migration 0650).
 */
import type { Egress } from '../../../platform/egress/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { Worker } from '../../../platform/workers.ts'
import { int, orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
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
/** Lease of a look, renewed for each comment: another process takes over after it. */
const LEASE_MS = CHAT_POST_MS + 20_000
const THREADS_AT_ONCE = 8
/** A chat that does not answer holds up few threads of its tenant, and none of others. */
const THREADS_OF_TENANT = 2
const COMMENTS_AT_ONCE = 10
/** A comment that the platform refuses is tried again for a day, less and less often. */
const REFUSED_FOR_MS = 24 * 3_600_000
const REFUSED_WAIT_MAX_MS = 3_600_000

export function threadWorkers(deps: ThreadDeps): Worker[] {
  return [{ name: 'chat threads', everyMs: POLL_MS, atOnce: WORKERS, once: () => followThreads(deps) }]
}

/** One turn over threads whose time has come, at the same time. True when there were any. */
export async function followThreads(deps: ThreadDeps): Promise<boolean> {
  const sql = /* sql */ `
    SELECT tenant_id, id FROM (
      SELECT tenant_id, id, next_look_at, row_number() OVER (PARTITION BY tenant_id ORDER BY next_look_at) AS place
      FROM chat_threads WHERE next_look_at <= $1 AND (not_before IS NULL OR not_before <= $1)) due
    WHERE place <= $2 ORDER BY place, next_look_at LIMIT $3`
  const due = await withOperator(deps.pool, 'threads that follow cases', (tx) =>
    tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [
      ...[new Date(deps.nowMs()), THREADS_OF_TENANT, THREADS_AT_ONCE],
    ]),
  )
  await Promise.all(due.map(({ tenant, id }) => follow(deps, tenant, id)))
  return due.length > 0
}

type Claimed = {
  readonly id: string
  readonly caseId: string
  readonly number: number
  readonly platform: string
  readonly channel: string
  readonly threadRef: string
  readonly fault: string | null
  readonly wakes: string
}

/** `lease`: the end of it, by which this process knows it as its own; null: another one has taken over. */
type Look = {
  readonly lease: Date | null
  readonly isMore: boolean
  readonly fault: string | null
  readonly waitMs: number
}

async function follow(deps: ThreadDeps, tenant: TenantId, id: string): Promise<void> {
  const { pool, nowMs } = deps
  const lease = new Date(nowMs() + LEASE_MS)
  const thread = await withTenant(pool, tenant, (tx) => claim(tx, id, lease, nowMs()))
  if (thread === null) return
  const look = await lookAt(deps, tenant, thread, lease)
  await withTenant(pool, tenant, (tx) => settle(tx, deps, thread, look))
}

async function lookAt(deps: ThreadDeps, tenant: TenantId, thread: Claimed, claimed: Date): Promise<Look> {
  const { pool, vault, nowMs, log } = deps
  const { platform } = thread
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(pool, tenant, work)
  let lease: Date | null = claimed
  try {
    const comments = await inTenant((tx) => unposted(tx, thread, nowMs()))
    const way = comments.length === 0 ? null : await inTenant((tx) => chatWay(tx, vault, platform, deps.bot))
    for (const comment of comments) {
      if (way === null)
        throw new AppError('not_found', `no executor of ${platform} is connected that can post messages`)
      lease = await renewed(deps, tenant, thread, lease)
      if (lease === null) break
      await post(deps, tenant, thread, way, comment)
    }
    return { lease, isMore: comments.length === COMMENTS_AT_ONCE, fault: null, waitMs: 0 }
  } catch (error) {
    if (!(error instanceof AppError))
      log.error({ err: error, tenant, thread: thread.id }, 'cannot post into a chat thread')
    const isKnown = error instanceof AppError
    const fault = isKnown ? error.message.slice(0, 500) : 'the message could not be posted; it is in the log'
    const waitMs = Math.max(AFTER_FAULT_MS, (isKnown ? (error.retryAfterSeconds ?? 0) : 0) * 1000)
    return { lease, isMore: true, fault, waitMs }
  }
}

/** Null when another process looks at it. */
function claim(tx: TenantTx, id: string, lease: Date, nowMs: number): Promise<Claimed | null> {
  const sql = /* sql */ `
    UPDATE chat_threads t SET not_before = $3 FROM cases c, cases a
    WHERE t.id = $1 AND t.next_look_at <= $2 AND (t.not_before IS NULL OR t.not_before <= $2)
      AND c.id = t.case_id AND a.id = coalesce(c.merged_into_id, c.id)
    RETURNING t.id, a.id::text AS case_id, a.number, t.platform, t.channel, t.thread_ref, t.fault, t.wakes::text`
  const toClaimed = (row: Row): Claimed => ({
    ...{ id: text(row, 'id'), caseId: text(row, 'case_id'), number: int(row, 'number') },
    ...{ platform: text(row, 'platform'), channel: text(row, 'channel'), threadRef: text(row, 'thread_ref') },
    ...{ fault: orNull(text, row, 'fault'), wakes: text(row, 'wakes') },
  })
  return tx.maybeOne(toClaimed, sql, [id, new Date(nowMs), lease])
}

function renewed({ pool, nowMs }: ThreadDeps, tenant: TenantId, { id }: Claimed, lease: Date): Promise<Date | null> {
  const until = new Date(nowMs() + LEASE_MS)
  const sql = /* sql */ `UPDATE chat_threads SET not_before = $3 WHERE id = $1 AND not_before = $2`
  return withTenant(pool, tenant, async (tx) => ((await tx.run(sql, [id, lease, until])) === 0 ? null : until))
}

/** The thread sleeps when it has everything. A fault that was not there before is on the case and in the log. */
async function settle(tx: TenantTx, { log, nowMs }: ThreadDeps, thread: Claimed, look: Look): Promise<void> {
  const { id, caseId, platform, channel, wakes } = thread
  const { lease, isMore, waitMs } = look
  if (lease === null) return
  const sql = /* sql */ `
    SELECT (array_agg(fault ORDER BY created_at DESC))[1] AS fault, min(retry_at) AS retry_at
    FROM chat_messages WHERE thread_id = $1 AND ref IS NULL AND fault IS NOT NULL`
  const toRefused = (row: Row) => ({ fault: orNull(text, row, 'fault'), retryAt: orNull(time, row, 'retry_at') })
  const refused = await tx.maybeOne(toRefused, sql, [id])
  const fault = look.fault ?? refused?.fault ?? null
  if (fault !== thread.fault) {
    const about = { tenant: tx.tenantId, thread: id, case: caseId, platform, channel }
    if (fault === null) log.info(about, 'comments reach the chat thread again')
    else {
      log.warn({ ...about, why: fault }, 'comments do not reach a chat thread')
      const title = `comments do not reach the thread in ${platform} ${channel}`.slice(0, 200)
      await noteOnCase(tx, caseId, { type: 'thread.failed', title, description: fault }, nowMs())
    }
  }
  const settled = /* sql */ `
    UPDATE chat_threads SET fault = $3, not_before = $4,
      next_look_at = CASE WHEN wakes <> $5::bigint OR $6 THEN next_look_at ELSE $7 END
    WHERE id = $1 AND not_before = $2`
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

/** A comment that the platform refuses holds up none of the others. Throws what concerns all of them. */
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
