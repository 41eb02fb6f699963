/** A KQL query of one table and where conditions, as the condition of a rule. */
import type { EventBody, Rule } from '../../../detections/plan/plan.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { readerFor } from './read-texts.ts'

/** `lookBackMs`: the query asks for no older events; null: it says nothing of their time. */
export type KqlCondition = { readonly rule: Rule & { readonly body: EventBody }; readonly lookBackMs: number | null }

/**
 * Parses a query in a thread, within the tenant's share of it. Returns position and reason of a fault; a query that
 * does more than select events is one too, because its answer would differ from a search's. Throws `rate_limited`.
 */
export async function kqlSearchRule(
  tenant: TenantId,
  text: string,
): Promise<KqlCondition | { readonly fault: string }> {
  const parsed = await readerFor(tenant)({ language: 'kql', file: 'query.kql', text }, {})
  if (parsed.language !== 'kql') return { fault: 'is no KQL' }
  const { rules, faults, remainders } = parsed.kql
  const [fault] = faults
  if (fault) return { fault: `line ${fault.line}, column ${fault.column}: ${fault.reason}` }
  const [leftOut] = remainders.flatMap((one) => one.leftOut)
  if (leftOut) return { fault: `line ${leftOut.line}, column ${leftOut.column}: ${leftOut.reason}${HINT}` }
  const [rule, ...more] = rules
  if (rule?.body.kind !== 'event' || more.length > 0)
    return { fault: `line 1, column 1: expected a table and conditions${HINT}` }
  return { rule: { ...rule, body: rule.body }, lookBackMs: remainders[0]?.lookBackMs ?? null }
}

const HINT =
  ' (a search has one table and where conditions, and takes fields, time and limit from its parameters; svc kql runs any query)'
