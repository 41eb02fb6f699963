import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, programIn } from '../../platform/acting/index.ts'

/** Triage acts for the tenant; it holds no permission of its own. */
export function agentIn({ tenantId }: TenantTx): Actor {
  return programIn(tenantId, 'agent', 'triage')
}
