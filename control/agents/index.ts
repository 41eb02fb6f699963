/** The interface of agents to the API and the services. */
export { type Claim, checkClaims } from './claims.ts'
export { compareOnce, comparisonWorkers } from './compare/run-comparisons.ts'
export { namedBy, readEvidence } from './evidence.ts'
export { investigateCase, startInvestigation, stepDocument } from './investigate.ts'
export { type InvestigatorDeps, investigateOnce, investigatorWorkers } from './investigator/run.ts'
export {
  entriesOfCase,
  entriesOfRun,
  entryById,
  type InvestigationRun,
  investigationOf,
  investigationsPage,
  type LedgerEntry,
  openRun,
  runsAbout,
} from './ledger.ts'
export { type Replay, replayRun } from './replay.ts'
export { triageOnce, triageWorkers } from './run-agents.ts'
export { type ModelTriageDeps, modelTriageOnce, modelTriageWorkers } from './run-model-triage.ts'
export { type RunTools, toolsOfRun } from './run-tools.ts'
export { triageAlert } from './run-triage.ts'
export { fenced, isInjection, sanitise } from './sanitise/index.ts'
