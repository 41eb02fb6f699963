/** A KQL query of one table and where conditions, as the condition of a rule. */
import type { EventBody, Rule } from '../../detections/plan/plan.ts'
import type { TenantId } from '../../platform/tenant.ts'
import { readerFor } from './read-texts.ts'

export type KqlCondition = Rule & { readonly body: EventBody }

/**
 * Read in a thread, within the tenant's share of it. Gives the place and the reason where it is none. Throws
 * `rate_limited`.
 */
export async function kqlSearchRule(
  tenant: TenantId,
  text: string,
): Promise<KqlCondition | { readonly fault: string }> {
  const parsed = await readerFor(tenant)({ language: 'kql', file: 'query.kql', text }, {})
  if (parsed.language !== 'kql') return { fault: 'is no KQL' }
  const { rules, faults } = parsed.kql
  const [fault] = faults
  if (fault) return { fault: `line ${fault.line}, column ${fault.column}: ${fault.reason}` }
  const [rule, ...more] = rules
  if (rule?.body.kind !== 'event' || more.length > 0)
    return { fault: 'line 1, column 1: a search has one table and where conditions; svc kql runs any query' }
  return { ...rule, body: rule.body }
}
