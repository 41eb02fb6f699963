/** The purple team: tests of ATT&CK techniques, and whether the rules of a tenant detect them. */
export { ATOMIC_TESTS } from './catalogue/catalogue.ts'
export { type CoveredTechnique, purpleCoverage } from './coverage.ts'
export type { Execution } from './execution.ts'
export { executionsPage } from './execution-store.ts'

export type { Executor } from './hosts/atomic-yaml.ts'
export { isSameHost, type Report, type Steps } from './hosts/host-runs.ts'
export { hostWorkers, sendNextEvidence, watchNextExpectation } from './hosts/watch-expectations.ts'
export { PURPLE_LIMITS } from './limits.ts'
export { requireExecution } from './request-execution.ts'
export { executionWorkers, type PurpleDeps, runNextExecution } from './run-executions.ts'
export { beginNextRound, scheduleWorkers } from './schedules/run-schedules.ts'
