import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { settleAnswered } from '../../notify/index.ts'
import type { Case } from '../case.ts'
import type { CaseActor } from '../case-actor.ts'
import { updateCase } from '../case-store.ts'
import { lockedCase } from '../find-case.ts'
import { announceCase } from '../outbox.ts'
import { insertEvent } from '../record-store.ts'

export type Acknowledged = { readonly case: Case; readonly isNew: boolean }

/**
 * Marks a case as acknowledged, which stops its escalation. If it is unassigned and a person of the tenant acknowledges
 * it, it is assigned to them. `by` is shown on the timeline; `deliveryId` is the message that was answered. Throws
 * `not_found`.
 */
export async function acknowledgeCase(
  tx: TenantTx,
  actor: CaseActor,
  ref: string,
  { by, deliveryId }: { readonly by: string; readonly deliveryId: string | null },
  nowMs: number,
): Promise<Acknowledged> {
  const found = await lockedCase(tx, ref)
  const about = { kind: 'case', id: found.id, answer: 'acknowledge' } as const
  await settleAnswered(tx, about, deliveryId, nowMs)
  if (found.acknowledgedAt !== null) return { case: found, isNew: false }
  const at = new Date(nowMs)
  const assigneeId = found.assigneeId ?? actor.ownId
  const changed = await updateCase(tx, found, { acknowledgedAt: at, escalateAt: null, assigneeId })
  const description = `by ${by}${assigneeId === found.assigneeId ? '' : ', who has the case now'}`
  await insertEvent(
    tx,
    found.id,
    actor,
    { type: 'escalation.acknowledged', title: 'acknowledged', description, at },
    at,
  )
  await announceCase(tx, 'updated', [changed])
  return { case: changed, isNew: true }
}
