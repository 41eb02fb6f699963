/** Exports of compliance for the API. */
export {
  CONTROL_STATES,
  complianceDashboard,
  type Dashboard,
  type JudgedControl,
} from './dashboard.ts'
export { dashboardView } from './dashboard-view.ts'
export {
  attachEvidence,
  DECISIONS,
  EVIDENCE_KINDS,
  EVIDENCE_STATES,
  type Evidence,
  evidencePage,
  reviewEvidence,
} from './evidence.ts'
export { FRAMEWORKS, frameworkById } from './frameworks/catalogue.ts'
export { complianceWorkers, type HistoryDeps, measureNext, prunePoints } from './history.ts'
export { MEASURE_IDS, MEASURE_STATES } from './measures/measure.ts'
