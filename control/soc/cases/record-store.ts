/** History of a case: changes of status, comments, and everything else that happened. Rows are written once. */
import { int, placed, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Placed, Position } from '../../identity/accounts/index.ts'
import { CASE_ACTOR_KINDS, type CaseActor } from './case-actor.ts'
import type { OwnEventType } from './event-types.ts'
import { CASE_STATUSES, type CaseStatus } from './words.ts'

export const TRANSITIONS = tableInCamelCase('Transition', {
  id: column.uuid(),
  case_id: column.uuid(),
  from_status: column.word(CASE_STATUSES),
  to_status: column.word(CASE_STATUSES),
  actor_id: column.text(),
  actor_kind: column.word(CASE_ACTOR_KINDS),
  reason: column.orNull(column.text()),
  at: column.from('created_at', column.time()),
})
export type Transition = RowOf<typeof TRANSITIONS>

export type Move = { readonly from: CaseStatus; readonly to: CaseStatus; readonly reason: string | null }

export async function insertTransition(
  tx: TenantTx,
  caseId: string,
  actor: CaseActor,
  move: Move,
  at: Date,
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO case_transitions (case_id, from_status, to_status, actor_id, actor_kind, reason, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`
  await tx.run(sql, [caseId, move.from, move.to, actor.id, actor.kind, move.reason, at])
}

/** Newest first. */
export function transitionsPage(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<Transition>[]> {
  const sql = /* sql */ `
    SELECT ${TRANSITIONS.columns}, created_at::text AS position FROM case_transitions
    WHERE case_id = ANY($1) AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(TRANSITIONS.read), sql, [caseIds, limit, after?.[0] ?? null, after?.[1] ?? null])
}

export const COMMENTS = tableInCamelCase('Comment', {
  id: column.uuid(),
  case_id: column.uuid(),
  author_id: column.text(),
  body: column.text(),
  is_system: column.bool(),
  origin: column.orNull(
    column.text({ description: 'chat and channel in which the comment was written; null: written in svc' }),
  ),
  created_at: column.time(),
})
export type Comment = RowOf<typeof COMMENTS>

type NewComment = Omit<Comment, 'id'>

export async function insertComment(tx: TenantTx, newComment: NewComment): Promise<Comment> {
  const sql = /* sql */ `
    INSERT INTO case_comments (case_id, author_id, body, is_system, origin, created_at) VALUES ($1, $2, $3, $4, $5, $6)
    RETURNING ${COMMENTS.columns}`
  const { caseId, authorId, body, isSystem, origin, createdAt } = newComment
  return tx.one(COMMENTS.read, sql, [caseId, authorId, body, isSystem, origin, createdAt])
}

/** Newest first. */
export function commentsPage(
  tx: TenantTx,
  caseIds: readonly string[],
  limit: number,
  after: Position | null,
): Promise<Placed<Comment>[]> {
  const sql = /* sql */ `
    SELECT ${COMMENTS.columns}, created_at::text AS position FROM case_comments
    WHERE case_id = ANY($1) AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
    ORDER BY created_at DESC, id DESC LIMIT $2`
  return tx.many(placed(COMMENTS.read), sql, [caseIds, limit, after?.[0] ?? null, after?.[1] ?? null])
}

export type CaseEvent = {
  readonly type: string
  readonly title: string
  readonly description: string | null
  readonly at: Date
}

/** Adds an event of the product to the timeline. */
export function insertEvent(
  tx: TenantTx,
  caseId: string,
  actor: CaseActor,
  event: CaseEvent & { readonly type: OwnEventType },
  recordedAt: Date,
): Promise<string> {
  return insertAnyEvent(tx, caseId, actor, event, recordedAt)
}

/** The same for a type that `requireFreeEventType` allowed: an event that a person reports. */
export async function insertAnyEvent(
  tx: TenantTx,
  caseId: string,
  actor: CaseActor,
  event: CaseEvent,
  /** Now; `event.at` is when it happened, which people may say of the past. */
  recordedAt: Date,
): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO case_events (case_id, type, title, description, actor_id, actor_kind, occurred_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`
  const values = [event.type, event.title, event.description, actor.id, actor.kind, event.at, recordedAt]
  return tx.one((row) => text(row, 'id'), sql, [caseId, ...values])
}

/** The same event in several cases. */
export async function insertEvents(
  tx: TenantTx,
  caseIds: readonly string[],
  actor: CaseActor,
  { type, title, description, at }: CaseEvent & { readonly type: OwnEventType },
): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO case_events (case_id, type, title, description, actor_id, actor_kind, occurred_at, created_at)
    SELECT id, $2, $3, $4, $5, $6, $7, $7 FROM unnest($1::uuid[]) AS id`
  await tx.run(sql, [caseIds, type, title, description, actor.id, actor.kind, at])
}

export type CaseCounts = {
  readonly alerts: number
  readonly comments: number
  readonly tasks: number
  readonly tasksDone: number
  readonly attachments: number
  readonly minutesSpent: number
}

/** Counts of a case and the cases merged into it. */
export async function caseCounts(tx: TenantTx, caseIds: readonly string[]): Promise<CaseCounts> {
  const sql = /* sql */ `
    SELECT (SELECT count(*) FROM alerts WHERE case_id = ANY($1)) AS alerts,
      (SELECT count(*) FROM case_comments WHERE case_id = ANY($1)) AS comments,
      (SELECT count(*) FROM case_tasks WHERE case_id = ANY($1)) AS tasks,
      (SELECT count(*) FROM case_tasks WHERE case_id = ANY($1) AND status = 'done') AS tasks_done,
      (SELECT count(*) FROM case_attachments WHERE case_id = ANY($1)) AS attachments,
      (SELECT coalesce(sum(minutes), 0) FROM case_time_entries WHERE case_id = ANY($1)) AS minutes_spent`
  return tx.one(
    (row) => ({
      alerts: int(row, 'alerts'),
      comments: int(row, 'comments'),
      tasks: int(row, 'tasks'),
      tasksDone: int(row, 'tasks_done'),
      attachments: int(row, 'attachments'),
      minutesSpent: int(row, 'minutes_spent'),
    }),
    sql,
    [caseIds],
  )
}
