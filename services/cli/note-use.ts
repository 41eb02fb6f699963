/** Counts a search of a command for `svc lake advise`, as the API counts its own. */
import { noteFieldUses, type SearchCost } from '../../control/soc/searches/index.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { inTenant } from './in-tenant.ts'
import { isAway } from './over-both.ts'

/**
 * Failures are ignored: a count that cannot be written, because the database is unreachable, does not affect the
 * answer.
 */
export async function noteUse(tenant: TenantId, cost: SearchCost): Promise<void> {
  await inTenant(tenant, (tx) => noteFieldUses(tx, cost, Date.now())).catch(isAway)
}
