/** The interface of hunts to the API, the command line and the services. */
export { HUNT_LANGUAGES, type Hunt } from './hunt.ts'
export { type HuntLake, huntLake } from './hunt-lake.ts'
export { HUNT_LIMITS } from './limits.ts'
export { changeHunt, createHunt, deleteHunt, type HuntGiven, huntById, huntsOf } from './manage-hunts.ts'
export { cancelRun, requestRun } from './request-run.ts'
export { type HuntRun, isComplete, RUN_STATES } from './run.ts'
export { type HuntsDeps, huntWorkers, runNext, scheduleDue } from './run-hunts.ts'
export { HIT_MARKS, type HuntHit, hitsOf, latestRuns, markHits, runById, runsOf } from './run-store.ts'
