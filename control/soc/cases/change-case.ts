import { defined } from '../../../platform/defined.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { checkedTags, type Severity } from '../alerts/index.ts'
import { type Case, caseNumber } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { type CaseState, updateCase } from './case-store.ts'
import { withFields } from './custom-fields.ts'
import type { OwnEventType } from './event-types.ts'
import { lockedCase } from './find-case.ts'
import { notifyAssignee } from './notify-people.ts'
import { checkedTitle, requireAssignee } from './open-case.ts'
import { announceCase } from './outbox.ts'
import { requireQueue } from './queues/manage-queues.ts'
import { queueById } from './queues/queue-store.ts'
import { insertComment, insertEvent, insertTransition } from './record-store.ts'
import { targetsFor } from './targets.ts'
import { checkCaseTransition, isDone } from './transitions.ts'
import type { CaseStatus } from './words.ts'

export type CasePatch = {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly severity?: Severity | undefined
  readonly status?: CaseStatus | undefined
  /** Reason of the change of status. */
  readonly reason?: string | undefined
  readonly caseType?: string | null | undefined
  readonly tags?: readonly string[] | undefined
  /** Null releases. */
  readonly assigneeId?: string | null | undefined
  readonly queueId?: string | null | undefined
  readonly mitreTechniques?: readonly string[] | undefined
  readonly complianceFrameworks?: readonly string[] | undefined
  readonly customFields?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Changes a case by a person. Setting the present status changes nothing. A new severity or queue gives the case the
 * current terms of their policies, counted from its opening. Throws `not_found`, `conflict` for a transition that is
 * not allowed and for a merged case, 422 for values out of bounds.
 */
export async function changeCase(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  patch: CasePatch,
  nowMs: number,
): Promise<Case> {
  return changeLocked(tx, actor, await lockedCase(tx, ref), patch, nowMs)
}

/** The same of a case that this transaction has locked. */
export async function changeLocked(
  tx: TenantTx,
  actor: CaseActor,
  found: Case,
  patch: CasePatch,
  nowMs: number,
): Promise<Case> {
  const { status = found.status, reason = null, ...rest } = patch
  if (status !== found.status) checkCaseTransition(found.status, status)
  if (rest.assigneeId) await requireAssignee(tx, rest.assigneeId)
  const to: Partial<CaseState> = {
    ...defined(rest),
    ...(rest.title === undefined ? {} : { title: checkedTitle(rest.title) }),
    ...(rest.customFields === undefined
      ? {}
      : { customFields: await withFields(tx, found.customFields, rest.customFields) }),
    ...(rest.tags === undefined ? {} : { tags: checkedTags(rest.tags) }),
    ...timesOf(found, status, rest.assigneeId, nowMs),
    status,
  }
  const changed = await updateCase(tx, found, { ...to, ...(await retargeted(tx, found, to)) })
  if (status !== found.status) await noteMove(tx, actor, changed, { from: found.status, to: status, reason }, nowMs)
  await noteChanges(tx, actor, found, changed, nowMs)
  await announceCase(tx, 'updated', [changed])
  return changed
}

/** Closes it, whatever it was; a closed case stays as it is. */
export async function closeCase(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  reason: string | null,
  nowMs: number,
): Promise<{ readonly case: Case; readonly isNew: boolean }> {
  const found = await lockedCase(tx, ref)
  if (found.status === 'closed') return { case: found, isNew: false }
  const patch = { status: 'closed', ...(reason === null ? {} : { reason }) } as const
  return { case: await changeLocked(tx, actor, found, patch, nowMs), isNew: true }
}

/** Throws `conflict` for a case that is neither resolved nor closed. Its clocks run on from when it was opened. */
export async function reopenCase(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  { reason, status }: { readonly reason: string; readonly status: 'open' | 'in_progress' },
  nowMs: number,
): Promise<Case> {
  const current = await lockedCase(tx, ref)
  if (!isDone(current.status)) throw new AppError('conflict', `a case that is ${current.status} is not reopened`)
  const changed = await updateCase(tx, current, {
    ...{ status, resolvedAt: null, closedAt: null },
    reopenCount: current.reopenCount + 1,
  })
  await noteMove(tx, actor, changed, { from: current.status, to: status, reason }, nowMs)
  await announceCase(tx, 'updated', [changed])
  return changed
}

/** A case is acknowledged once it is assigned or no longer open; escalation then stops. */
function timesOf(
  found: Case,
  status: CaseStatus,
  assigneeId: string | null | undefined,
  nowMs: number,
): Partial<CaseState> {
  const now = new Date(nowMs)
  const isAcknowledged = status !== 'open' || (assigneeId !== undefined && assigneeId !== null)
  const acknowledgedAt = found.acknowledgedAt ?? (isAcknowledged ? now : null)
  return {
    acknowledgedAt,
    ...(acknowledgedAt === null ? {} : { escalateAt: null }),
    resolvedAt: isDone(status) ? (found.resolvedAt ?? now) : found.resolvedAt,
    closedAt: status === 'closed' ? (found.closedAt ?? now) : found.closedAt,
  }
}

/** The terms that another severity or queue gives a case; nothing where both stay. */
export async function retargeted(tx: TenantTx, record: Case, to: Partial<CaseState>): Promise<Partial<CaseState>> {
  const { severity = record.severity, queueId = record.queueId, acknowledgedAt = record.acknowledgedAt } = to
  if (severity === record.severity && queueId === record.queueId) return {}
  const isMoved = queueId !== record.queueId && queueId !== null
  const queue = isMoved ? await requireQueue(tx, queueId) : queueId === null ? null : await queueById(tx, queueId)
  // Another ladder begins at its first step.
  const escalationLevel = queueId === record.queueId ? record.escalationLevel : 0
  const input = { severity, openedAt: record.openedAt, from: record.slaTerms?.from, acknowledgedAt, escalationLevel }
  return { escalationLevel, ...(await targetsFor(tx, input, queue)) }
}

type Move = { readonly from: CaseStatus; readonly to: CaseStatus; readonly reason: string | null }

async function noteMove(tx: TenantTx, actor: CaseActor, found: Case, move: Move, nowMs: number): Promise<void> {
  const at = new Date(nowMs)
  await insertTransition(tx, found.id, actor, move, at)
  if (!isDone(move.to)) return
  const body = `${caseNumber(found.number)} is ${move.to}. Its summary is at /api/v1/cases/${found.id}/summary, its post-mortem at /api/v1/cases/${found.id}/postmortem.`
  const comment = { caseId: found.id, authorId: 'system', body, isSystem: true, origin: null, createdAt: at }
  await insertComment(tx, comment)
}

/** Members of a change that the timeline shows, beside the status. */
async function noteChanges(tx: TenantTx, actor: CaseActor, from: Case, to: Case, nowMs: number): Promise<void> {
  const at = new Date(nowMs)
  const note = (type: OwnEventType, title: string) =>
    insertEvent(tx, to.id, actor, { type, title, description: null, at }, at)
  if (from.assigneeId !== to.assigneeId) await note('assigned', to.assigneeId === null ? 'released' : 'assigned')
  if (from.assigneeId !== to.assigneeId) await notifyAssignee(tx, actor, to, nowMs)
  if (from.severity !== to.severity) await note('severity_changed', `severity ${from.severity} to ${to.severity}`)
  if (from.queueId !== to.queueId) await note('queue_changed', 'moved to another queue')
}
