/**
 * Requests approvals again when their target, parameters or evidence have changed since the request, without waiting
 * for a decision.
 */
import type { TenantId } from '../../../platform/tenant.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { platformIn, record } from '../../platform/acting/index.ts'
import { askAgainIfChanged, restingApprovals } from '../../respond/response/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

const AT_ONCE = 200

type AskAgainDeps = Pick<DeliveryDeps, 'pool' | 'audit' | 'nowMs'>

/** Runs once. True when any was requested again. */
export async function askChangedAgain(deps: AskAgainDeps): Promise<boolean> {
  const resting = await withOperator(deps.pool, 'approvals that may have changed', (tx) =>
    restingApprovals(tx, AT_ONCE),
  )
  let isAny = false
  for (const { tenant, id } of resting) if (await renewRequest(deps, tenant, id)) isAny = true
  return isAny
}

function renewRequest(deps: AskAgainDeps, tenant: TenantId, id: string): Promise<boolean> {
  return withTenant(deps.pool, tenant, async (tx) => {
    const renewed = await askAgainIfChanged(tx, id, deps.nowMs())
    if (renewed === null) return false
    const changes = { asked: renewed.asked, title: renewed.title }
    const about = { resource: 'approval', resourceId: id, changes }
    await record(tx, deps, platformIn(tenant, 'approvals'), 'approval:asked_again', about)
    return true
  })
}
