/** The parts of baselines that other contexts, the API and the services may use. */
export { departmentOf } from './departments.ts'
export { liveResets, resetBaselines } from './resets.ts'
