/** The parts of proposed rules that the API may use. */
export type { EvalResult, FixtureResult, Fixtures, Proposal } from './proposal.ts'
export { type Baseline, baselines, proposals } from './proposal-store.ts'
export { propose } from './propose.ts'
export { decide, promote } from './review.ts'
