import { Type } from 'typebox'
import { AppError, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { uuid } from '../../../schemas/wire.ts'
import { placed, type Row, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { type Placed, type Position, peopleSql } from '../../identity/accounts/index.ts'
import type { Case } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { assignCases, lockCases } from './case-store.ts'
import { notifyOfHandoff } from './notify-people.ts'
import { requireAssignee } from './open-case.ts'
import { announceCase } from './outbox.ts'
import { requireQueue } from './queues/manage-queues.ts'
import { insertEvents } from './record-store.ts'
import { isDone } from './transitions.ts'

/** @bound cases in a handoff -> 409 */
export const HANDOFF_CASES_MAX = 5_000

const caseIds = (description: string) =>
  column.json<readonly string[]>(Type.Array(uuid, { maxItems: HANDOFF_CASES_MAX, description }))

export const HANDOFFS = tableInCamelCase('CaseHandoff', {
  id: column.uuid(),
  from_user_id: column.uuid(),
  to_user_id: column.uuid(),
  queue_id: column.orNull(column.uuid()),
  notes: column.orNull(column.text()),
  case_ids: caseIds('unresolved cases at the time of the handoff'),
  started_at: column.time(),
  acknowledged_at: column.orNull(column.time()),
  moved_case_ids: column.orNull(
    caseIds('cases assigned to to_user_id at the acknowledgement; null: not acknowledged yet'),
  ),
})
export type Handoff = RowOf<typeof HANDOFFS>

export type HandoffInput = { readonly toUserId: string; readonly queueId: string | null; readonly notes: string | null }

/**
 * Hands over the unresolved cases of the queue, or without a queue those of the caller. Throws `forbidden` for a caller
 * who is no user of this tenant, 422 for an unknown user or queue, for oneself and for a user who may not work on
 * cases, `conflict` for more than 5,000 cases.
 */
export async function createHandoff(
  tx: TenantTx,
  actor: CaseActor,
  input: HandoffInput,
  nowMs: number,
): Promise<Handoff> {
  const from = ownIdOf(actor)
  if (input.toUserId === from) throw invalid('to_user_id', 'is whoever hands over')
  await requireAssignee(tx, input.toUserId, 'to_user_id')
  if (input.queueId !== null) await requireQueue(tx, input.queueId)
  const caseIds = await openCaseIds(tx, input.queueId, from)
  if (caseIds.length > HANDOFF_CASES_MAX)
    throw new AppError('conflict', `a handoff holds at most ${HANDOFF_CASES_MAX} cases: hand over queue by queue`)
  const sql = /* sql */ `
    INSERT INTO case_handoffs (from_user_id, to_user_id, queue_id, notes, case_ids, started_at)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${HANDOFFS.columns}`
  const values = [from, input.toUserId, input.queueId, input.notes, caseIds, new Date(nowMs)]
  const made = await tx.one(HANDOFFS.read, sql, values)
  await notifyOfHandoff(tx, made, nowMs)
  return made
}

/** `isNew` is false when it was acknowledged before: nothing changed. */
export type Acknowledged = { readonly handoff: Handoff; readonly isNew: boolean }

/**
 * Acknowledged once, by the person it is addressed to; repeating it changes nothing. They get the cases that are still
 * unresolved and were not reassigned meanwhile. Throws `not_found`, `forbidden` for any other person, 422 when they may
 * no longer work on cases.
 */
export async function acknowledgeHandoff(
  tx: TenantTx,
  actor: CaseActor,
  id: string,
  nowMs: number,
): Promise<Acknowledged> {
  const present = requireFound(
    await tx.maybeOne(HANDOFFS.read, `SELECT ${HANDOFFS.columns} FROM case_handoffs WHERE id = $1 FOR UPDATE`, [id]),
    'handoff',
    id,
  )
  if (present.toUserId !== actor.ownId)
    throw new AppError('forbidden', 'only the person it is addressed to can acknowledge a handoff')
  if (present.acknowledgedAt !== null) return { handoff: present, isNew: false }
  const acknowledgedAt = new Date(nowMs)
  const movedCaseIds = await moveCases(tx, actor, present, acknowledgedAt)
  const sql = /* sql */ `UPDATE case_handoffs SET acknowledged_at = $2, moved_case_ids = $3 WHERE id = $1`
  await tx.run(sql, [id, acknowledgedAt, movedCaseIds])
  return { handoff: { ...present, acknowledgedAt, movedCaseIds }, isNew: true }
}

/** Gives the ids of those that went over. */
async function moveCases(tx: TenantTx, actor: CaseActor, handoff: Handoff, at: Date): Promise<string[]> {
  const { toUserId, caseIds, startedAt } = handoff
  await requireAssignee(tx, toUserId, 'to_user_id')
  const locked = await lockCases(tx, caseIds)
  const handedOver = await handedOverSince(tx, caseIds, startedAt)
  const moving = locked.filter(
    ({ id: caseId, status, mergedIntoId, assigneeId }) =>
      !isDone(status) &&
      mergedIntoId === null &&
      assigneeId !== toUserId &&
      !(handedOver.has(caseId) && assigneeId !== null),
  )
  const moved = await assignCases(tx, idsOf(moving), toUserId, at)
  const description = await describe(tx, handoff)
  const event = { type: 'handed_over' as const, title: 'handed over', description, at }
  await insertEvents(tx, idsOf(moved), actor, event)
  for (let from = 0; from < moved.length; from += ANNOUNCED_AT_ONCE)
    await announceCase(tx, 'updated', moved.slice(from, from + ANNOUNCED_AT_ONCE))
  return idsOf(moved)
}

/** Both people by name, and the notes: a post-mortem is read by people who know no ids. */
async function describe(tx: TenantTx, { fromUserId, toUserId, notes }: Handoff): Promise<string> {
  const sql = /* sql */ `
    SELECT id, username FROM (${peopleSql('NULL')}) AS people WHERE id = ANY($1)`
  const toName = (row: Row) => [text(row, 'id'), text(row, 'username')] as const
  const names = new Map(await tx.many(toName, sql, [[fromUserId, toUserId]]))
  const people = `from ${names.get(fromUserId) ?? fromUserId} to ${names.get(toUserId) ?? toUserId}`
  return notes === null ? people : `${people}: ${notes}`
}

const ANNOUNCED_AT_ONCE = 500
const idsOf = (cases: readonly Case[]) => cases.map(({ id }) => id)

/** Cases that were assigned or released since then. */
async function handedOverSince(tx: TenantTx, caseIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  const sql = /* sql */ `
    SELECT DISTINCT case_id FROM case_events
    WHERE case_id = ANY($1) AND type IN ('assigned', 'handed_over') AND created_at >= $2`
  return new Set(await tx.many((row) => text(row, 'case_id'), sql, [caseIds, since]))
}

/** Newest first. */
export function handoffsPage(tx: TenantTx, limit: number, after: Position | null): Promise<Placed<Handoff>[]> {
  const sql = /* sql */ `
    SELECT ${HANDOFFS.columns}, started_at::text AS position FROM case_handoffs
    WHERE $2::timestamptz IS NULL OR (started_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY started_at DESC, id DESC LIMIT $1`
  return tx.many(placed(HANDOFFS.read), sql, [limit, after?.[0] ?? null, after?.[1] ?? null])
}

/** Returns one more than the limit when there are too many. */
function openCaseIds(tx: TenantTx, queueId: string | null, from: string): Promise<string[]> {
  const sql = /* sql */ `
    SELECT id FROM cases WHERE status IN ('open', 'in_progress') AND merged_into_id IS NULL
      AND CASE WHEN $1::uuid IS NULL THEN assignee_id = $2 ELSE queue_id = $1 END
    ORDER BY opened_at, id LIMIT $3`
  return tx.many((row) => text(row, 'id'), sql, [queueId, from, HANDOFF_CASES_MAX + 1])
}

/** Throws `forbidden` for a program. */
export function ownIdOf({ ownId }: CaseActor): string {
  if (ownId === null) throw new AppError('forbidden', 'this is for people of this tenant')
  return ownId
}
