/** A KQL query as the condition of a rule. */
import { type KqlCondition, kqlSearchRule } from '../../../control/detections/index.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Question } from './inputs.ts'

/** Throws 422 with the place of the fault, and `rate_limited`. */
export async function kqlRule(tenant: TenantId, { query = '' }: Question): Promise<KqlCondition> {
  const read = await kqlSearchRule(tenant, query)
  if (!('fault' in read)) return read
  throw new InvalidInput({ loc: ['body', 'query'], msg: read.fault, type: 'query' })
}
