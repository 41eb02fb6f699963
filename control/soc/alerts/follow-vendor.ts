/**
 * An alert that is all findings of products ends here when they are closed there, and is open again when one of them is. What
 * people have taken in hand stays in their hands.
 */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import type { Alert } from './alert.ts'
import { changeAlert } from './change-alert.ts'
import { lastTransition } from './history-store.ts'

/** As the history names whoever closed a finding in another product. */
export const VENDOR: Actor = { id: 'vendor', kind: 'automation', ownId: null }

export async function followVendor(tx: TenantTx, alert: Alert): Promise<void> {
  const { closed_by_vendor: isClosed } = alert.metadata
  const nowMs = alert.updatedAt.getTime()
  if (isClosed === true && alert.status === 'new' && alert.assignedToId === null && alert.caseId === null)
    await changeAlert(tx, VENDOR, alert.id, { status: 'resolved', reason: 'all of it was closed by its vendor' }, nowMs)
  if (isClosed !== false || alert.status !== 'resolved') return
  if ((await lastTransition(tx, alert.id))?.actorId !== VENDOR.id) return
  await changeAlert(tx, VENDOR, alert.id, { status: 'in_progress', reason: 'its vendor has it open again' }, nowMs)
}
