import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Case } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { touchCase } from './case-store.ts'
import { requireFreeEventType } from './event-types.ts'
import { lockedCase } from './find-case.ts'
import { insertMentions } from './mention-store.ts'
import { notifyMentioned } from './notify-people.ts'
import { announceCase } from './outbox.ts'
import { type CaseEvent, type Comment, insertAnyEvent, insertComment } from './record-store.ts'

export const COMMENT_MAX = 20_000
/** Maximum users that one comment notifies. */
const MENTIONS_MAX = 20
/**
 * The format of usernames, of which some are addresses, and of addresses. The character before the first @ must not be a
 * letter, so that an e-mail address in a text is no mention.
 */
const MENTION = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,254}(?:@[\p{L}\p{N}][\p{L}\p{N}.-]{0,254})?)/gu

/** Users named as `@username`, or `@` and their address, find it among their mentions. Throws `not_found`, `conflict` for a merged case. */
export async function commentOnCase(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  body: string,
  nowMs: number,
  origin: string | null = null,
): Promise<Comment> {
  const found = await lockedCase(tx, ref)
  if (body.trim() === '') throw invalid('body', 'is blank')
  if (body.length > COMMENT_MAX && [...body].length > COMMENT_MAX)
    throw invalid('body', `is longer than ${COMMENT_MAX} characters`)
  const at = new Date(nowMs)
  const written = { caseId: found.id, authorId: actor.id, body, isSystem: false, origin, createdAt: at }
  const comment = await insertComment(tx, written)
  const names = mentionedNames(body)
  const mentioned = names.length === 0 ? [] : await insertMentions(tx, comment, names)
  await notifyMentioned(tx, found, comment, mentioned, nowMs)
  await announceTouched(tx, found)
  return comment
}

/**
 * Adds an entry to the timeline by hand. Throws `not_found`, `conflict`, 422 for a time that is ahead and a type of
 * ours.
 */
export async function addTimelineEvent(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  event: Omit<CaseEvent, 'at'> & { readonly at: Date | null },
  nowMs: number,
): Promise<{ readonly id: string; readonly caseId: string }> {
  requireFreeEventType(event.type)
  const current = await lockedCase(tx, ref)
  const now = new Date(nowMs)
  const at = event.at ?? now
  if (at.getTime() > nowMs) throw invalid('timestamp', 'is not in the future')
  const id = await insertAnyEvent(tx, current.id, actor, { ...event, at }, now)
  await announceTouched(tx, current)
  return { id, caseId: current.id }
}

/** Without the dot that ends a sentence. */
export function mentionedNames(body: string): string[] {
  const names = [...body.matchAll(MENTION)].map(([, name = '']) => name.replace(/[.-]+$/, '').toLowerCase())
  return [...new Set(names)].slice(0, MENTIONS_MAX)
}

/** Mentions name analysts, which a report does not. */
export function withoutMentions(body: string): string {
  return body.replaceAll(MENTION, '@…')
}

export async function announceTouched(tx: TenantTx, found: Case): Promise<void> {
  await announceCase(tx, 'updated', [await touchCase(tx, found)])
}
