/** What other contexts, the API and the services may use of baselines. */
export { departmentOf } from './departments.ts'
export { liveResets, resetBaselines } from './resets.ts'
