/** Hunts: queries over stored events that run as jobs, once or on a schedule, and keep what they find. */
export { HUNT_LANGUAGES, type Hunt } from './hunt.ts'
export { type HuntLake, huntLake } from './hunt-lake.ts'
export { HUNT_LIMITS } from './limits.ts'
export { changeHunt, createHunt, deleteHunt, type HuntInput, huntById, huntsOf } from './manage-hunts.ts'
export { requestRun } from './request-run.ts'
export type { HuntRun } from './run.ts'
export { huntWorkers, runNext, scheduleDue } from './run-hunts.ts'
export { type HuntHit, hitsOf, latestRuns, runById, runsOf } from './run-store.ts'
