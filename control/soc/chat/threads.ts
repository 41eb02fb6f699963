/**
 * Threads that follow a case: messages of linked people become comments of the case, and comments of the case are
 * posted into the thread (`run-threads.ts`). Nothing loops: messages of bots are ignored, and a message from a thread
 * is not posted back into it.
 */
import { type Row, text } from '../../../stores/postgres/columns.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, type Origin, perform } from '../../platform/acting/index.ts'
import { caseActor, commentOnCase, getCase, noteOnCase } from '../cases/index.ts'
import type { ChatPlatform } from '../notify/index.ts'
import { actorInChat, type ChatUser, orRefused, tenantOfChat } from './accounts.ts'
import type { ChatDeps } from './chat-deps.ts'

export type ThreadPlace = {
  readonly platform: ChatPlatform
  readonly teamId: string
  readonly channel: string
  /** Id of the message that begins the thread. */
  readonly threadRef: string
}

export type Thread = { readonly id: string; readonly caseId: string }

/** A thread that followed another case follows this one from now on. */
export async function followCase(
  tx: TenantTx,
  { platform, teamId, channel, threadRef }: ThreadPlace,
  { caseId, userId }: { readonly caseId: string; readonly userId: string },
  nowMs: number,
): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO chat_threads (case_id, platform, team_id, channel, thread_ref, started_by, created_at, next_look_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
    ON CONFLICT (tenant_id, platform, team_id, channel, thread_ref)
    DO UPDATE SET case_id = $1, started_by = $6, created_at = $7, next_look_at = $7, not_before = NULL, lease = NULL, fault = NULL RETURNING id`
  const params = [caseId, platform, teamId, channel, threadRef, userId, new Date(nowMs)]
  return tx.one((row) => text(row, 'id'), sql, params)
}

/** The case is that which the followed one was merged into, where it was. */
function threadAt(tx: TenantTx, { platform, teamId, channel, threadRef }: ThreadPlace): Promise<Thread | null> {
  const sql = /* sql */ `
    SELECT t.id, coalesce(c.merged_into_id, c.id)::text AS case_id FROM chat_threads t JOIN cases c ON c.id = t.case_id
    WHERE t.platform = $1 AND t.team_id = $2 AND t.channel = $3 AND t.thread_ref = $4`
  const toThread = (row: Row): Thread => ({ id: text(row, 'id'), caseId: text(row, 'case_id') })
  return tx.maybeOne(toThread, sql, [platform, teamId, channel, threadRef])
}

/** A message of a thread that was written, edited or deleted. */
export type ThreadEvent = {
  readonly place: ThreadPlace
  readonly chatUserId: string
  /** Id of the message. */
  readonly ref: string
  readonly kind: 'written' | 'edited' | 'deleted'
  readonly text: string
  /** Id of the edit; null when the text did not change, as when Slack adds a preview. */
  readonly editRef: string | null
  readonly origin: Origin
}

/**
 * `ignored`: the message is in no thread that follows a case, or was processed before. `refused`: the person is told,
 * because they would otherwise believe that the case has their comment.
 */
export type ThreadOutcome =
  | { readonly outcome: 'taken' | 'ignored' }
  | { readonly outcome: 'refused'; readonly why: string }

export async function onThreadEvent(deps: ChatDeps, event: ThreadEvent): Promise<ThreadOutcome> {
  const { platform, teamId } = event.place
  const from: ChatUser = { platform, teamId, chatUserId: event.chatUserId }
  const tenant = await tenantOfChat(deps, from)
  if (tenant === null) return { outcome: 'ignored' }
  const thread = await withTenant(deps.pool, tenant, (tx) => threadAt(tx, event.place))
  if (thread === null) return { outcome: 'ignored' }
  return orRefused<ThreadOutcome>(
    async () => {
      const actor = await withTenant(deps.pool, tenant, (tx) => actorInChat(tx, from, event.origin))
      const act = { ...deps.operations['cases.comment'], records: ['case:commented', 'case:comment_changed'] }
      const isAccepted = await perform(deps, actor, act, async (tx, note) => {
        const commentId = await TAKES[event.kind](tx, actor, thread, event, deps.nowMs())
        const action = event.kind === 'written' ? 'case:commented' : 'case:comment_changed'
        const changes = { comment_id: commentId, by: platform, change: event.kind }
        note(commentId === null ? null : { action, resource: 'case', resourceId: thread.caseId, changes })
        return commentId !== null
      })
      return { outcome: isAccepted ? 'taken' : 'ignored' }
    },
    (why) => ({ outcome: 'refused', why }),
  )
}

/** Id of the comment; null: nothing is changed. */
type ThreadAction = (
  tx: TenantTx,
  actor: Actor,
  thread: Thread,
  event: ThreadEvent,
  nowMs: number,
) => Promise<string | null>

const TAKES: Readonly<Record<ThreadEvent['kind'], ThreadAction>> = {
  async written(tx, actor, { id, caseId }, { place, ref, chatUserId, editRef, text: body }, nowMs) {
    if (body.trim() === '') return null
    // A platform that had no answer in time sends the event again, maybe to another replica at the same moment.
    // A row lock would be the wrong way round: a comment wakes the thread when it has locked its case.
    await tx.run(/* sql */ `SELECT pg_advisory_xact_lock(hashtextextended($1, 601))`, [`${tx.tenantId}/${id}`])
    if ((await messageAt(tx, id, ref)) !== null) return null
    const origin = `${place.platform} ${place.channel}${editRef === null ? '' : ', edited'}`.slice(0, 200)
    const comment = await commentOnCase(tx, caseActor(actor), caseId, body, nowMs, origin)
    const sql = /* sql */ `
      INSERT INTO chat_messages (thread_id, comment_id, ref, chat_user_id, created_at) VALUES ($1, $2, $3, $4, $5)`
    await tx.run(sql, [id, comment.id, ref, chatUserId, new Date(nowMs)])
    return comment.id
  },
  // Comments of a case are written once: the new text is another one, and the former one stays.
  async edited(tx, actor, thread, event, nowMs) {
    const found = await messageAt(tx, thread.id, event.ref)
    if (found?.chatUserId !== event.chatUserId || event.editRef === null) return null
    return TAKES.written(tx, actor, thread, { ...event, ref: `${event.ref}/${event.editRef}` }, nowMs)
  },
  async deleted(tx, actor, { id, caseId }, { ref, chatUserId, place }, nowMs) {
    const found = await messageAt(tx, id, ref)
    if (found?.chatUserId !== chatUserId) return null
    const sql = /* sql */ `
      UPDATE chat_messages SET deleted_at = $3 WHERE thread_id = $1 AND comment_id = $2 AND deleted_at IS NULL`
    if ((await tx.run(sql, [id, found.commentId, new Date(nowMs)])) === 0) return null
    const title = `${actor.email} deleted a comment in ${place.platform}`
    const description = `The comment ${found.commentId} stays, as every comment of a case.`
    await noteOnCase(tx, caseId, { type: 'comment.deleted', title, description }, nowMs)
    return found.commentId
  },
}

type Kept = { readonly commentId: string; readonly chatUserId: string | null }

function messageAt(tx: TenantTx, threadId: string, ref: string): Promise<Kept | null> {
  const sql = /* sql */ `SELECT comment_id, chat_user_id FROM chat_messages WHERE thread_id = $1 AND ref = $2`
  const toKept = (row: Row): Kept => ({
    commentId: text(row, 'comment_id'),
    chatUserId: row.chat_user_id === null ? null : text(row, 'chat_user_id'),
  })
  return tx.maybeOne(toKept, sql, [threadId, ref])
}

/** The number and the title of a case, or of that which it was merged into, for the message that begins its thread. */
export async function headOf(tx: TenantTx, ref: string) {
  const found = await getCase(tx, ref)
  const { id, number, title } = found.mergedIntoId === null ? found : await getCase(tx, found.mergedIntoId)
  return { id, number, title }
}
