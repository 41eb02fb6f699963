import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type MutationDeps, platformIn, record } from '../../platform/acting/index.ts'
import { hastenEscalation, noteOnCase } from '../cases/index.ts'
import type { Delivery, Settled } from './claim.ts'

/** Records the receiver or the failure in the audit log, and for a case on its timeline. */
export async function recordEnd(
  tx: TenantTx,
  acting: Pick<MutationDeps, 'audit'>,
  ours: readonly Delivery[],
  to: Settled,
  nowMs: number,
): Promise<void> {
  const isFailed = to.status === 'failed'
  const actor = platformIn(tx.tenantId, 'notifications')
  for (const { id, kind, channel, receiver, aboutKind, aboutId } of ours) {
    const why = isFailed ? { reason: to.reason } : {}
    const changes = { kind, channel, receiver, about_kind: aboutKind, about_id: aboutId, ...why }
    const action = isFailed ? 'notification:failed' : 'notification:sent'
    await record(tx, acting, actor, action, { resource: 'notification', resourceId: id, changes })
    if (kind !== 'escalation' || aboutKind !== 'case' || aboutId === null) continue
    const title = isFailed ? `could not notify ${receiver}` : `notified ${receiver}`
    const description = isFailed ? to.reason : `by ${channel}`
    const type = isFailed ? 'notification.failed' : 'notification.sent'
    await noteOnCase(tx, aboutId, { type, title, description }, nowMs)
    if (isFailed) await hastenEscalation(tx, aboutId, nowMs)
  }
}
