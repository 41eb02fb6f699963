/**
 * Resolves an alert that consists of findings of products when all are closed there, and reopens it when one is
 * reopened. Alerts that a person works on are not changed.
 */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import type { Alert } from './alert.ts'
import { changeAlert } from './change-alert.ts'
import { lastTransition } from './history-store.ts'

/** The actor in the history when a finding was closed in another product. */
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
