/**
 * Posts comments of cases into the threads that follow them, in any number of replicas. A message is noted before it is
 * posted: after a crash the thread is searched for it by the id of its comment, and it is posted only where it is not there.
 */
import type { Egress } from '../../platform/egress/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import type { Worker } from '../../platform/workers.ts'
import { int, type Row, text } from '../../stores/postgres/columns.ts'
import { type Postgres, type TenantTx, withOperator, withTenant } from '../../stores/postgres/pool.ts'
import { caseNumber } from '../cases/index.ts'
import { hiddenFrom, hiddenIn, shownText } from '../governance/index.ts'
import { usersByIds } from '../identity/index.ts'
import { chatWay, findInThread, postInThread } from '../response/index.ts'
import type { Vault } from '../vault/index.ts'

export type ThreadDeps = {
  /** Signs in as the owner: threads that are due are read over all tenants. */
  readonly pool: Postgres
  readonly vault: Vault
  readonly egress: Egress
  readonly log: Log
  readonly nowMs: () => number
}

const POLL_MS = 2_000
const LOOK_EVERY_MS = 3_000
const AFTER_FAULT_MS = 60_000
/** Lease of a look: another process takes over after it. */
const LEASE_MS = 120_000
const THREADS_AT_ONCE = 20
const COMMENTS_AT_ONCE = 10

export function threadWorkers(deps: ThreadDeps): Worker[] {
  return [{ name: 'chat threads', everyMs: POLL_MS, once: () => followThreads(deps) }]
}

/** One turn over threads whose time has come. True when there were many. */
export async function followThreads(deps: ThreadDeps): Promise<boolean> {
  const sql = /* sql */ `SELECT tenant_id, id FROM chat_threads WHERE next_look_at <= $1 ORDER BY next_look_at LIMIT $2`
  const due = await withOperator(deps.pool, 'threads that follow cases', (tx) =>
    tx.many((row) => ({ tenant: tenantId(text(row, 'tenant_id')), id: text(row, 'id') }), sql, [
      new Date(deps.nowMs()),
      THREADS_AT_ONCE,
    ]),
  )
  for (const { tenant, id } of due) await follow(deps, tenant, id)
  return due.length === THREADS_AT_ONCE
}

type Claimed = {
  readonly id: string
  readonly caseId: string
  readonly number: number
  readonly platform: string
  readonly channel: string
  readonly threadRef: string
}

async function follow(deps: ThreadDeps, tenant: TenantId, id: string): Promise<void> {
  const { pool, nowMs, log } = deps
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(pool, tenant, work)
  const thread = await inTenant((tx) => claim(tx, id, nowMs()))
  if (thread === null) return
  let fault: string | null = null
  let waitMs = LOOK_EVERY_MS
  try {
    for (const comment of await inTenant((tx) => unposted(tx, thread, nowMs())))
      await post(deps, tenant, thread, comment)
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, tenant, thread: id }, 'cannot post into a chat thread')
    fault =
      error instanceof AppError ? error.message.slice(0, 500) : 'the message could not be posted; it is in the log'
    waitMs = Math.max(AFTER_FAULT_MS, (error instanceof AppError ? (error.retryAfterSeconds ?? 0) : 0) * 1000)
  }
  const sql = /* sql */ `UPDATE chat_threads SET fault = $2, next_look_at = $3 WHERE id = $1 AND next_look_at IS NOT NULL`
  await inTenant((tx) => tx.run(sql, [id, fault, new Date(nowMs() + waitMs)]))
}

/** Null when another process looks at it. */
function claim(tx: TenantTx, id: string, nowMs: number): Promise<Claimed | null> {
  const sql = /* sql */ `
    UPDATE chat_threads t SET next_look_at = $3 FROM cases c, cases a
    WHERE t.id = $1 AND t.next_look_at <= $2 AND c.id = t.case_id AND a.id = coalesce(c.merged_into_id, c.id)
    RETURNING t.id, a.id::text AS case_id, a.number, t.platform, t.channel, t.thread_ref`
  const toClaimed = (row: Row): Claimed => ({
    ...{ id: text(row, 'id'), caseId: text(row, 'case_id'), number: int(row, 'number') },
    ...{ platform: text(row, 'platform'), channel: text(row, 'channel'), threadRef: text(row, 'thread_ref') },
  })
  return tx.maybeOne(toClaimed, sql, [id, new Date(nowMs), new Date(nowMs + LEASE_MS)])
}

type Unposted = { readonly id: string; readonly text: string; readonly isRepeated: boolean }

/** Comments since the thread began that it has not, each noted as about to be posted. */
async function unposted(tx: TenantTx, thread: Claimed, nowMs: number): Promise<Unposted[]> {
  const sql = /* sql */ `
    SELECT c.id, c.author_id, c.body, m.comment_id IS NOT NULL AS is_repeated
    FROM chat_threads t JOIN case_comments c ON c.case_id = $2 AND c.created_at >= t.created_at AND NOT c.is_system
    LEFT JOIN chat_messages m ON m.thread_id = t.id AND m.comment_id = c.id
    WHERE t.id = $1 AND m.ref IS NULL ORDER BY c.created_at, c.id LIMIT $3`
  const toFound = (row: Row) => ({
    ...{ id: text(row, 'id'), authorId: text(row, 'author_id'), body: text(row, 'body') },
    isRepeated: row.is_repeated === true,
  })
  const found = await tx.many(toFound, sql, [thread.id, thread.caseId, COMMENTS_AT_ONCE])
  if (found.length === 0) return []
  const noted = /* sql */ `
    INSERT INTO chat_messages (thread_id, comment_id, created_at) SELECT $1, unnest($2::uuid[]), $3 ON CONFLICT DO NOTHING`
  await tx.run(noted, [thread.id, found.map(({ id }) => id), new Date(nowMs)])
  const names = await usersByIds(
    tx,
    found.flatMap(({ authorId }) => (UUID.test(authorId) ? [authorId] : [])),
  )
  // Everybody in the channel sees it, whatever their role: every field rule holds.
  const hidden = await hiddenFrom(tx, [])
  const copies = await hiddenIn(tx, hidden, [thread.caseId, ...found.map(({ body }) => body)])
  return found.map(({ id, authorId, body, isRepeated }) => ({
    ...{ id, isRepeated },
    text: shownText(`${names.get(authorId)?.username ?? authorId} on ${caseNumber(thread.number)}: ${body}`, copies),
  }))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function post(deps: ThreadDeps, tenant: TenantId, thread: Claimed, comment: Unposted): Promise<void> {
  const { pool, vault, egress } = deps
  const { platform, channel, threadRef } = thread
  const way = await withTenant(pool, tenant, (tx) => chatWay(tx, vault, platform))
  if (way === null) throw new AppError('not_found', `no executor of ${platform} is connected that can post messages`)
  const message = { id: comment.id, channel, thread: threadRef, text: comment.text }
  const before = comment.isRepeated ? await findInThread(way, egress, message) : null
  const ref = before ?? (await postInThread(way, egress, message)) ?? comment.id
  const sql = /* sql */ `UPDATE chat_messages SET ref = $3 WHERE thread_id = $1 AND comment_id = $2`
  await withTenant(pool, tenant, (tx) => tx.run(sql, [thread.id, comment.id, ref]))
}
