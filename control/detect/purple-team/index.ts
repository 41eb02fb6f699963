/** The interface of the purple team to the API and the services. */
export { type AtomicTest, PLATFORMS, sceneOf } from './atomic-test.ts'
export { ATOMIC_TESTS } from './catalogue/catalogue.ts'
export { type CoveredTechnique, purpleCoverage, TECHNIQUE_STATES } from './coverage.ts'
export { type Drift, driftBetween, type Snapshot, snapshots, takeSnapshot } from './drift.ts'
export { CHAIN_LINKS, chainOf, EXECUTION_MODES, EXECUTION_STATES, type Execution, OUTCOMES } from './execution.ts'
export { executionsPage } from './execution-store.ts'
export type { Executor } from './hosts/atomic-yaml.ts'
export { isSameHost, type Report, type Steps } from './hosts/host-runs.ts'
export { hostWorkers, sendNextEvidence, watchNextExpectation } from './hosts/watch-expectations.ts'
export { PURPLE_LIMITS } from './limits.ts'
export { cancelExecution, requestExecution, requireExecution } from './request-execution.ts'
export { executionWorkers, type PurpleDeps, runNextExecution } from './run-executions.ts'
export { beginNextRound, scheduleWorkers } from './schedules/run-schedules.ts'
export {
  addStep,
  createTabletop,
  FINDING_SEVERITIES,
  STEP_KINDS,
  stepsOf,
  type Tabletop,
  type TabletopStep,
  tabletops,
} from './tabletop.ts'
