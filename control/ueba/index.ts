/** What other contexts, the API and the services may use of baselines. */
export { liveResets, resetBaselines } from './resets.ts'
