/** Notifies people about a change in a case, except the person who made it. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { notify } from '../notify/index.ts'
import { type Case, caseNumber } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import type { Comment } from './record-store.ts'

const aboutOf = ({ id, number, title, severity }: Case) => ({
  ...{ severity, title: `${caseNumber(number)}: ${title}`, path: `/cases/${id}`, about: { kind: 'case', id } },
})

export async function notifyMentioned(
  tx: TenantTx,
  found: Case,
  { id, authorId, body }: Comment,
  mentioned: readonly string[],
  nowMs: number,
): Promise<void> {
  const userIds = mentioned.filter((userId) => userId !== authorId)
  if (userIds.length === 0) return
  const message = { ...aboutOf(found), kind: 'mention', body: `A comment names you:\n${body}` } as const
  await notify(tx, { ...message, dedupeKey: `mention/${id}` }, [{ kind: 'users', userIds, label: 'mentioned' }], nowMs)
}

export async function notifyAssignee(tx: TenantTx, actor: CaseActor, record: Case, nowMs: number): Promise<void> {
  const { id, assigneeId } = record
  if (assigneeId === null || assigneeId === actor.id || assigneeId === actor.ownId) return
  const message = { ...aboutOf(record), kind: 'assignment', body: 'This case is yours now.' } as const
  const receiver = { kind: 'users', userIds: [assigneeId], label: 'assignee' } as const
  await notify(tx, { ...message, dedupeKey: `assignment/${id}/${assigneeId}/${nowMs}` }, [receiver], nowMs)
}

export async function notifyOfHandoff(
  tx: TenantTx,
  { id, toUserId, caseIds, notes }: { id: string; toUserId: string; caseIds: readonly string[]; notes: string | null },
  nowMs: number,
): Promise<void> {
  const message = {
    kind: 'case_handoff',
    ...{ title: `${caseIds.length} cases are handed over to you`, path: '/cases' },
    ...{ body: notes ?? 'Acknowledge the handoff to have them.', dedupeKey: `handoff/${id}` },
  } as const
  await notify(tx, message, [{ kind: 'users', userIds: [toUserId], label: 'handoff' }], nowMs)
}
