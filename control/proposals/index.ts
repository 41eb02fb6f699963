/** The parts of proposed rules that the API may use. */
export { PROPOSAL_LIMITS } from './limits.ts'
export {
  type EvalResult,
  type FixtureResult,
  type Fixtures,
  PROPOSAL_LANGUAGES,
  PROPOSAL_STATES,
  type Proposal,
} from './proposal.ts'
export { type Baseline, baselines, proposals, putBaseline } from './proposal-store.ts'
export { propose } from './propose.ts'
export { replayFixtures } from './replay-fixtures.ts'
export { attachReport, commentOn, decide, keepFixtureResult, promote, requireProposal } from './review.ts'
