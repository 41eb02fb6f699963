/** A KQL query as the condition of a rule. */
import { readerFor } from '../../../control/detections/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { RuleSearch } from '../../../query/search/search-by-rule.ts'
import type { Question } from './inputs.ts'

/** Read in a thread, within the tenant's share of it. Throws 422 with the place of the fault, and `rate_limited`. */
export async function kqlRule(tenant: TenantId, { query = '' }: Question): Promise<RuleSearch['rule']> {
  const parsed = await readerFor(tenant)({ language: 'kql', file: 'query.kql', text: query }, {})
  const refuse = (msg: string) => new InvalidInput({ loc: ['body', 'query'], msg, type: 'query' })
  if (parsed.language !== 'kql') throw refuse('is no KQL')
  const { rules, faults } = parsed.kql
  const [fault] = faults
  if (fault) throw refuse(`line ${fault.line}, column ${fault.column}: ${fault.reason}`)
  const [rule, ...more] = rules
  if (rule?.body.kind !== 'event' || more.length > 0)
    throw refuse('line 1, column 1: a search has one table and where conditions; svc kql runs any query')
  return { ...rule, body: rule.body }
}
