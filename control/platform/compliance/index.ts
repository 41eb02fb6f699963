/** Exports of compliance for the API. */
export { complianceDashboard, type Dashboard } from './dashboard.ts'
export { complianceWorkers, measureNext, prunePoints } from './history.ts'
