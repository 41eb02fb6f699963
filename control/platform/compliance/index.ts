/** Compliance: measures the controls of frameworks, and keeps their history and their evidence. */
export { complianceDashboard, type Dashboard } from './dashboard.ts'
export { complianceWorkers, measureNext, prunePoints } from './history.ts'
