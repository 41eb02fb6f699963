import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { checkedAlone, type RuleText } from '../detections/index.ts'
import { PROPOSAL_LIMITS } from './limits.ts'
import type { Proposal } from './proposal.ts'
import { insertProposal, type NewProposal } from './proposal-store.ts'

/** Throws 422 for logic that is no rule, `not_found` for a base that is not there, `conflict` past the open ones. */
export async function propose(tx: TenantTx, newProposal: NewProposal, rule: RuleText): Promise<Proposal> {
  if (Buffer.byteLength(JSON.stringify(newProposal.fixtures)) > PROPOSAL_LIMITS.fixtureBytes)
    throw invalid('positive_fixtures', `has at most ${PROPOSAL_LIMITS.fixtureBytes} bytes with the negative ones`)
  await checkedAlone(tx, rule, newProposal.baseRuleId)
  const made = await insertProposal(tx, newProposal)
  if (made === null)
    throw new AppError('conflict', `a tenant has at most ${PROPOSAL_LIMITS.open} open proposals: decide about some`)
  return made
}
